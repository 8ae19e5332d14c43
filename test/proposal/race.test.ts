/** Processes of their own that append at the same time: a short version of what `npm run torture` does at length. */
import { describe, expect, it } from 'vitest';
import { raceInPairs, raceProposers } from '../torture/proposers.ts';

describe('proposers in several processes', () => {
  it('with the same hash: exactly one is in, the other is told that its hash is stale', async () => {
    const { runs, bad, examples } = await raceInPairs(12, 1);
    expect([runs, bad, examples]).toEqual([12, 0, []]);
  }, 120_000);

  it('lose no operation and write none twice, also when they are killed on the way', async () => {
    const { runs, bad, examples, seen } = await raceProposers(3, 8, 3, 2);
    expect([runs, bad, examples]).toEqual([24, 0, []]);
    expect(seen).toMatchObject({ 'operations kept': 24, killed: 2 });
  }, 120_000);
});
