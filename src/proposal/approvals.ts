/**
 * Approvals, comments, requests for changes: each bound to the exact hash that the reviewer saw.
 *
 * An approval counts when its seal holds, it names the current hash and the current files, its reviewer is in the
 * descriptor without a key (a signature would be needed), and that reviewer has not asked for changes since: a request
 * dated the same second or later voids it. An approval given after a request is dated after it, and a request is never
 * dated before the approval that it voids, whatever the clock says. While a request cannot be trusted, none counts.
 */
import { type Ambient, refuse } from '../base/index.ts';
import { type ApprovalPaper, type ChangesetPaper, type ReviewRecordPaper, seal } from '../contract/index.ts';
import { type Project, reviewerOf } from '../project/index.ts';
import { loadSnapshot } from '../store/index.ts';
import { loadChangesetHistory } from './changeset-files.ts';
import { lastReceipts } from './ledger.ts';
import { requireCurrent, requireText } from './requirements.ts';
import {
  damagedRequest,
  loadReviewRecords,
  publishReviewRecord,
  type ReviewRecords,
  requireRequests,
} from './review-files.ts';
import { requireFresh } from './staleness.ts';
import { lifeOf } from './status.ts';

/** What a reviewer says about one exact revision. */
export interface Verdict {
  readonly changeset: string;
  /** Hash of the revision that was reviewed. */
  readonly hash: string;
  /** Id of a reviewer in the descriptor. */
  readonly reviewer: string;
}

/** The approvals that count for exactly this revision, one a reviewer, in order of time. */
export function approvalsOf(project: Project, changeset: ChangesetPaper): ApprovalPaper[] {
  return countedApprovals(project, changeset, loadReviewRecords(project, changeset.id));
}

/** The same from records that were loaded before. */
export function countedApprovals(project: Project, changeset: ChangesetPaper, records: ReviewRecords): ApprovalPaper[] {
  if (damagedRequest(records.damaged)) return [];
  const keyless = new Set(project.policy.reviewers.filter((row) => row.key === undefined).map(({ id }) => id));
  const counted = new Map<string, ApprovalPaper>();
  for (const approval of records.approvals) {
    const { reviewer, changeset_hash } = approval;
    if (changeset_hash !== changeset.hash || !keyless.has(reviewer) || !namesFiles(approval, changeset)) continue;
    if ((lastRequest(records, reviewer) ?? '') >= approval.created || counted.has(reviewer)) continue;
    counted.set(reviewer, approval);
  }
  return [...counted.values()];
}

function namesFiles(approval: ApprovalPaper, changeset: ChangesetPaper): boolean {
  const { files } = changeset;
  if (approval.files.length !== files.length) return false;
  return approval.files.every(({ path, after }, at) => files[at]?.path === path && files[at]?.after === after);
}

/** When a reviewer last asked for changes; `undefined` when never. */
function lastRequest({ remarks }: Pick<ReviewRecords, 'remarks'>, reviewer: string): string | undefined {
  return remarks.findLast((row) => row.kind === 'changes_requested' && row.reviewer === reviewer)?.created;
}

/**
 * Approves one exact revision. Refuses `unknown_reviewer`, `signature_needed`, `no_such_changeset`, `wrong_state`
 * unless it is ready, `stale_changeset` for any other hash, `stale_base`, and
 * `damaged_review`. Approving twice gives the first record.
 */
export async function approveChangeset(
  project: Project,
  verdict: Verdict & { readonly comment?: string },
  ambient: Ambient,
): Promise<ApprovalPaper> {
  const reviewer = reviewerOf(project, verdict.reviewer);
  if (reviewer.key !== undefined) refuse('signature_needed', { reviewer: reviewer.id });
  const changeset = openChangeset(project, verdict, 'approved');
  if (changeset.state !== 'ready') {
    refuse('wrong_state', {
      ...{ changeset: changeset.id, state: 'a draft', action: 'approved' },
      next: `when it is complete, "docforge changeset ready ${changeset.id}", then review it again`,
    });
  }
  requireFresh(await loadSnapshot(project), changeset);
  const records = loadReviewRecords(project, changeset.id);
  requireRequests(records, changeset.id);
  const given = countedApprovals(project, changeset, records).find((row) => row.reviewer === reviewer.id);
  if (given) return given;
  const approval = seal<ApprovalPaper>({
    schema: 'docforge.approval/1',
    changeset: changeset.id,
    changeset_hash: changeset.hash,
    files: changeset.files.map(({ path, after }) => ({ path, after })),
    reviewer: reviewer.id,
    comment: requireText('The comment', verdict.comment ?? ''),
    created: after(lastRequest(records, reviewer.id), ambient.now()),
  });
  await publishReviewRecord(project, approval);
  return approval;
}

/** Asks for changes; voids an approval of the same reviewer. Refuses as `commentChangeset` does. */
export function requestChanges(
  project: Project,
  verdict: Verdict & { readonly text: string },
  ambient: Ambient,
): Promise<ReviewRecordPaper> {
  return remark(project, 'changes_requested', verdict, ambient);
}

/** Leaves a comment. Refuses `unknown_reviewer`, `no_such_changeset`, `wrong_state`, `stale_changeset`, `invalid_text`. */
export function commentChangeset(
  project: Project,
  verdict: Verdict & { readonly text: string },
  ambient: Ambient,
): Promise<ReviewRecordPaper> {
  return remark(project, 'comment', verdict, ambient);
}

async function remark(
  project: Project,
  kind: ReviewRecordPaper['kind'],
  verdict: Verdict & { readonly text: string },
  ambient: Ambient,
): Promise<ReviewRecordPaper> {
  const reviewer = reviewerOf(project, verdict.reviewer);
  const changeset = openChangeset(project, verdict, 'reviewed');
  if (verdict.text === '') refuse('invalid_text', { what: 'The text', reason: 'it is empty' });
  const paper = seal<ReviewRecordPaper>({
    schema: 'docforge.review/1',
    kind,
    changeset: changeset.id,
    changeset_hash: changeset.hash,
    reviewer: reviewer.id,
    text: requireText('The text', verdict.text),
    created:
      kind === 'comment' ? ambient.now() : notBefore(lastApproval(project, changeset, reviewer.id), ambient.now()),
  });
  await publishReviewRecord(project, paper);
  return paper;
}

function openChangeset(project: Project, verdict: Verdict, action: string): ChangesetPaper {
  const changeset = loadChangesetHistory(project, verdict.changeset).at(-1)!;
  const life = lifeOf(changeset, lastReceipts(project).get(changeset.id));
  if (life !== 'open') {
    const state = life === 'rolled_back' ? 'rolled back' : life;
    refuse('wrong_state', { changeset: changeset.id, state, action, next: 'review one that is open' });
  }
  requireCurrent(changeset, verdict.hash);
  return changeset;
}

/** When a reviewer last approved any revision of a changeset; `undefined` when never. */
function lastApproval(project: Project, { id }: ChangesetPaper, reviewer: string): string | undefined {
  return loadReviewRecords(project, id).approvals.findLast((row) => row.reviewer === reviewer)?.created;
}

function notBefore(earlier: string | undefined, now: string): string {
  return earlier !== undefined && earlier > now ? earlier : now;
}

/** An instant that is later than another one, by a second where the clock is not. */
function after(earlier: string | undefined, now: string): string {
  if (earlier === undefined || now > earlier) return now;
  return `${new Date(Date.parse(earlier) + 1000).toISOString().slice(0, 19)}Z`;
}
