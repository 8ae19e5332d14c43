/**
 * Which problems a change causes, and which it fixes. Lines slide and files move, so a problem is known by its code, by
 * the node or file it belongs to, and by what it says.
 */
import { type NodeId, type Problem, sortProblems } from '../base/index.ts';
import type { ProjectView } from '../store/index.ts';

export interface ProblemChanges {
  /** Sorted as all problems are. */
  readonly caused: readonly Problem[];
  readonly fixed: readonly Problem[];
}

/**
 * Compares the problems before and after. `movedTo` gives the new path of a file that moved: what it said with other
 * words in its old place is not held against the change.
 */
export function compareProblems(
  before: readonly Problem[],
  after: readonly Problem[],
  movedTo: ReadonlyMap<string, string>,
): ProblemChanges {
  const place = (row: Problem, file: string | undefined) =>
    `${row.code}\u0000${row.severity}\u0000${row.node ?? file ?? ''}`;
  const movedFrom = new Set(movedTo.values());
  const old = new Map<string, Problem[]>();
  const key = (row: Problem, file: string | undefined) => `${place(row, file)}\u0000${row.message}`;
  for (const row of before) push(old, key(row, movedTo.get(row.file ?? '') ?? row.file), row);
  const fresh = after.filter((row) => old.get(key(row, row.file))?.pop() === undefined);
  const left = new Map<string, Problem[]>();
  for (const row of [...old.values()].flat()) {
    const file = movedTo.get(row.file ?? '');
    if (file !== undefined) push(left, place(row, file), row);
  }
  const reworded = new Set<Problem>();
  const caused = fresh.filter((row) => {
    const twin = movedFrom.has(row.file ?? '') ? left.get(place(row, row.file))?.pop() : undefined;
    if (twin) reworded.add(twin);
    return twin === undefined;
  });
  const fixed = [...old.values()].flat().filter((row) => !reworded.has(row));
  return { caused: sortProblems(caused), fixed: sortProblems(fixed) };
}

/** Old to new path of each of these nodes that stands in another file afterwards. */
export function movedPaths(
  before: Pick<ProjectView, 'graph'>,
  after: Pick<ProjectView, 'graph'>,
  ids: readonly string[],
): Map<string, string> {
  const moved = new Map<string, string>();
  for (const id of ids) {
    const from = before.graph.nodes.get(id as NodeId)?.path;
    const to = after.graph.nodes.get(id as NodeId)?.path;
    if (from !== undefined && to !== undefined && from !== to) moved.set(from, to);
  }
  return moved;
}

function push(map: Map<string, Problem[]>, key: string, row: Problem): void {
  const rows = map.get(key);
  if (rows) rows.push(row);
  else map.set(key, [row]);
}
