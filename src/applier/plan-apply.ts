/**
 * The gate: whether exactly this changeset may be applied by this applier, now. Every rule is asked, so that a dry run
 * names all that is missing at once. Invariant: the operations are planned again here, on the project as it is, and
 * must lead to exactly the files that were approved; nothing is taken from paper that can be derived.
 */
import { type Ambient, hashBytes, type ProjectPath, Refusal, refuse, type Sha256 } from '../base/index.ts';
import type { ApprovalPaper, ChangesetPaper, PurposePaper, ReceiptPaper } from '../contract/index.ts';
import { projectPath, type System } from '../disk/index.ts';
import { type Applier, applierOf, type Project } from '../project/index.ts';
import {
  approvalsOf,
  bytesByPath,
  loadChangesetHistory,
  loadReviewRecords,
  type Planned,
  planOperations,
  requireFresh,
  requireRequests,
} from '../proposal/index.ts';
import { loadSnapshot, type Snapshot } from '../store/index.ts';
import { Blockers, ledgerFor, type Prepared, prepare, requireSameDescriptor } from './application-plan.ts';
import { receiptPath } from './places.ts';
import { earlierAct } from './publish.ts';
import type { PublicationItem } from './stage.ts';

/** Which changeset, at which hash, applied by whom. */
export interface ApplyRequest {
  readonly changeset: string;
  /** Hash of the revision that was approved. */
  readonly hash: string;
  /** Id of an applier in the descriptor. */
  readonly applier: string;
}

/** Plans an application. Refuses at once only `unknown_applier`, `no_such_changeset` and `damaged_changeset`. */
export async function prepareApply(
  project: Project,
  system: System,
  request: ApplyRequest,
  ambient: Ambient,
): Promise<Prepared> {
  const applier = applierOf(project, request.applier);
  const changeset = loadChangesetHistory(project, request.changeset).at(-1)!;
  const blockers = new Blockers();
  blockers.attempt(() => requireSameDescriptor(project));
  blockers.attempt(() => requireExact(project, changeset, request.hash));
  const ledger = ledgerFor(system, blockers);
  const snapshot = await loadSnapshot(project);
  const counted = countApprovals(project, changeset, applier);
  const generation_before = snapshot.generation;
  const purpose: PurposePaper = {
    kind: 'apply',
    changeset: changeset.id,
    changeset_hash: changeset.hash,
    applier: applier.id,
    approvals: counted.map((approval) => approval.hash),
    reverts: null,
    generation_before,
    generation_after: changeset.result.generation,
  };
  blockers.attempt(() => requireNotApplied(ledger.receipts, purpose));
  blockers.attempt(() => requireReady(changeset));
  blockers.attempt(() => requireRequests(loadReviewRecords(project, changeset.id), changeset.id));
  blockers.attempt(() => requireApproved(changeset, applier, counted));
  const applied = blockers.refusals.some((refusal) => refusal.code === 'already_applied');
  const planned = applied ? null : blockers.attempt(() => replan(snapshot, changeset));
  return prepare(
    system,
    {
      purpose: { ...purpose, generation_after: planned?.projected.generation ?? purpose.generation_after },
      items: blockers.attempt(() => itemsOf(project, changeset)) ?? [],
      approvals_needed: applier.approvals,
      approved_by: counted.map((approval) => approval.reviewer),
      blockers,
      ledger,
      expected: planned?.projected ?? null,
    },
    ambient,
  );
}

function requireExact(project: Project, changeset: ChangesetPaper, hash: string): void {
  const { id } = changeset;
  if (changeset.hash !== hash) refuse('stale_changeset', { changeset: id, current: changeset.hash, given: hash });
  if (changeset.project !== project.fingerprint) refuse('foreign_changeset', { changeset: id });
}

function requireReady({ id, state }: ChangesetPaper): void {
  if (state === 'draft') refuse('not_ready', { changeset: id });
  if (state === 'abandoned') {
    const next = 'Propose the change anew if it is wanted after all.';
    refuse('wrong_state', { changeset: id, state: 'abandoned', action: 'applied', next });
  }
}

function requireNotApplied(receipts: readonly ReceiptPaper[], purpose: PurposePaper): void {
  const earlier = earlierAct(receipts, purpose);
  if (earlier === null) return;
  refuse('already_applied', { changeset: purpose.changeset, receipt: receiptPath(earlier.sequence) });
}

/** The approvals of distinct reviewers for exactly this hash; those of its writers count only where that is allowed. */
function countApprovals(project: Project, changeset: ChangesetPaper, applier: Applier): ApprovalPaper[] {
  return approvalsOf(project, changeset).filter(
    (approval) => applier.own_changes || !changeset.writers.includes(approval.reviewer),
  );
}

function requireApproved(changeset: ChangesetPaper, applier: Applier, counted: readonly ApprovalPaper[]): void {
  if (counted.length >= applier.approvals) return;
  refuse('not_approved', {
    changeset: changeset.id,
    count: counted.length,
    needed: applier.approvals,
    applier: applier.id,
    own: applier.own_changes ? '' : ', those of its own writers not counted',
    approved_by: counted.map((approval) => approval.reviewer),
  });
}

/** Plans the operations on the project as it is; they must lead to exactly the approved files. */
function replan(snapshot: Snapshot, changeset: ChangesetPaper): Planned {
  requireFresh(snapshot, changeset);
  const planned = planOperations(snapshot, changeset.operations);
  const now = planned.files.map(({ path, before, after }) => `${path} ${before} ${after}`);
  const then = changeset.files.map(({ path, before, after }) => `${path} ${before} ${after}`);
  const differs = [...new Set([...now, ...then])].filter((row) => now.includes(row) !== then.includes(row));
  if (differs.length > 0) {
    const touched = [...new Set(differs.map((row) => row.slice(0, row.lastIndexOf(' ', row.lastIndexOf(' ') - 1))))];
    refuse('stale_base', { changeset: changeset.id, touched });
  }
  return planned;
}

/** The exact bytes of every file, checked against the hashes that were approved; only content of the project. */
function itemsOf(project: Project, changeset: ChangesetPaper): PublicationItem[] {
  const bytes = bytesByPath(changeset.files);
  return changeset.files.map(({ path, before, after }) => {
    const safe: ProjectPath = projectPath(path);
    if (project.formatOf(safe) === null) refuse('outside_content', { path });
    const content = bytes.get(path) ?? null;
    if ((content === null ? null : hashBytes(content)) !== after || before === after) {
      const { id, revision } = changeset;
      throw new Refusal('damaged_changeset', {
        changeset: id,
        revision,
        reason: `the bytes of ${path} are not its hash`,
      });
    }
    return { path: safe, before: before as Sha256 | null, bytes: content };
  });
}
