/**
 * The library: open a project, run an operation, and check a hash. What the command line does, a program can do.
 *
 * Every answer of `respond` is the envelope that `schemas/result.schema.json` describes.
 */
export {
  type Ambient,
  canonicalJson,
  fixedAmbient,
  hashJson,
  Refusal,
  type Sha256,
  systemAmbient,
  VERSION,
} from './base/index.ts';
export type {
  ApprovalPaper,
  ChangesetPaper,
  EdgePaper,
  FailurePaper,
  NodePaper,
  OperationPaper,
  OperationsDocument,
  PolicyPaper,
  ProjectPaper,
  ReceiptPaper,
  ResultPaper,
  ReviewRecordPaper,
  SuccessPaper,
} from './contract/index.ts';
export {
  type Access,
  exitStatus,
  type OperationContext,
  type OperationEntry,
  type OperationName,
  operations,
  type RespondOptions,
  respond,
} from './operation/index.ts';
export { openProject, type Project } from './project/index.ts';
