/** Foreign writers at every step, alone and in random company, on the model disk and on a real one. */
import { type Edit, KINDS, runSchedule, type Schedule, type World } from './editors.ts';
import type { ModelOptions } from './model-disk.ts';
import { below, pick, type Random, seededRandom } from './random.ts';
import { RealWorld } from './real-world.ts';
import { Tally, type TortureResult } from './result.ts';
import { PATHS, storyDisk } from './story.ts';

const STEPS = 75;
const LATER = [1, 4, 12, Number.POSITIVE_INFINITY];

/** Every single edit, at every step, of every file, before every later death: `size` of them, spread evenly. */
export async function foreignEverywhere(size: number, seed: number): Promise<TortureResult> {
  const all: Schedule[] = [];
  for (const kind of KINDS) {
    for (const [path] of PATHS) {
      for (let at = 0; at < STEPS; at++) {
        for (const wait of kind === 'held' ? LATER : [0]) {
          const edit: Edit = { kind, path, at, until: at + wait, text: 'somebody else\n' };
          for (let death = at; death <= STEPS; death++) {
            const deaths = death === STEPS ? [] : [death];
            all.push({ edits: [edit], deaths, hookReads: false });
          }
        }
      }
    }
  }
  const tally = new Tally();
  const stride = Math.max(1, all.length / size);
  tally.count('possible', all.length);
  for (let i = seededRandom(seed)() * stride; i < all.length; i += stride) {
    const schedule = all[Math.floor(i)]!;
    await note(tally, modelWorld({}), schedule, JSON.stringify(schedule));
  }
  return tally.result();
}

/** One to four edits, no to two deaths, before reads too; the model disk with leases, as on ext4. */
export function foreignRandom(size: number, seed: number): Promise<TortureResult> {
  return randomSchedules(size, seed, () => modelWorld({}));
}

/** The same where no lease can be had: replaced files are kept, not removed. */
export function foreignWithoutLeases(size: number, seed: number): Promise<TortureResult> {
  return randomSchedules(size, seed, () => modelWorld({ leases: 'none' }));
}

/** The same in portable mode. */
export function foreignPortable(size: number, seed: number): Promise<TortureResult> {
  return randomSchedules(size, seed, () => modelWorld({ mode: 'portable' }));
}

/** The control: a publisher that overlooks writers must lose something, else these tests could not fail. */
export async function foreignControl(size: number, seed: number): Promise<TortureResult> {
  const blind = await randomSchedules(size, seed, () => modelWorld({ leases: 'lie' }));
  const lost = blind.seen.lost ?? 0;
  const examples = lost === 0 ? ['a publisher that overlooks writers lost nothing'] : [];
  return { runs: blind.runs, bad: lost === 0 ? 1 : 0, seen: { 'lost as expected': lost }, examples };
}

/** Random schedules on real files: the kernel's own leases and renames. */
export async function foreignReal(size: number, seed: number): Promise<TortureResult> {
  return onRealFiles(size, seed, new RealWorld());
}

/** The same in portable mode. */
export async function foreignRealPortable(size: number, seed: number): Promise<TortureResult> {
  return onRealFiles(size, seed, new RealWorld({ mode: 'portable' }));
}

async function onRealFiles(size: number, seed: number, world: RealWorld): Promise<TortureResult> {
  try {
    return await randomSchedules(size, seed, () => {
      world.reset();
      return world;
    });
  } finally {
    world.close();
  }
}

function modelWorld(options: ModelOptions): World {
  const disk = storyDisk();
  return {
    system: (more) => disk.system({ ...options, ...more }),
    replace: (path, text) => disk.replace(path, text),
    remove: (path) => disk.remove(path),
    read: (path) => disk.read(path),
    openForWriting: (path) => disk.openForWriting(path),
    texts: (folder, skip) => disk.texts(folder, skip),
    names: (folder) => disk.names(folder),
  };
}

async function randomSchedules(size: number, seed: number, worldOf: () => World): Promise<TortureResult> {
  const tally = new Tally();
  for (let run = 0; run < size; run++) {
    const schedule = randomSchedule(seededRandom(seed * 1_000_003 + run), run);
    await note(tally, worldOf(), schedule, `run ${run}: ${JSON.stringify(schedule)}`);
  }
  return tally.result();
}

function randomSchedule(random: Random, run: number): Schedule {
  const edits: Edit[] = [];
  const together = random() < 0.4 ? pick(random, PATHS)[0] : null;
  for (let i = 1 + below(random, 4); i > 0; i--) {
    const at = below(random, 230);
    const path = together ?? pick(random, PATHS)[0];
    const until = at + below(random, random() < 0.3 ? 300 : 30);
    edits.push({ kind: pick(random, KINDS), path, at, until, text: `edit ${run}.${i}\n` });
  }
  const deaths = Array.from({ length: below(random, 3) }, () => below(random, 170));
  return { edits, deaths, hookReads: true };
}

async function note(tally: Tally, world: World, schedule: Schedule, name: string): Promise<void> {
  tally.runs++;
  try {
    const end = await runSchedule(world, schedule);
    tally.count(end.side);
    if (end.conflicted) tally.count('conflicted');
    if (end.lost > 0) tally.count('lost', end.lost);
    if (end.aside > 0) tally.count('kept aside');
    if (end.flaws.length > 0) tally.fail(`${name}: ${end.flaws.join('; ')}`);
  } catch (error) {
    tally.fail(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
