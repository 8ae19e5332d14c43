/** Rows that keep the index: build, status, verify. It is derived, so none of them changes a canonical file. */
import { z } from 'zod';
import { indexStatus, refreshIndex, verifyIndex } from '../../store/index.ts';
import { projectRow } from '../row.ts';

const rowsWord = z.record(z.string(), z.int());

const index_build = projectRow({
  input: z.strictObject({ full: z.boolean().optional() }),
  output: z.strictObject({
    outcome: z.enum(['current', 'published', 'repaired']),
    files: z.int(),
    read: z.int(),
    extracted: z.int(),
    rows: rowsWord,
    image_bytes: z.int(),
    rejected: z.string().nullable(),
  }),
  handle: async (input, { project }) => {
    const report = await refreshIndex(project, { full: input.full ?? false });
    const { generation, source_hash, degraded, rows, ...data } = report;
    return { data: { ...data, rows: { ...rows } }, generation, source_hash, degraded };
  },
});

const index_status = projectRow({
  input: z.strictObject({}),
  output: z.strictObject({
    state: z.enum(['missing', 'rejected', 'stale', 'current']),
    reason: z.string(),
    image_bytes: z.int().nullable(),
    rows: rowsWord.nullable(),
  }),
  handle: async (_input, { project }) => {
    const { generation, source_hash, rows, ...data } = await indexStatus(project);
    return { data: { ...data, rows: rows && { ...rows } }, generation, source_hash };
  },
});

const index_verify = projectRow({
  input: z.strictObject({ deep: z.boolean().optional() }),
  output: z.strictObject({
    valid: z.boolean(),
    checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), reason: z.string() })),
  }),
  handle: async (input, { project }) => {
    const { ok, generation, checks } = await verifyIndex(project, { deep: input.deep ?? false });
    return { data: { valid: ok, checks: checks.map((row) => ({ ...row })) }, generation };
  },
});

export const rows = { index_build, index_status, index_verify };
