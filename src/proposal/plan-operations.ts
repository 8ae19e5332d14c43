/**
 * From operations to exact bytes:
 *
 *   snapshot + operations, in order -> files as they would be -> projected graph -> problems caused?  -> plan
 *
 * Invariants: pure but for reading the files that are touched; the plan holds the exact result of every file, or the
 * whole list is refused; a list that brings in an error is refused, an error that was there before is not held
 * against it; planning a plan's own operations again on the same snapshot gives the same plan.
 */
import {
  CanonicalError,
  canonicalJson,
  compareText,
  hashBytes,
  limits,
  type ProjectPath,
  Refusal,
  refuse,
  sortedBy,
} from '../base/index.ts';
import type { ChangedFile, OperationPaper } from '../contract/index.ts';
import type { Writer } from '../project/index.ts';
import { decodeUtf8 } from '../source/index.ts';
import { type Projection, projectSnapshot, type Snapshot } from '../store/index.ts';
import { compareProblems, movedPaths, type ProblemChanges } from './compare-problems.ts';
import { operateAdopt } from './operate-adopt.ts';
import { operateCreate } from './operate-create.ts';
import { operateDelete } from './operate-delete.ts';
import { operateMove } from './operate-move.ts';
import { operateUpdate } from './operate-update.ts';
import { Planning } from './planning.ts';

export interface PlanOptions {
  /** Each operation needs the right of one of these; rights are not asked for when left out. */
  readonly writers?: readonly Writer[];
  /** What is planned already on this same snapshot; the operations come on top of it. */
  readonly onto?: Pick<Planned, 'operations' | 'nodes' | 'files'>;
}

export interface Planned {
  /** Every operation with its exact result, those of `onto` first. */
  readonly operations: readonly OperationPaper[];
  /** Ids of the nodes whose meaning or place is touched, in code-unit order. */
  readonly nodes: readonly string[];
  /** Sorted by path. */
  readonly files: readonly ChangedFile[];
  readonly projected: Projection;
  readonly problems: ProblemChanges;
}

/**
 * Plans operations on a snapshot. Refuses with the operator's own code and `operation`, the number of the operation
 * (from 1); with `breaks_graph`, `shifts_ids`, `no_change` or `over_limit` for the list as a whole.
 */
export function planOperations(
  snapshot: Snapshot,
  operations: readonly OperationPaper[],
  options: PlanOptions = {},
): Planned {
  const planning = new Planning(snapshot, options.writers);
  const before = options.onto?.operations ?? [];
  bounded('The number of operations', before.length + operations.length, limits.operations_max);
  if (options.onto) seed(planning, options.onto);
  const exact = operations.map((operation, at) => operate(operation, before.length + at + 1, planning));
  return finish(planning, [...before, ...exact]);
}

/** The projection of files that were planned before, on this snapshot. */
export function projectFiles(snapshot: Snapshot, files: readonly ChangedFile[]): Projection {
  return projectSnapshot(snapshot, bytesByPath(files));
}

/** The bytes after of each file; `null` for one that is deleted. */
export function bytesByPath(files: readonly ChangedFile[]): Map<string, Uint8Array | null> {
  const encoder = new TextEncoder();
  return new Map(files.map(({ path, content }) => [path, content === null ? null : encoder.encode(content)]));
}

function seed(planning: Planning, onto: NonNullable<PlanOptions['onto']>): void {
  for (const operation of onto.operations) {
    if (operation.op !== 'create') continue;
    const { id, source, path } = operation;
    planning.workspace.admit(id, source === undefined ? undefined : path);
  }
  const files = [...bytesByPath(onto.files)].sort((a, b) => Number(a[1] !== null) - Number(b[1] !== null));
  for (const [path, bytes] of files) planning.write(path as ProjectPath, bytes);
  for (const id of onto.nodes) planning.touch(id);
}

/** Runs one operation; a refusal says which one it was. */
function operate(operation: OperationPaper, number: number, planning: Planning): OperationPaper {
  try {
    requireCanonical(operation);
    return dispatch(operation, planning);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, { ...error.details, operation: number });
  }
}

function dispatch(operation: OperationPaper, planning: Planning): OperationPaper {
  switch (operation.op) {
    case 'create':
      return operateCreate(operation, planning);
    case 'update':
      return operateUpdate(operation, planning);
    case 'move':
      return operateMove(operation, planning);
    case 'delete':
      return operateDelete(operation, planning);
    case 'adopt':
      return operateAdopt(operation, planning);
  }
}

/** Every text of an operation must have a canonical form, for it will be hashed. Fractions become text before that. */
function requireCanonical(operation: OperationPaper): void {
  try {
    canonicalJson(JSON.parse(JSON.stringify(operation, (_, value) => (typeof value === 'number' ? 0 : value))));
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
    refuse('invalid_operation', { node: operation.id, reason: error.message });
  }
}

function bounded(what: string, actual: number, limit: number): void {
  if (actual > limit) refuse('over_limit', { what, actual, limit });
}

function finish(planning: Planning, operations: readonly OperationPaper[]): Planned {
  const { snapshot } = planning;
  const changes = planning.workspace.changes();
  bounded('The number of files', changes.size, limits.changeset_files_max);
  if (changes.size === 0) refuse('no_change', { what: 'the operations undo one another' });
  const projected = projectSnapshot(snapshot, changes);
  const movedTo = movedPaths(snapshot, projected, planning.nodes());
  const touched = { movedTo, changed: new Set<string>(changes.keys()) };
  const problems = compareProblems(snapshot.problems, projected.problems, touched);
  const errors = problems.caused.filter((row) => row.severity === 'error');
  if (errors.length > 0) {
    const [first] = errors;
    const place = first?.file === undefined ? '' : `${first.file}: `;
    refuse('breaks_graph', {
      count: errors.length === 1 ? '1 new error' : `${errors.length} new errors`,
      first: `${place}${first?.message.replace(/\.$/, '')}`,
      problems: errors,
    });
  }
  requireSteadyIds(planning, projected);
  const files = sortedBy(changes, ([path]) => path).map(([path, bytes]) => changedFile(planning, path, bytes));
  return { operations, nodes: planning.nodes(), files, projected, problems };
}

function changedFile(planning: Planning, path: ProjectPath, bytes: Uint8Array | null): ChangedFile {
  const before = planning.fileOf(path)?.hash ?? null;
  if (bytes === null) return { path, before, after: null, content: null };
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new Error(`the planned bytes of ${path} are not UTF-8`);
  return { path, before, after: hashBytes(bytes), content: decoded.text };
}

/** Refuses `shifts_ids` when a node that no operation created or deleted comes or goes. */
function requireSteadyIds(planning: Planning, projected: Projection): void {
  const before = planning.snapshot.graph.nodes;
  const after = projected.graph.nodes;
  const gone = [...before.keys()].filter((id) => !after.has(id) && planning.workspace.find(id) !== undefined);
  const come = [...after.keys()].filter((id) => !before.has(id) && !planning.workspace.isCreated(id));
  const shifted = [...gone, ...come].sort(compareText);
  if (shifted.length > 0) refuse('shifts_ids', { nodes: shifted.slice(0, 20) });
}
