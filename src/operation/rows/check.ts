/** The row that checks all documents. */
import { z } from 'zod';
import { limits, type Problem, refuse } from '../../base/index.ts';
import { fingerprints } from '../../baseline/index.ts';
import { hashWord, problemWord } from '../../contract/index.ts';
import { repositoryPrefix } from '../../project/index.ts';
import { type FoundProblems, findProblems } from '../found-problems.ts';
import { projectRow } from '../row.ts';

const countsWord = z.strictObject({ error: z.int(), warning: z.int(), note: z.int() });

/** In a whole report each problem carries the hash by which it is known again when lines slide. */
const foundWord = problemWord.extend({ fingerprint: hashWord.optional() });

const checkInput = z.strictObject({
  limit: z.int().min(1).max(limits.page_rows_max).optional(),
  cursor: z.string().optional(),
  /** All problems in one answer, with fingerprints: for a report to another program. */
  whole: z.boolean().optional(),
  /** Warnings make the answer "no" too. */
  strict: z.boolean().optional(),
});

type CheckInput = z.infer<typeof checkInput>;
type Found = z.infer<typeof foundWord>;

const check = projectRow({
  input: checkInput,
  output: z.strictObject({
    valid: z.boolean(),
    strict: z.boolean(),
    /** Where the project lies in its repository: `docs/`, or the empty text for its top. */
    prefix: z.string(),
    files: z.int(),
    nodes: z.int(),
    edges: z.int(),
    counts: countsWord,
    problems: z.array(foundWord),
    /** Problems that a whole report has no room for. */
    omitted: z.int(),
  }),
  handle: async (input, { project }) => {
    if (input.whole && (input.limit ?? input.cursor) !== undefined) {
      refuse('invalid_input', { operation: 'check', where: 'limit or cursor', reason: 'a whole report has no pages' });
    }
    const found = await findProblems(project);
    const { generation, source_hash, degraded, files, nodes, edges, problems: all } = found;
    const strict = input.strict ?? false;
    const counts = countsOf(all);
    const { problems, page } = input.whole ? wholeReport(all, found) : pageOf(all, input, generation);
    return {
      data: {
        valid: counts.error === 0 && (!strict || counts.warning === 0),
        ...{ strict, prefix: repositoryPrefix(project.root), files, nodes, edges, counts, problems },
        omitted: input.whole ? all.length - problems.length : 0,
      },
      ...{ generation, source_hash, degraded, page },
    };
  },
});

function countsOf(problems: readonly Problem[]): z.infer<typeof countsWord> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}

function wholeReport(all: readonly Problem[], found: FoundProblems) {
  const rows = all.slice(0, limits.report_rows_max);
  const marks = fingerprints(rows, found.bytesOf);
  const problems = (rows as Found[]).map((row, i) => ({ ...row, fingerprint: marks[i]!.id }));
  return { problems, page: { total: all.length, cursor: null } };
}

function pageOf(all: readonly Problem[], input: CheckInput, generation: string) {
  const from = startOf(input.cursor, generation);
  const to = Math.min(all.length, from + (input.limit ?? limits.page_rows_max));
  const cursor = to < all.length ? `${to}.${generation.slice(7, 23)}` : null;
  return { problems: all.slice(from, to) as Found[], page: { total: all.length, cursor } };
}

/** A cursor is the number of rows seen and the start of the generation they were seen in. */
function startOf(cursor: string | undefined, generation: string): number {
  if (cursor === undefined) return 0;
  const [, rows, mark] = /^(\d{1,9})\.([0-9a-f]{16})$/.exec(cursor) ?? [];
  if (rows === undefined) return refuse('invalid_cursor', { reason: 'it has another form' });
  const actual = generation.slice(7, 23);
  if (mark !== actual) return refuse('stale_cursor', { expected: mark!, actual });
  return Number(rows);
}

export const rows = { check };
