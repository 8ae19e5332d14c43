/**
 * Real processes and real SIGKILL, on real files: a publication or a rollback killed at each of its calls, reads too,
 * then a recovery that is killed as well, then one that may live.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import { flawsOf } from './crash.ts';
import { below, type Random, seededRandom } from './random.ts';
import { RealWorld } from './real-world.ts';
import { Tally, type TortureResult } from './result.ts';
import { APPLICATION, countingIds, rollbackInput, sideOf, storyInput } from './story.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const TOGETHER = 2;

interface Ended {
  readonly killed: boolean;
  readonly error: string;
}

function child(...given: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const process_ = spawn(process.execPath, ['--import', 'tsx', CHILD, ...given], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let error = '';
    process_.stderr.on('data', (data) => {
      error += data;
    });
    process_.on('close', (_, signal) => resolve({ killed: signal === 'SIGKILL', error }));
  });
}

type What = 'publish' | 'rollback';
type Mode = 'native' | 'portable';

/** `size` kills in all, spread over the calls of a publication, a rollback, and both modes. */
export async function realKills(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const random = seededRandom(seed);
  const jobs: (() => Promise<void>)[] = [];
  for (const what of ['publish', 'rollback'] as const) {
    for (const mode of ['native', 'portable'] as const) {
      const calls = await callsOf(what, mode);
      tally.count(`calls of a ${mode} ${what}`, calls);
      const wanted = Math.max(1, Math.round(size / 4));
      for (let i = 0; i < wanted; i++) {
        const at = Math.floor(((i + random()) * calls) / wanted);
        const again = random() < 0.5 ? below(random, 120) : -1;
        jobs.push(() => killOnce(tally, what, mode, at, again));
      }
    }
  }
  await inParallel(jobs, random);
  return tally.result();
}

async function inParallel(jobs: (() => Promise<void>)[], random: Random): Promise<void> {
  const queue = jobs.map((job) => ({ job, key: random() })).sort((a, b) => a.key - b.key);
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await next.job();
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}

/** How many calls the whole of it makes, counted in this process. */
async function callsOf(what: What, mode: Mode): Promise<number> {
  const world = await prepared(what, mode);
  let calls = 0;
  const system = world.system({ hook: () => void calls++, hookReads: true });
  await publish(system, what === 'publish' ? storyInput() : rollbackInput());
  world.close();
  return calls;
}

async function prepared(what: What, mode: Mode): Promise<RealWorld> {
  const world = new RealWorld({ mode });
  if (what === 'rollback') await publish(world.system(), storyInput());
  return world;
}

async function killOnce(tally: Tally, what: What, mode: Mode, at: number, again: number): Promise<void> {
  const world = await prepared(what, mode);
  try {
    const first = await child(what, world.root, String(at), mode);
    const flaws = first.killed ? [] : [`it was not killed: ${first.error}`];
    if (again >= 0) {
      const second = await child('recover', world.root, String(again), mode);
      if (second.killed) tally.count('recoveries killed');
      else if (second.error !== '') flaws.push(second.error);
    }
    await recover(world.system(), countingIds(0x6000));
    const rest = await recover(world.system(), countingIds(0x7000));
    if (rest.length > 0) flaws.push('a second recovery found work');
    flaws.push(...(what === 'publish' ? flawsOf(world, mode) : rollbackFlaws(world)));
    tally.runs++;
    tally.count(sideOf(world.texts('', ['.docforge'])));
    if (flaws.length > 0) tally.fail(`${mode} ${what} at ${at}, recovery at ${again}: ${flaws.join('; ')}`);
  } finally {
    world.close();
  }
}

function rollbackFlaws(world: RealWorld): string[] {
  const files = world.texts('', ['.docforge']);
  const side = sideOf(files);
  const flaws = side === 'mixed' ? [`mixed: ${JSON.stringify(files)}`] : [];
  const left = world.names(APPLICATION).filter((name) => name !== 'retired');
  if (left.length > 0) flaws.push(`left: ${left.join(' ')}`);
  const receipts = world.names('.docforge/receipts').length;
  if (side !== 'mixed' && receipts !== (side === 'new' ? 1 : 2)) flaws.push(`${side}, but ${receipts} receipts`);
  if (side === 'old' && world.names('docs').includes('new')) flaws.push('the emptied folder was left');
  return flaws;
}
