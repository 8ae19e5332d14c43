/** All changesets at a glance. Staleness is judged by hashes alone here; a review plans the operations again. */
import { Refusal, sortedBy } from '../base/index.ts';
import type { ChangesetPaper } from '../contract/index.ts';
import type { Project } from '../project/index.ts';
import { loadSnapshot, type Snapshot } from '../store/index.ts';
import { approvalsOf } from './approvals.ts';
import { listChangesetIds, loadChangeset } from './changeset-files.ts';
import { lastReceipts } from './ledger.ts';
import { touchedMeanwhile } from './staleness.ts';
import { type ChangesetStatus, isApproved, lifeOf, STATUSES } from './status.ts';

/** One changeset in a list. */
export interface ChangesetRow {
  readonly id: string;
  readonly status: ChangesetStatus;
  readonly title: string;
  readonly creator: string;
  readonly writers: readonly string[];
  readonly created: string;
  readonly updated: string;
  readonly revision: number;
  readonly hash: string;
  readonly operations: number;
  readonly nodes: readonly string[];
  readonly files: readonly string[];
  /** Reviewers whose approval counts now. */
  readonly approved_by: readonly string[];
  /** What makes it stale: ids and paths; empty unless it is. */
  readonly stale_by: readonly string[];
  /** Why it was abandoned, or why it is damaged; else empty. */
  readonly reason: string;
}

export interface ChangesetList {
  /** In order of creation, then of id. */
  readonly rows: readonly ChangesetRow[];
  /** How many there are of each status, shown or not. */
  readonly counts: Readonly<Record<ChangesetStatus, number>>;
}

const ACTIVE: readonly ChangesetStatus[] = ['draft', 'ready', 'approved', 'damaged'];

/**
 * Lists changesets: the active ones (draft, ready, approved; damaged ones always show), those of `statuses`, or all
 * with `history`.
 */
export async function listChangesets(
  project: Project,
  filter: { readonly statuses?: readonly ChangesetStatus[]; readonly history?: boolean } = {},
): Promise<ChangesetList> {
  const snapshot = await loadSnapshot(project);
  const receipts = lastReceipts(project);
  const all = listChangesetIds(project).map((id) => {
    const loaded = tryLoad(project, id);
    return 'status' in loaded ? loaded : rowOf(snapshot, loaded, lifeOf(loaded, receipts.get(id)));
  });
  const shown = new Set<ChangesetStatus>(filter.history ? STATUSES : (filter.statuses ?? ACTIVE));
  const counts = Object.fromEntries(
    STATUSES.map((status) => [status, all.filter((row) => row.status === status).length]),
  ) as Record<ChangesetStatus, number>;
  return {
    rows: sortedBy(
      all.filter((row) => shown.has(row.status)),
      (row) => row.created,
      (row) => row.id,
    ),
    counts,
  };
}

/** The status of one changeset, judged as a list does. */
export function statusOf(snapshot: Snapshot, changeset: ChangesetPaper): ChangesetStatus {
  return rowOf(snapshot, changeset, lifeOf(changeset, lastReceipts(snapshot.project).get(changeset.id))).status;
}

function rowOf(snapshot: Snapshot, changeset: ChangesetPaper, life: ReturnType<typeof lifeOf>): ChangesetRow {
  const { project } = snapshot;
  const open = life === 'open';
  const moved = open ? touchedMeanwhile(snapshot, changeset) : null;
  const approvals = open ? approvalsOf(project, changeset) : [];
  const status = !open
    ? life
    : moved?.stale
      ? 'stale'
      : isApproved(project, changeset, approvals)
        ? 'approved'
        : changeset.state === 'ready'
          ? 'ready'
          : 'draft';
  const { id, title, creator, writers, created, updated, revision, hash, nodes, reason } = changeset;
  return {
    ...{ id, status, title, creator, writers, created, updated, revision, hash, nodes, reason },
    operations: changeset.operations.length,
    files: changeset.files.map(({ path }) => path),
    approved_by: approvals.map(({ reviewer }) => reviewer),
    stale_by: moved ? [...moved.nodes.map((row) => row.id), ...moved.files.map((row) => row.path)] : [],
  };
}

/** The changeset, or the row that says why it cannot be trusted. */
function tryLoad(project: Project, id: string): ChangesetPaper | ChangesetRow {
  try {
    return loadChangeset(project, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'damaged_changeset') throw error;
    return {
      ...{
        id,
        status: 'damaged',
        title: '',
        creator: '',
        writers: [],
        created: '',
        updated: '',
        revision: 0,
        hash: '',
      },
      ...{ operations: 0, nodes: [], files: [], approved_by: [], stale_by: [], reason: error.message },
    };
  }
}
