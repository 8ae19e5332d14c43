/**
 * Power loss on the model disk: at a random step of a publication, then at random steps of up to two recoveries, with or
 * without the process dying first. The same test with one kind of flush left out must find damage: a test that cannot
 * fail proves nothing.
 */
import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import { flawsOf } from './crash.ts';
import type { Dropped } from './model-disk.ts';
import { below, type Random, seededRandom } from './random.ts';
import { Tally, type TortureResult } from './result.ts';
import { countingIds, mortal, sideOf, storyDisk, storyInput, unlessDead } from './story.ts';

type Mode = 'native' | 'portable';

const STEPS = 95;
const RECOVERY_STEPS = 80;

/** The full protocol: nothing may be mixed, left behind, or undone after it was confirmed. */
export async function powerLoss(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  for (let run = 0; run < size; run++) await loseOnce(tally, seed, run, 'native', {});
  return tally.result();
}

/** The portable way on a disk that keeps the order of folder changes, which is what it assumes. */
export async function powerLossPortable(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  for (let run = 0; run < size; run++) await loseOnce(tally, seed, run, 'portable', {});
  return tally.result();
}

const inTransaction = (path: string): boolean =>
  /(transaction|committed|aborted|staging)-[0-9a-f]{16}(\.\d+)?$/.test(path);

/** The flushes of the protocol, each left out in one mutant. */
export const MUTANTS: Readonly<Record<string, Dropped>> = {
  'staged files and journal': { files: (path) => /slot|journal/.test(path) },
  'journal only': { files: (path) => path.endsWith('journal.json') },
  'receipt file': { files: (path) => path.includes('/receipt.') },
  slots: { folders: (path) => path.includes('/slot.') },
  'transaction folder': { folders: inTransaction },
  'application folder': { folders: (path) => path.endsWith('/application') },
  'touched folder': { folders: (path) => path === 'docs' },
  'touched subfolder': { folders: (path) => path === 'docs/a' },
  'parent of a new folder': { folders: (path) => path === 'docs/new' },
  'new folder': { folders: (path) => path === 'docs/new/deep' },
  receipts: { folders: (path) => path.endsWith('/receipts') },
  objects: { folders: (path) => path.includes('/objects/') },
  'parent of object folders': { folders: (path) => path.endsWith('/objects') },
  'state folder': { folders: (path) => path === '.docforge' },
};

/** How many of the mutants are caught, each with at most `size` runs; one that is not caught is bad. */
export async function powerLossMutants(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  for (const [name, drop] of Object.entries(MUTANTS)) {
    const mutant = new Tally();
    for (let run = 0; run < size && mutant.bad === 0; run++) await loseOnce(mutant, seed, run, 'native', drop);
    tally.runs += mutant.runs;
    tally.count(mutant.bad > 0 ? 'caught' : 'missed');
    if (mutant.bad === 0) tally.fail(`without the flush of ${name} nothing went wrong in ${mutant.runs} runs`);
  }
  return tally.result();
}

async function loseOnce(tally: Tally, seed: number, run: number, mode: Mode, drop: Dropped): Promise<void> {
  const random = seededRandom(seed * 1_000_003 + run);
  const survival = mode === 'portable' || random() < 0.25 ? 'prefix' : 'any';
  const disk = storyDisk();
  const step = below(random, STEPS);
  const first = mortal(step);
  const end = await unlessDead(() =>
    publish(disk.system({ mode, hook: first.hook, alive: first.alive, drop }), storyInput()),
  );
  tally.runs++;
  const losses: string[] = [];
  const perhapsLosePower = (certain: boolean): void => {
    if (!certain && random() < 0.5) return;
    disk.losePower(random, survival);
    losses.push('power');
  };
  const recoveries = below(random, 3);
  perhapsLosePower(recoveries === 0);
  try {
    for (let i = 0; i < recoveries; i++) {
      const later = mortal(below(random, RECOVERY_STEPS));
      await unlessDead(() => recover(disk.system({ mode, hook: later.hook, alive: later.alive, drop }), ids(random)));
      perhapsLosePower(i === recoveries - 1);
    }
    tally.count('power losses', losses.length);
    await recover(disk.system({ mode, drop }), ids(random));
    await recover(disk.system({ mode, drop }), ids(random));
  } catch (error) {
    tally.fail(`run ${run} (${survival}, step ${step}): ${String(error)}`);
    return;
  }
  const side = sideOf(disk.texts('', ['.docforge']));
  tally.count(side);
  const flaws = flawsOf(disk, mode);
  if (end !== null && end.outcome === 'committed' && side !== 'new') flaws.push('a confirmed commit was undone');
  if (flaws.length > 0) tally.fail(`run ${run} (${survival}, step ${step}): ${flaws.join('; ')}`);
}

function ids(random: Random): () => string {
  return countingIds(0x10000 + below(random, 0xffff));
}
