/** Papers of review: an approval, bound to one exact changeset hash; and a comment or a request for changes. */
import { z } from 'zod';
import { changesetIdWord, hashWord, instantWord, pathWord } from './words.ts';

export const approvalSchema = z.strictObject({
  schema: z.literal('docforge.approval/1'),
  changeset: changesetIdWord,
  changeset_hash: hashWord,
  /** What the reviewer approved, file by file: the hash after, `null` for a deletion. */
  files: z.array(z.strictObject({ path: pathWord, after: hashWord.nullable() })),
  reviewer: z.string(),
  comment: z.string(),
  created: instantWord,
  hash: hashWord,
});

export const reviewRecordSchema = z.strictObject({
  schema: z.literal('docforge.review/1'),
  kind: z.enum(['comment', 'changes_requested']),
  changeset: changesetIdWord,
  changeset_hash: hashWord,
  reviewer: z.string(),
  text: z.string().min(1),
  created: instantWord,
  hash: hashWord,
});

export type ApprovalPaper = z.infer<typeof approvalSchema>;
export type ReviewRecordPaper = z.infer<typeof reviewRecordSchema>;
