/** contract: the papers. One file per versioned document; static type, run-time reader and JSON Schema from one source. */
export {
  type FileChangePaper,
  fileChangeWord,
  type JournalPaper,
  journalSchema,
  type PurposePaper,
  purposeWord,
  type ReceiptPaper,
  receiptSchema,
} from './application.ts';
export { type ApprovalPaper, approvalSchema, type ReviewRecordPaper, reviewRecordSchema } from './approval.ts';
export { type AcceptedPaper, acceptedWord, type BaselinePaper, baselineSchema } from './baseline.ts';
export {
  type AdoptOperation,
  type ChangedFile,
  type ChangesetPaper,
  type CreateOperation,
  changesetSchema,
  type DeleteOperation,
  type MoveOperation,
  type OperationPaper,
  type OperationsDocument,
  operationsDocumentSchema,
  operationWord,
  type UpdateOperation,
} from './changeset.ts';
export { type DocumentRow, documents, jsonSchemaOf } from './documents.ts';
export { type EdgePaper, edgeSchema } from './edge.ts';
export {
  type AttestationPaper,
  attestationSchema,
  type ChangeKind,
  changeKindWord,
  type EdgeChange,
  edgeChangeWord,
  type GenerationDiffPage,
  type GenerationDiffPaper,
  generationDiffPageSchema,
  generationDiffSchema,
  type NodeChange,
  nodeChangeWord,
} from './index-papers.ts';
export { type NodePaper, nodeSchema } from './node.ts';
export { type PolicyPaper, policySchema } from './policy.ts';
export { operationKindWord, type ProjectPaper, projectSchema } from './project.ts';
export { type FailurePaper, type ResultPaper, resultSchema, type SuccessPaper } from './result.ts';
export { type BrokenSeal, isBroken, openSealed, seal } from './seal.ts';
export {
  authorityWord,
  changesetIdWord,
  degradedWord,
  hashWord,
  nodeIdWord,
  pathWord,
  problemWord,
  relationWord,
  severityWord,
  tomlTableWord,
} from './words.ts';
