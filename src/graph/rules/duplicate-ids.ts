/** An id that stands more than once: every place is named, and no copy is chosen. */
import { type Problem, problem } from '../../base/index.ts';
import type { PlacedNode } from '../place-nodes.ts';
import { placeOfKey, type Rule, someOf } from './rule.ts';

/** One problem for each id, at its first place in order of path and line, with the others related. */
export const duplicateIds: Rule = (draft) => {
  const byId = new Map<string, PlacedNode[]>();
  for (const placed of draft.placed) {
    const copies = byId.get(placed.id);
    if (copies) copies.push(placed);
    else byId.set(placed.id, [placed]);
  }
  const problems: Problem[] = [];
  for (const [id, copies] of byId) {
    if (copies.length < 2) continue;
    const places = copies.map((copy) => placeOfKey(copy, 'id'));
    const names = places.map(({ file, line }) => `${file}:${line}`);
    const related = places.slice(1, 50).map(({ file, line }) => ({ file: file!, line: line!, message: `also ${id}` }));
    const details = { id, count: copies.length, places: someOf(names) };
    problems.push(problem('duplicate_id', details, { ...places[0]!, related }));
  }
  return problems;
};
