/** proposal: intent to changeset: operations, projected graph, permissions, conflicts, rebase, review, lifecycle. */
export {
  approvalsOf,
  approveChangeset,
  commentChangeset,
  countedApprovals,
  requestChanges,
  type Verdict,
} from './approvals.ts';
export { buildReview, type Review } from './build-review.ts';
export { listChangesetIds, loadChangeset, loadChangesetHistory } from './changeset-files.ts';
export { compareProblems, type FilesTouched, type ProblemChanges } from './compare-problems.ts';
export { type Conflict, findConflicts } from './conflicts.ts';
export { type Draft, loadDraft } from './draft.ts';
export { type ExactText, exactUpdate } from './exact-update.ts';
export {
  abandonChangeset,
  appendOperations,
  createChangeset,
  markReady,
  type NewChangeset,
  type Registered,
  rebaseChangeset,
  type Step,
} from './lifecycle.ts';
export { type ChangesetList, type ChangesetRow, listChangesets, statusOf } from './list-changesets.ts';
export { type ImportPlan, planImport } from './plan-import.ts';
export { bytesByPath, type Planned, type PlanOptions, planOperations, projectFiles } from './plan-operations.ts';
export type { BytesReview, FileReview, ShownLine } from './review-bytes.ts';
export type { Dependent, EffectReview } from './review-effect.ts';
export { loadReviewRecords, type ReviewRecords, requireRequests } from './review-files.ts';
export type { FieldChange, NodeMeaning, RelationChange } from './review-meaning.ts';
export type { SectionChange } from './sections.ts';
export { requireFresh, type Staleness, stalenessOf } from './staleness.ts';
export { type ChangesetStatus, STATUSES } from './status.ts';
