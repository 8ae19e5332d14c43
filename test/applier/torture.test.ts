/** The torture tests in short form; `npm run torture` runs them in full. */
import { describe, expect, it } from 'vitest';
import { rows } from '../torture/rows.ts';

const SEED = 20260101;

describe('torture, short', () => {
  it.each(rows.filter((row) => row.suite > 0).map((row) => [row.name, row] as const))(
    '%s',
    async (_, row) => {
      const result = await row.run(row.suite, SEED);
      expect(result.examples).toEqual([]);
      expect(result.bad).toBe(0);
      expect(result.runs).toBeGreaterThan(0);
    },
    120_000,
  );
});
