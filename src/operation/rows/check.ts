/** The row that checks all documents. */
import { z } from 'zod';
import { limits, refuse } from '../../base/index.ts';
import { problemWord } from '../../contract/index.ts';
import { listProblems } from '../../query/index.ts';
import { openIndex } from '../../store/index.ts';
import { projectRow } from '../row.ts';

const check = projectRow({
  input: z.strictObject({
    limit: z.int().min(1).max(limits.page_rows_max).optional(),
    cursor: z.string().optional(),
  }),
  output: z.strictObject({
    valid: z.boolean(),
    files: z.int(),
    nodes: z.int(),
    edges: z.int(),
    counts: z.strictObject({ error: z.int(), warning: z.int(), note: z.int() }),
    problems: z.array(problemWord),
  }),
  handle: async (input, { project }) => {
    const index = await openIndex(project);
    try {
      const all = [...project.warnings, ...listProblems(index)];
      const { generation, source_hash, degraded } = index;
      const { file = 0, node = 0, edge = 0 } = index.attestation.rows;
      const counts = { error: 0, warning: 0, note: 0 };
      for (const { severity } of all) counts[severity]++;
      const from = startOf(input.cursor, generation);
      const to = Math.min(all.length, from + (input.limit ?? limits.page_rows_max));
      const problems = all.slice(from, to) as z.infer<typeof problemWord>[];
      const cursor = to < all.length ? `${to}.${generation.slice(7, 23)}` : null;
      const data = { valid: counts.error === 0, files: file, nodes: node, edges: edge, counts, problems };
      return { data, generation, source_hash, degraded, page: { total: all.length, cursor } };
    } finally {
      index.close();
    }
  },
});

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
