/** What a rule is: one question about the draft, all of its answers. Order does not matter; the graph sorts them. */
import type { Place, Problem } from '../../base/index.ts';
import type { ExtractedRelation } from '../../source/index.ts';
import type { Draft, WholeNode } from '../draft.ts';
import type { PlacedNode } from '../place-nodes.ts';

export type Rule = (draft: Draft) => readonly Problem[];

/** Where a key of a node's metadata stands; the node itself where it has no such key. */
export function placeOfKey(placed: PlacedNode, key: string): Place & { readonly node: string } {
  const place = placed.node.keys.find((candidate) => candidate.key === key);
  const { line, column } = place ?? { line: placed.node.line, column: undefined };
  return { file: placed.path, line, column, node: placed.id };
}

/** ` (perhaps x)` for the end of a message, or nothing. */
export function perhaps(name: string | undefined): string {
  return name === undefined ? '' : ` (perhaps ${name})`;
}

/** At most `max` of the texts, and how many more there are. */
export function someOf(texts: readonly string[], max = 10): string {
  const shown = texts.slice(0, max).join(', ');
  return texts.length > max ? `${shown} and ${texts.length - max} more` : shown;
}

/** Every problem that a question about one declared relation finds; it is put at the relation. */
export function ofEachRelation(
  draft: Draft,
  ask: (relation: ExtractedRelation, node: WholeNode) => ((place: RelationPlace) => Problem) | undefined,
): Problem[] {
  const problems: Problem[] = [];
  for (const node of draft.nodes.values()) {
    for (const relation of node.node.relations) {
      const found = ask(relation, node);
      if (found) problems.push(found({ file: node.path, line: relation.line, node: node.id }));
    }
  }
  return problems;
}

interface RelationPlace {
  readonly file: string;
  readonly line: number;
  readonly node: string;
}
