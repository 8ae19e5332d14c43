/** The row that checks all documents. */
import { z } from 'zod';
import { hashBytes, limits, type Problem, refuse } from '../../base/index.ts';
import { BASELINE_PATH } from '../../baseline/index.ts';
import { hashWord, problemWord } from '../../contract/index.ts';
import { repositoryPrefix } from '../../project/index.ts';
import { findProblems } from '../found-problems.ts';
import { type Judged, judgeProblems } from '../judge-problems.ts';
import { projectRow } from '../row.ts';

const countsWord = z.strictObject({ error: z.int(), warning: z.int(), note: z.int() });

/** In a whole report each problem carries the hash by which it is known again when lines slide. */
const foundWord = problemWord.extend({ fingerprint: hashWord.optional() });

const checkInput = z.strictObject({
  limit: z.int().min(1).max(limits.page_rows_max).optional(),
  cursor: z.string().optional(),
  /** All problems in one answer, with fingerprints, and the accepted ones: for a report to another program. */
  whole: z.boolean().optional(),
  /** Warnings make the answer "no" too. */
  strict: z.boolean().optional(),
  /** The baseline is used where there is one; `require` that there is one, or `ignore` it. */
  baseline: z.enum(['use', 'require', 'ignore']).optional(),
});

const checkOutput = z.strictObject({
  valid: z.boolean(),
  strict: z.boolean(),
  /** Where the project lies in its repository: `docs/`, or the empty text for its top. */
  prefix: z.string(),
  files: z.int(),
  nodes: z.int(),
  edges: z.int(),
  /** Of the problems that count. */
  counts: countsWord,
  problems: z.array(foundWord),
  /** Problems that a whole report has no room for. */
  omitted: z.int(),
  /** What the baseline takes out; `null` where none was used. */
  accepted: z
    .strictObject({
      path: z.string(),
      counts: countsWord,
      /** Rows of the baseline that accept nothing. */
      stale: z.int(),
      /** Of a whole report alone. */
      problems: z.array(foundWord.extend({ reason: z.string() })),
    })
    .nullable(),
});

type CheckInput = z.infer<typeof checkInput>;
type CheckData = z.infer<typeof checkOutput>;

const check = projectRow({
  input: checkInput,
  output: checkOutput,
  handle: async (input, { project }) => {
    const whole = input.whole ?? false;
    if (whole && (input.limit ?? input.cursor) !== undefined) {
      refuse('invalid_input', { operation: 'check', where: 'limit or cursor', reason: 'a whole report has no pages' });
    }
    const found = await findProblems(project);
    const judged = judgeProblems(project, found, { use: input.baseline ?? 'use', whole });
    const { generation, source_hash, degraded, files, nodes, edges } = found;
    const { open, baseline } = judged;
    const { from, to, cursor } = whole
      ? { from: 0, to: Math.min(open.length, limits.report_rows_max), cursor: null }
      : pageOf(open.length, input, `${generation.slice(7, 23)}.${markOf(baseline?.bytes)}`);
    const strict = input.strict ?? false;
    const counts = countsOf(open.map((row) => row.problem));
    const data: CheckData = {
      valid: counts.error === 0 && (!strict || counts.warning === 0),
      ...{ strict, prefix: repositoryPrefix(project.root), files, nodes, edges, counts },
      problems: open.slice(from, to).map(({ problem, print }) => rowOf(problem, whole ? print?.id : undefined)),
      omitted: whole ? open.length - to : 0,
      accepted: baseline && acceptedOf(judged, whole ? limits.report_rows_max - to : 0),
    };
    return { data, generation, source_hash, degraded, page: { total: open.length, cursor } };
  },
});

function acceptedOf({ accepted, stale }: Judged, rowsMax: number): NonNullable<CheckData['accepted']> {
  const rows = accepted.slice(0, rowsMax);
  return {
    path: BASELINE_PATH,
    counts: countsOf(accepted.map((row) => row.problem)),
    stale,
    problems: rows.map(({ problem, print, reason }) => ({ ...rowOf(problem, print.id), reason })),
  };
}

function rowOf(problem: Problem, fingerprint: string | undefined): CheckData['problems'][number] {
  const row = problem as CheckData['problems'][number];
  return fingerprint === undefined ? row : { ...row, fingerprint };
}

function countsOf(problems: readonly Problem[]): z.infer<typeof countsWord> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}

function markOf(baseline: Uint8Array | undefined): string {
  return baseline === undefined ? '0' : hashBytes(baseline).slice(7, 15);
}

/** A cursor is the number of rows seen, the start of the generation they were seen in, and what they were held against. */
function pageOf(total: number, { limit, cursor }: CheckInput, mark: string) {
  const from = cursor === undefined ? 0 : startOf(cursor, mark);
  const to = Math.min(total, from + (limit ?? limits.page_rows_max));
  return { from, to, cursor: to < total ? `${to}.${mark}` : null };
}

function startOf(cursor: string, mark: string): number {
  const [, rows, given] = /^(\d{1,9})\.([0-9a-f]{16}\.[0-9a-f.]+)$/.exec(cursor) ?? [];
  if (given === undefined) return refuse('invalid_cursor', { reason: 'it has another form' });
  const [expected, actual] = [given.slice(0, 16), mark.slice(0, 16)];
  if (expected !== actual) return refuse('stale_cursor', { expected, actual });
  return given === mark ? Number(rows) : refuse('invalid_cursor', { reason: 'it belongs to another question' });
}

export const rows = { check };
