/**
 * The status of a changeset: what its last revision says, what the receipts say, who approved it, and whether it still
 * fits the project.
 *
 *     draft -> ready -> approved -> applied -> rolled_back        abandoned and stale from any of the first three
 */
import type { ApprovalPaper, ChangesetPaper, ReceiptPaper } from '../contract/index.ts';
import type { Project } from '../project/index.ts';

/** Every status there is, in the order of a life. `damaged`: its stored form cannot be trusted. */
export const STATUSES = [
  'draft',
  'ready',
  'approved',
  'stale',
  'applied',
  'rolled_back',
  'abandoned',
  'damaged',
] as const;

export type ChangesetStatus = (typeof STATUSES)[number];

/** `applied`, `rolled_back`, `abandoned`, or `open` for one that is none of these. */
export function lifeOf(
  changeset: ChangesetPaper,
  receipt: ReceiptPaper | undefined,
): 'open' | 'applied' | 'rolled_back' | 'abandoned' {
  if (receipt?.purpose.kind === 'apply') return 'applied';
  if (receipt?.purpose.kind === 'rollback' && receipt.purpose.changeset_hash === changeset.hash) return 'rolled_back';
  return changeset.state === 'abandoned' ? 'abandoned' : 'open';
}

/** Whether some applier of the project could apply it with these approvals; at least one is needed to be `approved`. */
export function isApproved(project: Project, changeset: ChangesetPaper, approvals: readonly ApprovalPaper[]): boolean {
  if (changeset.state !== 'ready' || approvals.length === 0) return false;
  return project.policy.appliers.some((applier) => {
    const counted = approvals.filter((row) => applier.own_changes || !changeset.writers.includes(row.reviewer));
    return counted.length >= applier.approvals;
  });
}
