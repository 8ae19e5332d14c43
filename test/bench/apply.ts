/** The file phase of an application of ten files, beside its floor: stage, flush in parallel, rename, flush the folder. */
import { closeSync, fsync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publish } from '../../src/applier/publish.ts';
import { hashBytes } from '../../src/base/index.ts';
import { openDisk, type SystemCall } from '../../src/disk/index.ts';
import { countingIds, purposeOf } from '../torture/story.ts';
import { median } from './measure.ts';
import type { Measured } from './queries.ts';

const FILES = 10;
const ROUNDS = 15;
const flush = promisify(fsync);
const names = Array.from({ length: FILES }, (_, i) => `docs/p${i}.md`);
const bytesOf = (round: number, name: string): Buffer => Buffer.from(`${name} ${round}\n${'text '.repeat(800)}\n`);

async function floor(root: string, round: number): Promise<void> {
  const handles = names.map((name) => {
    const path = join(root, `${name}.tmp`);
    writeFileSync(path, bytesOf(round, name));
    return openSync(path, 'r+');
  });
  await Promise.all(handles.map((handle) => flush(handle)));
  for (const handle of handles) closeSync(handle);
  for (const name of names) renameSync(join(root, `${name}.tmp`), join(root, name));
  const folder = openSync(join(root, 'docs'), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Medians of interleaved rounds, and the flushes that were counted on the way to the commit. */
export async function measureApply(scratch: string): Promise<Measured[]> {
  const root = join(scratch, 'apply');
  mkdirSync(join(root, 'docs'), { recursive: true });
  await floor(root, 0);
  const disk = openDisk(root);
  let flushes = 0;
  let committed = false;
  const hook = (call: SystemCall, path: string, other?: string): void => {
    if (call === 'renameNoReplace' && other?.includes('/committed-')) committed = true;
    if ((call === 'flushFile' || call === 'flushFolder') && !committed) flushes++;
    if (call === 'flushFolder' && committed && path.endsWith('/application')) flushes++;
  };
  const system = disk.system({ hook });
  const ids = countingIds(1);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    flushes = 0;
    committed = false;
    const items = names.map((path) => ({
      path,
      before: hashBytes(bytesOf(round - 1, path)),
      bytes: bytesOf(round, path),
    }));
    const started = performance.now();
    const { outcome } = await publish(system, {
      id: ids(),
      created: '2026-01-01T00:00:00Z',
      purpose: purposeOf(`round-${round}`),
      items,
      freshId: countingIds(1_000_000 * round),
    });
    ours.push(performance.now() - started);
    if (outcome !== 'committed') throw new Error(`the publication ended as ${outcome}`);
    const bareStarted = performance.now();
    await floor(root, round);
    bare.push(performance.now() - bareStarted);
  }
  system.close();
  disk.close();
  const figure = `${median(ours).toFixed(1)} ms | ${median(bare).toFixed(1)} ms`;
  return [
    {
      what: `apply ${FILES} files, file phase with tidying | floor`,
      figure,
      ratio: median(ours) / median(bare),
      goal: '<= 2',
    },
    { what: '  flushes, N + D + 6', figure: `${FILES} + 1 + 6`, ratio: String(flushes), goal: '17' },
  ];
}
