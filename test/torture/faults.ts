/**
 * A failing disk: an error at every call of a publication, before the call or after it took effect, once or from then
 * on; and every byte of a journal and of a receipt changed. Everything must end typed, and nothing mixed.
 */
import { readLedger } from '../../src/applier/ledger.ts';
import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import type { System } from '../../src/disk/index.ts';
import { flawsOf } from './crash.ts';
import type { ModelDisk } from './model-disk.ts';
import { systemError } from './model-tree.ts';
import { below, seededRandom } from './random.ts';
import { Tally, type TortureResult } from './result.ts';
import { APPLICATION, countingIds, mortal, sideOf, storyDisk, storyInput, unlessDead } from './story.ts';

const CODES = ['EIO', 'ENOSPC'] as const;
const CHANGES = [
  'makeFolder',
  'createFile',
  'flushFile',
  'flushFolder',
  'exchange',
  'renameNoReplace',
  'take',
  'unlink',
  'removeFolder',
] as const;
const READS = ['list', 'identify', 'readFile'] as const;

interface Fault {
  readonly mode: 'native' | 'portable';
  /** Number of the call that fails. */
  readonly at: number;
  readonly code: (typeof CODES)[number];
  /** `after`: the call did its work and reports an error all the same. */
  readonly when: 'before' | 'after';
  /** Every later call fails too. */
  readonly lasting: boolean;
  readonly reads: boolean;
}

/** The system with one fault; `calls()` says how many calls were made. */
function failing(system: System, fault: Fault): { readonly system: System; readonly calls: () => number } {
  let calls = 0;
  const names: readonly string[] = fault.reads ? [...CHANGES, ...READS] : CHANGES;
  const proxy = new Proxy(system, {
    get(target, name: keyof System) {
      const method = target[name];
      if (typeof method !== 'function' || !names.includes(name)) return method;
      return (...given: unknown[]) => {
        const number = calls++;
        const fails = number === fault.at || (fault.lasting && number > fault.at);
        const act = () => (method as (...values: unknown[]) => unknown).apply(target, given);
        if (!fails) return act();
        const error = systemError(fault.code, String(given[0]));
        if (fault.when === 'before') {
          if (name === 'flushFile' || name === 'flushFolder') return Promise.reject(error);
          throw error;
        }
        const done = act();
        if (done instanceof Promise) return done.then(() => Promise.reject(error));
        throw error;
      };
    },
  });
  return { system: proxy, calls: () => calls };
}

/** An error at every call, in every way, when `size` allows so many runs, else `size` of them, spread by the seed. */
export async function diskErrors(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const random = seededRandom(seed);
  const all: Fault[] = [];
  for (const mode of ['native', 'portable'] as const) {
    for (const reads of [false, true]) {
      const none: Fault = { mode, at: -1, code: 'EIO', when: 'before', lasting: false, reads };
      const whole = failing(storyDisk().system({ mode }), none);
      await publish(whole.system, storyInput());
      for (let at = 0; at < whole.calls(); at++) {
        for (const code of reads ? (['EIO'] as const) : CODES) {
          for (const when of ['before', 'after'] as const) {
            for (const lasting of [false, true]) {
              all.push({ mode, at, code, when, lasting, reads });
            }
          }
        }
      }
    }
  }
  tally.count('possible', all.length);
  for (const fault of all) if (random() < size / all.length) await failOnce(tally, fault);
  return tally.result();
}

/** Which side a typed outcome promises at once; the others are settled by recovery. */
const PROMISED: Readonly<Record<string, string>> = {
  refused: 'old',
  rolled_back: 'old',
  committed: 'new',
  committed_unconfirmed: 'new',
};

async function failOnce(tally: Tally, fault: Fault): Promise<void> {
  const { mode } = fault;
  const disk = storyDisk();
  tally.runs++;
  const flaws: string[] = [];
  try {
    const { outcome } = await publish(failing(disk.system({ mode }), fault).system, storyInput());
    tally.count(outcome);
    const side = sideOf(disk.texts('', ['.docforge']));
    const promised = PROMISED[outcome];
    if (promised !== undefined && promised !== side) flaws.push(`${outcome}, but the files are ${side}`);
    if (promised === undefined && outcome !== 'interrupted') flaws.push(`outcome ${outcome}`);
    const ids = countingIds(0x4000);
    await recover(failing(disk.system({ mode }), { ...fault, at: fault.at % 20, lasting: false }).system, ids).catch(
      (error: Error & { code?: string }) => {
        if (error.code === undefined) throw error;
      },
    );
    await recover(disk.system({ mode }), ids);
    await recover(disk.system({ mode }), ids);
    const end = sideOf(disk.texts('', ['.docforge']));
    if (promised !== undefined && end !== promised) flaws.push(`recovery made ${end} of ${outcome}`);
    flaws.push(...flawsOf(disk, mode));
  } catch (error) {
    flaws.push(`not typed: ${error instanceof Error ? error.stack : String(error)}`);
  }
  if (flaws.length > 0) tally.fail(`${JSON.stringify(fault)}: ${flaws.join('; ')}`);
}

/** Every byte of a journal flipped, and its end cut off at every place: noticed, and nothing is touched. */
export async function journalFlips(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  for (const state of ['transaction', 'committed'] as const) {
    const disk = storyDisk();
    const stop = (call: string, path: string, other?: string): void => {
      if (state === 'transaction' && call === 'flushFolder' && path === 'docs/a') throw new Stopped();
      if (state === 'committed' && (other ?? '').includes('/receipts/')) throw new Stopped();
    };
    await publish(disk.system({ hook: stop }), storyInput()).catch(stopped);
    const folder = disk.names(APPLICATION).find((name) => name.startsWith(state))!;
    const path = `${APPLICATION}/${folder}/journal.json`;
    await eachDamage(tally, disk, path, size / 2, seed, async () => {
      const before = JSON.stringify(disk.texts());
      const rows = await recover(disk.system(), countingIds());
      if (rows.length !== 1 || rows[0]?.outcome !== 'journal_damaged') return `outcome ${rows[0]?.outcome}`;
      const next = await publish(disk.system(), storyInput({ id: 'abadabadabadabad' }));
      if (!['refused', 'rolled_back'].includes(next.outcome)) return `the next publication ${next.outcome}`;
      return JSON.stringify(disk.texts()) === before ? null : 'something was touched';
    });
  }
  return tally.result();
}

/** Every byte of a receipt flipped, and its end cut off at every place: the ledger says that it is broken. */
export async function receiptFlips(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const disk = storyDisk();
  await publish(disk.system(), storyInput());
  await eachDamage(tally, disk, '.docforge/receipts/000001.json', size, seed, async () =>
    readLedger(disk.system()).broken.length === 1 ? null : 'it was not noticed',
  );
  return tally.result();
}

class Stopped extends Error {}

function stopped(error: unknown): void {
  if (!(error instanceof Stopped)) throw error;
}

/** Damages a file in place in `size` of all possible ways, spread evenly, and mends it after each check. */
async function eachDamage(
  tally: Tally,
  disk: ModelDisk,
  path: string,
  size: number,
  seed: number,
  check: () => Promise<string | null>,
): Promise<void> {
  const text = disk.read(path)!;
  const bytes = Buffer.from(text);
  const random = seededRandom(seed);
  const ways = bytes.length * 2;
  const stride = Math.max(1, ways / size);
  for (let i = random() * stride; i < ways; i += stride) {
    const at = Math.floor(i) >> 1;
    const cut = Math.floor(i) % 2 === 1;
    const damaged = Buffer.from(cut ? bytes.subarray(0, at) : bytes);
    if (!cut) damaged[at] = damaged[at]! ^ (1 << below(random, 8));
    const handle = disk.openForWriting(path)!;
    handle.writeBytes(damaged);
    const flaw = await check();
    handle.writeBytes(bytes);
    handle.close();
    tally.runs++;
    if (flaw !== null) tally.fail(`${path}, byte ${at}${cut ? ' (cut)' : ''}: ${flaw}`);
  }
}

/**
 * A fenced owner whose last call was already on its way: the folders of the call were resolved, then another process
 * recovered, and the call takes effect before any step of that recovery, or after all of it.
 */
export async function lateCalls(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const random = seededRandom(seed);
  for (const mode of ['native', 'portable'] as const) {
    let total = 0;
    await publish(storyDisk().system({ mode, resolved: () => void total++ }), storyInput());
    const moments = 240;
    const share = size / (2 * total * moments);
    for (let call = 0; call < total; call++) {
      for (let moment = 0; moment < moments; moment++) {
        if (random() < share) await callLate(tally, mode, call, moment);
      }
    }
  }
  return tally.result();
}

async function callLate(tally: Tally, mode: 'native' | 'portable', call: number, moment: number): Promise<void> {
  const disk = storyDisk();
  const owner = mortal(Number.POSITIVE_INFINITY);
  let late: (() => void) | undefined;
  let calls = 0;
  const dead = mortal(0);
  const hook = (): void => (late === undefined ? owner.hook() : dead.hook());
  const resolved = (run: () => void): void => {
    if (calls++ !== call) return;
    late = run;
    dead.hook();
  };
  await unlessDead(() => publish(disk.system({ mode, hook, resolved, alive: () => late === undefined }), storyInput()));
  let effect = 'refused';
  const fire = (): void => {
    const run = late;
    late = undefined;
    try {
      run?.();
      effect = 'took effect';
    } catch (error) {
      if ((error as { code?: string }).code === undefined) throw error;
    }
  };
  let steps = 0;
  const tick = (): void => {
    if (steps++ === moment) fire();
  };
  const ids = countingIds(0x5000);
  await recover(disk.system({ mode, hook: tick, hookReads: true }), ids);
  if (late !== undefined) fire();
  await recover(disk.system({ mode }), ids);
  await recover(disk.system({ mode }), ids);
  tally.runs++;
  tally.count(effect);
  const flaws = flawsOf(disk, mode).filter((flaw) => !flaw.includes('empty new folder'));
  if (flaws.length > 0) tally.fail(`${mode} call ${call}, moment ${moment}, ${effect}: ${flaws.join('; ')}`);
}
