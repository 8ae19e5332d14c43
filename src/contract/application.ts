/** Papers of the applying river: the journal of one transaction, and the receipt of one that was committed. */
import { z } from 'zod';
import { changesetIdWord, hashWord, instantWord, pathWord } from './words.ts';

export const fileChangeWord = z.strictObject({
  path: pathWord,
  before: hashWord.nullable(),
  after: hashWord.nullable(),
});

/** What the transaction is for; copied into the receipt. */
export const purposeWord = z.strictObject({
  kind: z.enum(['apply', 'rollback']),
  changeset: changesetIdWord,
  changeset_hash: hashWord,
  applier: z.string(),
  approvals: z.array(hashWord),
  /** For a rollback: the receipt that it takes back. */
  reverts: hashWord.nullable(),
  generation_before: hashWord,
  generation_after: hashWord,
});

export const journalSchema = z.strictObject({
  schema: z.literal('docforge.journal/1'),
  transaction: z.string().regex(/^[0-9a-f]{16}$/),
  created: instantWord,
  mode: z.enum(['native', 'portable']),
  purpose: purposeWord,
  /** Folders that did not exist when the transaction was staged, parents first; a rollback removes them when empty. */
  folders: z.array(pathWord),
  /** Item N is staged as `slot.EPOCH/NNNN`. Mode bits of the target, decimal. Sorted by path. */
  items: z.array(
    z.strictObject({ path: pathWord, before: hashWord.nullable(), after: hashWord.nullable(), mode: z.int() }),
  ),
  hash: hashWord,
});

export const receiptSchema = z.strictObject({
  schema: z.literal('docforge.receipt/1'),
  /** 1 for the first; the file name holds it too. */
  sequence: z.int().min(1),
  /** Hash of the receipt before, `null` for the first. */
  previous: hashWord.nullable(),
  transaction: z.string(),
  created: instantWord,
  mode: z.enum(['native', 'portable']),
  purpose: purposeWord,
  /** Sorted by path. Mode bits are those of the file after, or of the deleted file, decimal. */
  files: z.array(fileChangeWord.extend({ mode: z.int() })),
  hash: hashWord,
});

export type FileChangePaper = z.infer<typeof fileChangeWord>;
export type PurposePaper = z.infer<typeof purposeWord>;
export type JournalPaper = z.infer<typeof journalSchema>;
export type ReceiptPaper = z.infer<typeof receiptSchema>;
