/** Rows that keep the baseline: accept problems by name, list what is accepted, take out what accepts nothing. */
import { z } from 'zod';
import { limits, refuse } from '../../base/index.ts';
import {
  BASELINE_PATH,
  formatBaseline,
  type Known,
  knownProblems,
  loadBaseline,
  matchBaseline,
  selectProblems,
} from '../../baseline/index.ts';
import { type AcceptedPaper, acceptedWord, problemWord } from '../../contract/index.ts';
import type { Project } from '../../project/index.ts';
import { findProblems } from '../found-problems.ts';
import { projectRow } from '../row.ts';

const words = z.array(z.string()).optional();

const baseline_accept = projectRow({
  input: z.strictObject({
    codes: words,
    problems: words,
    paths: words,
    nodes: words,
    reason: z.string().optional(),
    dry_run: z.boolean().optional(),
  }),
  output: z.strictObject({
    path: z.string(),
    written: z.boolean(),
    accepted: z.int(),
    /** Problems that were named and accepted before. */
    already: z.int(),
    /** Accepted problems by code. */
    codes: z.record(z.string(), z.int()),
    /** Rows of the baseline afterwards. */
    rows: z.int(),
    /** The accepted problems, as many as an answer has room for. */
    problems: z.array(problemWord),
  }),
  handle: async (input, { project }) => {
    const reason = reasonOf(input.reason);
    return project.disk.withLock(async () => {
      const { found, known, rows } = await standing(project);
      const naming = {
        ...{ codes: input.codes ?? [], problems: input.problems ?? [] },
        ...{ paths: input.paths ?? [], nodes: input.nodes ?? [] },
      };
      const named = selectProblems(known, naming);
      const isOpen = new Set(matchBaseline(known, rows).open);
      const fresh = named.filter((row) => isOpen.has(row));
      const after = [...rows, ...fresh.map((row) => acceptedRow(row, reason))];
      const written = fresh.length > 0 && !input.dry_run;
      if (written) await project.disk.publish(BASELINE_PATH, formatBaseline(after));
      const codes: Record<string, number> = {};
      for (const { problem } of fresh) codes[problem.code] = (codes[problem.code] ?? 0) + 1;
      const data = {
        ...{ path: BASELINE_PATH, written, accepted: fresh.length, already: named.length - fresh.length, codes },
        rows: after.length,
        problems: fresh.slice(0, limits.page_rows_max).map((row) => row.problem as z.infer<typeof problemWord>),
      };
      return { data, generation: found.generation, source_hash: found.source_hash, degraded: found.degraded };
    });
  },
});

const rowWord = acceptedWord.extend({ stale: z.boolean(), line: z.int().nullable() });

const baseline_list = projectRow({
  input: z.strictObject({ stale: z.boolean().optional() }),
  output: z.strictObject({
    path: z.string(),
    total: z.int(),
    stale: z.int(),
    /** As many rows as an answer has room for. */
    rows: z.array(rowWord),
  }),
  handle: async (input, { project }) => {
    const { found, known, rows, lines } = await standing(project);
    const stale = new Set(matchBaseline(known, rows).stale);
    const listed = rows
      .map((row, i) => ({ ...row, stale: stale.has(i), line: lines[i] ?? null }))
      .filter((row) => !input.stale || row.stale);
    const data = {
      ...{ path: BASELINE_PATH, total: rows.length, stale: stale.size },
      rows: listed.slice(0, limits.report_rows_max),
    };
    return { data, generation: found.generation, source_hash: found.source_hash, degraded: found.degraded };
  },
});

const baseline_prune = projectRow({
  input: z.strictObject({ dry_run: z.boolean().optional() }),
  output: z.strictObject({
    path: z.string(),
    written: z.boolean(),
    removed: z.int(),
    /** Rows of the baseline afterwards. */
    rows: z.int(),
    /** The removed rows, as many as an answer has room for. */
    stale: z.array(acceptedWord),
  }),
  handle: async (input, { project }) =>
    project.disk.withLock(async () => {
      const { found, known, rows } = await standing(project);
      const stale = new Set(matchBaseline(known, rows).stale);
      const kept = rows.filter((_, i) => !stale.has(i));
      const written = stale.size > 0 && !input.dry_run;
      if (written) await project.disk.publish(BASELINE_PATH, formatBaseline(kept));
      const data = {
        ...{ path: BASELINE_PATH, written, removed: stale.size, rows: kept.length },
        stale: rows.filter((_, i) => stale.has(i)).slice(0, limits.page_rows_max),
      };
      return { data, generation: found.generation, source_hash: found.source_hash, degraded: found.degraded };
    }),
});

/** All problems as they are now, and the rows of the baseline. */
async function standing(project: Project) {
  const baseline = loadBaseline(project);
  const found = await findProblems(project);
  const known = knownProblems(found.problems, found.bytesOf);
  return { found, known, rows: baseline?.accepted ?? [], lines: baseline?.lines ?? [] };
}

function acceptedRow({ problem, print }: Known, reason: string): AcceptedPaper {
  const { code, file, node } = problem;
  return {
    code,
    ...(file === undefined ? {} : { file }),
    ...(node === undefined ? {} : { node }),
    ...{ says: print.says, hash: print.hash, reason },
  };
}

function reasonOf(text: string | undefined): string {
  const reason = (text ?? '').trim();
  if (reason === '' || reason.length > 1_000 || /[\r\n]/.test(reason)) return refuse('reason_needed', {});
  return reason;
}

export const rows = { baseline_accept, baseline_list, baseline_prune };
