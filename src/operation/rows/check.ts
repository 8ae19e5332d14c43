/** The row that checks all documents. */
import { z } from 'zod';
import { limits, refuse } from '../../base/index.ts';
import { problemWord } from '../../contract/index.ts';
import { loadSnapshot } from '../../store/index.ts';
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
    const { files, graph, problems, source_hash, generation } = await loadSnapshot(project);
    const all = [...project.warnings, ...problems];
    const counts = { error: 0, warning: 0, note: 0 };
    for (const { severity } of all) counts[severity]++;
    const from = startOf(input.cursor, generation);
    const to = Math.min(all.length, from + (input.limit ?? limits.page_rows_max));
    return {
      data: {
        valid: counts.error === 0,
        files: files.length,
        nodes: graph.nodes.size,
        edges: graph.edges.length,
        counts,
        problems: all.slice(from, to) as z.infer<typeof problemWord>[],
      },
      source_hash,
      generation,
      page: { total: all.length, cursor: to < all.length ? `${to}.${generation.slice(7, 23)}` : null },
    };
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
