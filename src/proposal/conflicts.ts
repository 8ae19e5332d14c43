/**
 * Overlap with other open changesets: the same node, or the same file. Terminal ones never conflict, and a stale one
 * does not either: it cannot be applied before a rebase, and the rebase looks for conflicts again.
 */
import { refuse, showHidden } from '../base/index.ts';
import type { ChangesetPaper } from '../contract/index.ts';
import type { Snapshot } from '../store/index.ts';
import { listChangesetIds, loadChangeset } from './changeset-files.ts';
import { lastReceipts } from './ledger.ts';
import { touchedMeanwhile } from './staleness.ts';
import { lifeOf } from './status.ts';

/** What a changeset claims for itself. */
export type Claims = Pick<ChangesetPaper, 'id' | 'nodes' | 'files'>;

export interface Conflict {
  readonly changeset: string;
  readonly title: string;
  readonly owner: string;
  readonly state: 'draft' | 'ready';
  /** Shared nodes and files, in code-unit order. */
  readonly nodes: readonly string[];
  readonly files: readonly string[];
}

/** Every open changeset that shares a node or a file, in order of id. Refuses `damaged_changeset`. */
export function findConflicts(snapshot: Snapshot, claims: Claims): Conflict[] {
  const { project } = snapshot;
  const nodes = new Set(claims.nodes);
  const files = new Set(claims.files.map(({ path }) => path));
  const receipts = lastReceipts(project);
  const conflicts: Conflict[] = [];
  for (const id of listChangesetIds(project)) {
    if (id === claims.id) continue;
    const other = loadChangeset(project, id);
    if (other.state === 'abandoned' || lifeOf(other, receipts.get(id)) !== 'open') continue;
    const shared = {
      nodes: other.nodes.filter((node) => nodes.has(node)),
      files: other.files.map(({ path }) => path).filter((path) => files.has(path)),
    };
    if (shared.nodes.length + shared.files.length === 0 || touchedMeanwhile(snapshot, other).stale) continue;
    conflicts.push({
      changeset: id,
      title: showHidden(other.title),
      owner: other.creator,
      state: other.state,
      ...shared,
    });
  }
  return conflicts;
}

/** Refuses `conflict` with every overlapping changeset in its details. */
export function requireNoConflict(snapshot: Snapshot, claims: Claims): void {
  const conflicts = findConflicts(snapshot, claims);
  if (conflicts.length === 0) return;
  refuse('conflict', {
    changesets: conflicts.map((row) => `${row.changeset} by ${row.owner} (${[...row.nodes, ...row.files].join(', ')})`),
    conflicts,
  });
}
