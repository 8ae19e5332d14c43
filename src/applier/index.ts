/** applier: approved changeset to files: gate, plan, journal, publish, recover, receipts, rollback, audit. */
export type { ApplicationPlan, Blocker, PlannedFile } from './application-plan.ts';
export { type ApplicationReport, applyChangeset, type DryRun, rollbackReceipt } from './apply.ts';
export { type AuditReport, auditProject, type UnexplainedFile } from './audit.ts';
export type { Cause, FileFate } from './outcome.ts';
export type { ApplyRequest } from './plan-apply.ts';
export type { RollbackRequest } from './plan-rollback.ts';
export type { Recovered } from './recover.ts';
export { interruptedApplications, type RecoveryReport, recoverProject } from './recover-project.ts';
export type { KeptFile } from './tidy.ts';
