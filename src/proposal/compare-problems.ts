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

/** What a change did to files, as far as it moves or rewords what was wrong before. */
export interface FilesTouched {
  /** Old to new path of each file that moved. */
  readonly movedTo: ReadonlyMap<string, string>;
  /** Every file whose bytes are others afterwards. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Compares the problems before and after. What was wrong before may be said with other words afterwards: the suggestion
 * in it is another one, or a link was carried along with a move. It is not held against the change. In a file that
 * moved it is known by its code alone, in one whose links may have been carried by its line, in any other that did not
 * change by its exact place, and in one that was edited only by the same words.
 */
export function compareProblems(
  before: readonly Problem[],
  after: readonly Problem[],
  { movedTo, changed }: FilesTouched,
): ProblemChanges {
  const movedFrom = new Set(movedTo.values());
  const fileBefore = (row: Problem) => movedTo.get(row.file ?? '') ?? row.file;
  const place = (row: Problem, file: string | undefined) =>
    [row.code, row.severity, row.node ?? file ?? ''].join('\u0000');
  const twinKey = (row: Problem, file: string | undefined): string | null => {
    if (file === undefined || movedFrom.has(file)) return place(row, file);
    if (!changed.has(file)) return `${place(row, file)}\u0000${row.line}:${row.column}`;
    return movedTo.size === 0 ? null : `${place(row, file)}\u0000${row.line}`;
  };
  const old = new Map<string, Problem[]>();
  const key = (row: Problem, file: string | undefined) => `${place(row, file)}\u0000${row.message}`;
  for (const row of before) push(old, key(row, fileBefore(row)), row);
  const fresh = after.filter((row) => old.get(key(row, row.file))?.pop() === undefined);
  const left = new Map<string, Problem[]>();
  for (const row of [...old.values()].flat()) {
    const twin = twinKey(row, fileBefore(row));
    if (twin !== null) push(left, twin, row);
  }
  const reworded = new Set<Problem>();
  const caused = fresh.filter((row) => {
    const twin = left.get(twinKey(row, row.file) ?? '')?.pop();
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
