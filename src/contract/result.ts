/** Paper: the envelope of every answer. Human text is printed from it alone. */
import { z } from 'zod';
import { countWord, degradedWord, hashWord } from './words.ts';

const head = {
  schema: z.literal('docforge.result/1'),
  operation: z.string(),
  project: z.string().nullable(),
  adapter: z.string().nullable(),
  /** The Git commit, when there is one. */
  revision: z.string().nullable(),
  source_hash: hashWord.nullable(),
  generation: hashWord.nullable(),
};

export const pageWord = z.strictObject({
  total: countWord.nullable(),
  /** Hand it back to go on; `null` when there is no more. Bound to the generation and to the question. */
  cursor: z.string().nullable(),
});

export const successSchema = z.strictObject({
  ...head,
  ok: z.literal(true),
  data: z.json(),
  degraded: z.array(degradedWord),
  page: pageWord.nullable(),
});

export const failureSchema = z.strictObject({
  ...head,
  ok: z.literal(false),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.json()),
    remediation: z.string(),
  }),
});

export const resultSchema = z.discriminatedUnion('ok', [successSchema, failureSchema]);

export type SuccessPaper = z.infer<typeof successSchema>;
export type FailurePaper = z.infer<typeof failureSchema>;
export type ResultPaper = SuccessPaper | FailurePaper;
