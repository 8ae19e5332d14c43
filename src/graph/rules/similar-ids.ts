/** Ids that a person, or a file system, would take for one another. */
import { type Problem, problem } from '../../base/index.ts';
import type { PlacedNode } from '../place-nodes.ts';
import { placeOfKey, type Rule, someOf } from './rule.ts';

/** An id as it looks to one who does not see case or encoding. */
export function foldedId(id: string): string {
  return id.normalize('NFKC').toLowerCase();
}

/** One problem for each group, at its first place, naming every id of the group. */
export const similarIds: Rule = (draft) => {
  const groups = new Map<string, Map<string, PlacedNode>>();
  for (const placed of draft.placed) {
    const key = foldedId(placed.id);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, new Map([[placed.id, placed]]));
    else if (!group.has(placed.id)) group.set(placed.id, placed);
  }
  const problems: Problem[] = [];
  for (const group of groups.values()) {
    if (group.size < 2) continue;
    const places = [...group.values()].map((placed) => placeOfKey(placed, 'id'));
    const related = places.slice(1, 50).map(({ file, line, node }) => ({ file: file!, line: line!, message: node }));
    problems.push(problem('similar_ids', { ids: someOf([...group.keys()].sort()) }, { ...places[0]!, related }));
  }
  return problems;
};
