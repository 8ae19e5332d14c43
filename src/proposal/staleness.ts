/**
 * Whether a changeset still fits the project. Stale is: a node or a file it touches is no longer what it was made for,
 * or its operations no longer lead to exactly its files, or they would now bring in errors. An edit elsewhere is not.
 */
import { type NodeId, Refusal, refuse } from '../base/index.ts';
import type { ChangesetPaper, OperationPaper } from '../contract/index.ts';
import type { Snapshot } from '../store/index.ts';
import { planOperations } from './plan-operations.ts';

interface Moved {
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface Staleness {
  readonly stale: boolean;
  /** Nodes whose hash is no longer the one an operation was made for; `actual` is `null` when it is gone. */
  readonly nodes: readonly (Moved & { readonly id: string; readonly path: string | null })[];
  /** Files that are no longer what they were before the change; `null` for none. */
  readonly files: readonly (Moved & { readonly path: string })[];
  /** Files that the operations would now change differently; only looked at when nothing above moved. */
  readonly differs: readonly string[];
  /** Why the operations can no longer be planned at all, with the refusal's code; `null` when they can. */
  readonly reason: { readonly code: string; readonly message: string } | null;
}

const FRESH: Staleness = { stale: false, nodes: [], files: [], differs: [], reason: null };

/** The cheap half: compares hashes alone. */
export function touchedMeanwhile(snapshot: Snapshot, changeset: ChangesetPaper): Staleness {
  if (snapshot.source_hash === changeset.base.source_hash) return FRESH;
  const nodes = new Map<string, Staleness['nodes'][number]>();
  for (const operation of changeset.operations) {
    const expected = expectOf(operation);
    if (expected === undefined) continue;
    const node = snapshot.graph.nodes.get(operation.id as NodeId);
    const actual = node?.content_hash ?? null;
    if (actual !== expected) nodes.set(operation.id, { id: operation.id, path: node?.path ?? null, expected, actual });
  }
  const hashes = new Map<string, string>(snapshot.files.map((file) => [file.path, file.hash]));
  const files = changeset.files
    .map(({ path, before }) => ({ path, expected: before, actual: hashes.get(path) ?? null }))
    .filter(({ expected, actual }) => expected !== actual);
  const stale = nodes.size + files.length > 0;
  return { ...FRESH, stale, nodes: [...nodes.values()], files };
}

function expectOf(operation: OperationPaper): string | undefined {
  return operation.op === 'create' ? undefined : operation.expect;
}

/** The whole answer: plans the operations again where the project moved on at all. */
export function stalenessOf(snapshot: Snapshot, changeset: ChangesetPaper): Staleness {
  const touched = touchedMeanwhile(snapshot, changeset);
  const { base } = changeset;
  if (touched.stale || (snapshot.source_hash === base.source_hash && snapshot.generation === base.generation)) {
    return touched;
  }
  try {
    const { files } = planOperations(snapshot, changeset.operations);
    const now = new Map(files.map(({ path, after }) => [path, after]));
    const paths = new Set([...now.keys(), ...changeset.files.map(({ path }) => path)]);
    const then = new Map(changeset.files.map(({ path, after }) => [path, after]));
    const differs = [...paths].filter((path) => now.get(path) !== then.get(path)).sort();
    return { ...FRESH, stale: differs.length > 0, differs };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...FRESH, stale: true, reason: { code: error.code, message: error.message } };
  }
}

/** Refuses `stale_base` for a changeset that is stale, with everything that moved in its details. */
export function requireFresh(snapshot: Snapshot, changeset: ChangesetPaper): void {
  const staleness = stalenessOf(snapshot, changeset);
  if (!staleness.stale) return;
  const { nodes, files, differs, reason } = staleness;
  const touched = [...nodes.map(({ id }) => id), ...files.map(({ path }) => path), ...differs];
  refuse('stale_base', {
    changeset: changeset.id,
    touched: touched.length > 0 ? touched : (reason?.message ?? ''),
    staleness,
  });
}
