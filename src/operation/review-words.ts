/** Words of a review: the three views of one changeset, and what reviewers said. */
import { z } from 'zod';
import { approvalSchema, changeKindWord, problemWord, reviewRecordSchema } from '../contract/index.ts';

const text = z.string();
const maybe = z.string().nullable();

const nodeMeaningWord = z.strictObject({
  id: text,
  title: text,
  family: text,
  changes: z.array(changeKindWord),
  path_before: maybe,
  path_after: maybe,
  fields: z.array(z.strictObject({ name: text, before: maybe, after: maybe })),
  relations: z.array(
    z.strictObject({
      change: z.enum(['added', 'removed', 'changed']),
      type: text,
      target: text,
      target_title: maybe,
      note: maybe,
    }),
  ),
  sections: z.array(
    z.strictObject({
      change: z.enum(['added', 'removed', 'changed']),
      heading: text,
      anchor: text,
      level: z.int(),
      lines_before: z.int(),
      lines_after: z.int(),
    }),
  ),
  named: z.boolean(),
});

const fileReviewWord = z.strictObject({
  change: z.enum(['created', 'deleted', 'updated', 'moved']),
  path_before: maybe,
  path_after: maybe,
  hash_before: maybe,
  hash_after: maybe,
  bytes_before: z.int(),
  bytes_after: z.int(),
  line_ends: z.enum(['lf', 'crlf', 'mixed']),
  added: z.int(),
  removed: z.int(),
  hunks: z.array(
    z.strictObject({
      header: text,
      lines: z.array(z.strictObject({ kind: z.enum([' ', '-', '+']), text, open: z.boolean() })),
    }),
  ),
});

const moved = { expected: maybe, actual: maybe };

const effectWord = z.strictObject({
  problems_caused: z.array(problemWord),
  problems_fixed: z.array(problemWord),
  dependents: z.array(z.strictObject({ id: text, title: text, distance: z.int(), to: text, type: text })),
  dependents_complete: z.boolean(),
  conflicts: z.array(
    z.strictObject({
      changeset: text,
      title: text,
      owner: text,
      state: z.enum(['draft', 'ready']),
      nodes: z.array(text),
      files: z.array(text),
    }),
  ),
  staleness: z.strictObject({
    stale: z.boolean(),
    nodes: z.array(z.strictObject({ id: text, path: maybe, ...moved })),
    files: z.array(z.strictObject({ path: text, ...moved })),
    differs: z.array(text),
    reason: z.strictObject({ code: text, message: text }).nullable(),
  }),
});

/** The three views; the first two are `null` where the files are no longer what the changeset was made for. */
export const reviewWord = z.strictObject({
  meaning: z.array(nodeMeaningWord).nullable(),
  bytes: z.strictObject({ files: z.array(fileReviewWord), patch: text }).nullable(),
  effect: effectWord,
});

/** What was said about a changeset: approvals that count for this revision, remarks on any, files not to be trusted. */
export const recordsWord = z.strictObject({
  approvals: z.array(approvalSchema),
  remarks: z.array(reviewRecordSchema),
  damaged: z.array(z.strictObject({ file: text, reason: text })),
});
