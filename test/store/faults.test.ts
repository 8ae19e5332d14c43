/** Damaged derived files are noticed, give no wrong answer, and are repaired. A short run of the torture tests. */
import { expect, it } from 'vitest';
import { damageFiles, flipEveryByte, occupyFiles, placeSidecars } from '../torture/index-faults.ts';

it('notices each flipped byte of image and attestation', async () => {
  const result = await flipEveryByte(0x01);
  expect(result.examples).toEqual([]);
  expect(result.runs).toBeGreaterThan(40_000);
});

it('repairs damaged files and never answers from them', async () => {
  const result = await damageFiles(120, 7);
  expect(result.examples).toEqual([]);
});

it('makes a derived file again whatever stands in its place', async () => {
  expect((await occupyFiles()).examples).toEqual([]);
});

it('does not accept an image beside which another program left a file', async () => {
  expect((await placeSidecars()).examples).toEqual([]);
});
