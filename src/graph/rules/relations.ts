/** Relations that lead nowhere, to their own node, or twice to the same. */
import { type NodeId, nearest, problem } from '../../base/index.ts';
import { isAcyclic } from '../digests.ts';
import type { Draft } from '../draft.ts';
import { ofEachRelation, perhaps, type Rule } from './rule.ts';
import { foldedId } from './similar-ids.ts';

/**
 * A target that no node of the project has. A target that stands in the project but cannot be in the graph is no
 * problem of the relation: what keeps it out is named where it stands.
 */
export const unresolvedRelations: Rule = (draft) => {
  const suggest = idSuggestions(draft);
  return ofEachRelation(draft, ({ type, target }) => {
    if (draft.nodes.has(target as NodeId) || draft.absent.has(target)) return undefined;
    const suggestion = perhaps(suggest(target));
    return (place) => problem('unresolved_relation', { type, target, suggestion }, place);
  });
};

/** A relation from a node to itself. Where the type may not lead back to its start it is a cycle, and said there. */
export const selfRelations: Rule = (draft) =>
  ofEachRelation(draft, ({ type, target }, { id }) => {
    if (target !== id || isAcyclic(type, draft.rules)) return undefined;
    return (place) => problem('self_relation', { type, id }, place);
  });

/** The same type and target more than once in a node. */
export const duplicateRelations: Rule = (draft) => {
  let current: NodeId | undefined;
  const lines = new Map<string, number>();
  return ofEachRelation(draft, ({ type, target, line }, { id }) => {
    if (id !== current) lines.clear();
    current = id;
    const key = `${type}\u0000${target}`;
    const first = lines.get(key);
    if (first !== undefined) return (place) => problem('duplicate_relation', { type, target, first }, place);
    lines.set(key, line);
    return undefined;
  });
};

/** Comparing every wrong id with every id would be quadratic, so only so many are looked up, among so many. */
const SUGGESTIONS_MAX = 50;
const CANDIDATES_MAX = 2_000;

function idSuggestions(draft: Draft): (target: string) => string | undefined {
  let folded: Map<string, string> | undefined;
  let starts: Map<string, string[]> | undefined;
  let asked = 0;
  return (target) => {
    if (folded === undefined || starts === undefined) {
      folded = new Map();
      starts = new Map();
      for (const id of draft.nodes.keys()) {
        const key = foldedId(id);
        if (!folded.has(key)) folded.set(key, id);
        const same = starts.get(key.slice(0, 1));
        if (same) same.push(id);
        else starts.set(key.slice(0, 1), [id]);
      }
    }
    const key = foldedId(target);
    const twin = folded.get(key);
    if (twin !== undefined || ++asked > SUGGESTIONS_MAX) return twin;
    const candidates = starts.get(key.slice(0, 1)) ?? [];
    return candidates.length > CANDIDATES_MAX ? undefined : nearest(target, candidates);
  };
}
