/**
 * Review records on disk: `.docforge/reviews/<changeset>/<kind>-<16 hex of its hash>.json`, one file a record, never
 * altered. A record that cannot be trusted never counts, and is named.
 */
import { limits, refuse, sortedBy } from '../base/index.ts';
import {
  type ApprovalPaper,
  approvalSchema,
  isBroken,
  openSealed,
  type ReviewRecordPaper,
  reviewRecordSchema,
} from '../contract/index.ts';
import { DiskError, diskReason } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { publishPaper } from './publish-paper.ts';

const FOLDER = '.docforge/reviews';
const NAME = /^(approval|comment|changes_requested)-([0-9a-f]{16})\.json$/;

export interface ReviewRecords {
  /** In order of time, then of hash. */
  readonly approvals: readonly ApprovalPaper[];
  readonly remarks: readonly ReviewRecordPaper[];
  /** File names that were found and not taken, with the reason. */
  readonly damaged: readonly { readonly file: string; readonly reason: string }[];
}

/** Every record of a changeset, whatever revision it speaks of. */
export function loadReviewRecords(project: Project, changeset: string): ReviewRecords {
  const approvals: ApprovalPaper[] = [];
  const remarks: ReviewRecordPaper[] = [];
  const damaged: { file: string; reason: string }[] = [];
  for (const name of project.disk.list(`${FOLDER}/${changeset}`)) {
    const match = NAME.exec(name);
    if (match === null) continue;
    const file = `${FOLDER}/${changeset}/${name}`;
    const bytes = readRecord(project, file);
    if (bytes === null) continue;
    if (typeof bytes === 'string') {
      damaged.push({ file, reason: bytes });
      continue;
    }
    const paper = match[1] === 'approval' ? openSealed(approvalSchema, bytes) : openSealed(reviewRecordSchema, bytes);
    const reason = isBroken(paper) ? paper.broken : misplaced(paper, changeset, match);
    if (reason !== null || isBroken(paper)) damaged.push({ file, reason: reason ?? '' });
    else if (paper.schema === 'docforge.approval/1') approvals.push(paper);
    else remarks.push(paper);
  }
  return { approvals: inOrder(approvals), remarks: inOrder(remarks), damaged };
}

/** The bytes of a record, `null` when it is gone, or why it cannot be read. */
function readRecord(project: Project, file: string): Uint8Array | string | null {
  try {
    return project.disk.readIfPresent(file, limits.document_bytes_max);
  } catch (error) {
    if (error instanceof DiskError) return `it cannot be read: ${diskReason(error.code)}`;
    throw error;
  }
}

/**
 * Refuses `damaged_review` when a request for changes cannot be trusted: nobody knows whose approval it took back, so
 * no approval of the changeset counts.
 */
export function requireRequests({ damaged }: Pick<ReviewRecords, 'damaged'>, changeset: string): void {
  const row = damagedRequest(damaged);
  if (row !== undefined) refuse('damaged_review', { changeset, ...row });
}

/** The first request for changes that cannot be trusted. */
export function damagedRequest(damaged: ReviewRecords['damaged']): ReviewRecords['damaged'][number] | undefined {
  return damaged.find(({ file }) => NAME.exec(file.slice(file.lastIndexOf('/') + 1))?.[1] === 'changes_requested');
}

function misplaced(paper: ApprovalPaper | ReviewRecordPaper, changeset: string, name: RegExpExecArray): string | null {
  if (paper.changeset !== changeset) return 'it speaks of another changeset';
  const kind = paper.schema === 'docforge.approval/1' ? 'approval' : paper.kind;
  return kind === name[1] && hexOf(paper.hash) === name[2] ? null : 'its name is not that of its content';
}

function inOrder<T extends { readonly created: string; readonly hash: string }>(rows: readonly T[]): T[] {
  return sortedBy(
    rows,
    (row) => row.created,
    (row) => row.hash,
  );
}

function hexOf(hash: string): string {
  return hash.slice('sha256:'.length, 'sha256:'.length + 16);
}

/** Publishes a sealed record, durably; the same one twice is one record. Refuses `over_limit`, `not_stored`, `unconfirmed`. */
export async function publishReviewRecord(project: Project, paper: ApprovalPaper | ReviewRecordPaper): Promise<void> {
  const kind = paper.schema === 'docforge.approval/1' ? 'approval' : paper.kind;
  const file = `${FOLDER}/${paper.changeset}/${kind}-${hexOf(paper.hash)}.json`;
  await publishPaper(project, file, paper, { bytesMax: limits.document_bytes_max });
}
