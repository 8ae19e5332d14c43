/** Paper: the baseline, `.docforge/baseline.json`: problems that were accepted by name, each with what it was found in. */
import { z } from 'zod';
import { hashWord } from './words.ts';

/** One accepted problem. Two equal rows accept two equal problems. */
export const acceptedWord = z.strictObject({
  code: z.string().min(1),
  /** Where it was found; none for a problem of the project as a whole. */
  file: z.string().min(1).optional(),
  node: z.string().min(1).optional(),
  /** The message, without suggestion and line numbers. */
  says: z.string(),
  /** SHA-256 of the line, without its line end; of the file, with LF line ends; or of `says` where there is neither. */
  hash: hashWord,
  /** Why it was accepted. */
  reason: z.string().min(1).max(1_000),
});

export const baselineSchema = z.strictObject({
  schema: z.literal('docforge.baseline/1'),
  /** Sorted by file, code, what is said, hash and reason. On paper each stands on its own line. */
  accepted: z.array(acceptedWord),
});

export type AcceptedPaper = z.infer<typeof acceptedWord>;
export type BaselinePaper = z.infer<typeof baselineSchema>;
