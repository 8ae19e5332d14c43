/** Words of answers about changesets: one without its contents, and the request for a hash. */
import { z } from 'zod';
import { refuse } from '../base/index.ts';
import { type ChangesetPaper, changesetIdWord, problemWord } from '../contract/index.ts';

const fileWord = z.strictObject({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** A changeset without the text of its operations and files. */
export const summaryWord = z.strictObject({
  id: changesetIdWord,
  revision: z.int(),
  state: z.enum(['draft', 'ready', 'abandoned']),
  title: z.string(),
  rationale: z.string(),
  creator: z.string(),
  writer: z.string(),
  writers: z.array(z.string()),
  reason: z.string(),
  created: z.string(),
  updated: z.string(),
  operations: z.array(z.strictObject({ op: z.string(), id: z.string() })),
  files: z.array(fileWord),
  hash: z.string(),
});

export const problemChangesWord = z.strictObject({ caused: z.array(problemWord), fixed: z.array(problemWord) });

/** What is left of a changeset when contents are taken out. */
export function summaryOf(changeset: ChangesetPaper): z.infer<typeof summaryWord> {
  const { id, revision, state, title, rationale, creator, writer, writers, reason, created, updated, hash } = changeset;
  return {
    ...{ id, revision, state, title, rationale, creator, writer, writers, reason, created, updated },
    operations: changeset.operations.map((operation) => ({ op: operation.op, id: operation.id })),
    files: changeset.files.map(({ path, before, after }) => ({ path, before, after })),
    hash,
  };
}

/** Digits of a hash that are enough to mean it. */
const PREFIX_DIGITS_MIN = 12;

/**
 * The hash that was meant: whole, or its first digits, with or without `sha256:`. A prefix that is not the current
 * hash's is handed on, so that it is refused as stale with both hashes named.
 */
export function meantHash(given: string, current: string): string {
  const digits = given.replace(/^sha256:/, '').toLowerCase();
  if (!/^[0-9a-f]*$/.test(digits) || digits.length < PREFIX_DIGITS_MIN || digits.length > 64) {
    const reason = `a hash has 64 hexadecimal digits, and at least ${PREFIX_DIGITS_MIN} of them must be given`;
    return refuse('invalid_input', { operation: 'hash', where: 'the hash', reason });
  }
  return current.startsWith(`sha256:${digits}`) ? current : `sha256:${digits}`;
}
