/** store: sources to one attested image, and the project in memory at one moment. */
export type { Cell, Row } from './database.ts';
export type { IndexReport } from './index-report.ts';
export { eachTermNear } from './near-terms.ts';
export { hashText, type Index, openIndex } from './open-index.ts';
export { FIELD_COUNT, FIELDS, type Field } from './postings.ts';
export { type RefreshOptions, refreshIndex } from './refresh.ts';
export { loadSnapshot, type Projection, type ProjectView, projectSnapshot, type Snapshot } from './snapshot.ts';
export type { Postings, TextIndex } from './text-index.ts';
export { eachTerm, foldText, foldWord, type TermKind } from './tokens.ts';
export { type IndexCheck, type IndexStatus, indexStatus, type Verification, verifyIndex } from './verify-index.ts';
