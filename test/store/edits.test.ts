/** Any sequence of edits leaves the image that a full build of the same files gives, byte for byte. */
import { describe, expect, it } from 'vitest';
import { openIndex, refreshIndex } from '../../src/store/index.ts';
import { randomStream } from '../bench/corpus.ts';
import { copyFolder, imageOf, makeFolder, openAt } from './fixture.ts';
import { edit } from './random-edits.ts';
import { DESCRIPTOR, SMALL, VAULT } from './sample.ts';

async function run(seed: number, steps: number, vault: boolean): Promise<void> {
  const root = makeFolder(SMALL, vault ? VAULT : DESCRIPTOR);
  const editor = { root, random: randomStream(seed), vault };
  const project = openAt(root);
  for (let step = 0; step < steps; step++) {
    const edits = 1 + Math.floor(editor.random() * 3);
    for (let i = 0; i < edits; i++) edit(editor);
    const report = await refreshIndex(project);
    expect(report.degraded).toEqual([]);
    if (step % 5 !== 4) continue;
    const full = openAt(copyFolder(root));
    const expected = await refreshIndex(full);
    expect(report.generation, `seed ${seed}, step ${step}`).toBe(expected.generation);
    expect(imageOf(root).equals(imageOf(full.root)), `seed ${seed}, step ${step}`).toBe(true);
    const index = await openIndex(project);
    for (const [number] of index.rows('select id from node')) index.bodyOf(number as number);
    index.close();
  }
}

describe('incremental equals full', () => {
  it('after 60 rounds of edits in a project', () => run(1, 60, false));
  it('after 60 rounds of other edits in a project', () => run(2, 60, false));
  it('after 60 rounds of edits in a vault', () => run(4, 60, true));
});
