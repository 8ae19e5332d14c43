/** The end of a process at every step of a publication, and again at every step of the recovery, on the model disk. */
import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import type { ModelDisk } from './model-disk.ts';
import { seededRandom } from './random.ts';
import { Tally, type TortureResult } from './result.ts';
import { APPLICATION, countingIds, mortal, PATHS, sideOf, storyDisk, storyInput, unlessDead } from './story.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** What is wrong with a disk on which everything has ended and nobody else wrote; empty when nothing is. */
export function flawsOf(disk: Pick<ModelDisk, 'texts' | 'names'>, mode: 'native' | 'portable'): string[] {
  const files = disk.texts('', ['.docforge']);
  const side = sideOf(files);
  const flaws: string[] = side === 'mixed' ? [`mixed: ${JSON.stringify(files)}`] : [];
  const left = disk.names(APPLICATION).filter((name) => name !== 'retired');
  if (left.length > 0) flaws.push(`left: ${left.join(' ')}`);
  if (mode === 'native' && disk.names(`${APPLICATION}/retired`).length > 0) flaws.push('retired something');
  const receipts = disk.names('.docforge/receipts').length;
  if (side !== 'mixed' && receipts !== (side === 'new' ? 1 : 0)) flaws.push(`${side}, but ${receipts} receipts`);
  if (side === 'old' && disk.names('docs').includes('new')) flaws.push('an empty new folder was left');
  const objects = Object.values(disk.texts('.docforge/objects'));
  const displaced = PATHS.filter(([, kind]) => kind !== 'create').length;
  if (side === 'new' && objects.length !== displaced) flaws.push(`${objects.length} of ${displaced} objects kept`);
  if (!objects.every((text) => text.startsWith('old '))) flaws.push('an object holds something else');
  return flaws;
}

/** Every step x every step when `size` allows so many runs, else `size` of them, spread by the seed. */
export async function crashEverywhere(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const random = seededRandom(seed);
  const all: (() => Promise<unknown>)[] = [];
  for (const mode of ['native', 'portable'] as const) {
    const whole = mortal(NEVER);
    await publish(storyDisk().system({ mode, hook: whole.hook }), storyInput());
    tally.count(`${mode} steps`, whole.steps());
    for (let step = 0; step < whole.steps(); step++) {
      const steps = await crashTwice(new Tally(), mode, step, NEVER);
      for (let again = 0; again <= steps; again++) all.push(() => crashTwice(tally, mode, step, again));
    }
  }
  tally.count('possible', all.length);
  for (const run of all) if (random() < size / all.length) await run();
  return tally.result();
}

/** A death at a step of the publication and one at a step of the recovery; how many steps the recovery made. */
async function crashTwice(tally: Tally, mode: 'native' | 'portable', step: number, again: number): Promise<number> {
  const disk = storyDisk();
  const first = mortal(step);
  await unlessDead(() => publish(disk.system({ mode, hook: first.hook, alive: first.alive }), storyInput()));
  const second = mortal(again);
  const ids = countingIds(0x2000);
  await unlessDead(() => recover(disk.system({ mode, hook: second.hook, alive: second.alive }), ids));
  await recover(disk.system({ mode }), ids);
  const rest = await recover(disk.system({ mode }), ids);
  const flaws = flawsOf(disk, mode);
  if (rest.length > 0) flaws.push('a third recovery found work');
  tally.runs++;
  tally.count(`${mode} ${sideOf(disk.texts('', ['.docforge']))}`);
  if (flaws.length > 0) tally.fail(`${mode} step ${step}, recovery step ${again}: ${flaws.join('; ')}`);
  return second.steps();
}
