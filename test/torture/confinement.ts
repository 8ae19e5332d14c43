/**
 * The race of confinement: while another process swaps folders and a file for links that lead outside, this one reads,
 * creates, renames and removes through the disk. One byte read from outside, or one change made there, is an escape.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConfinementKind, type Disk, DiskError, openDisk, type System } from '../../src/disk/index.ts';

export interface RaceOptions {
  /** The way of confinement; the strongest when not given. `open_then_check` promises less, and only reads here. */
  readonly confinement?: ConfinementKind;
  readonly native?: boolean;
  /** Checks the resolved path and then opens it, as is often done: the control that shows that the race bites. */
  readonly control?: boolean;
}

export interface RaceResult {
  readonly tries: number;
  readonly escapes: number;
  /** Tries that met a link and were refused. */
  readonly met: number;
}

const LIFETIME_MS = 600_000;

/** Runs the race; synchronous. The seed drives the swapping and the choice of calls; the timing is the machine's. */
export function raceConfinement(tries: number, seed: number, options: RaceOptions = {}): RaceResult {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'docforge-race-')));
  const root = join(base, 'root');
  const outside = join(base, 'root-outside');
  for (const [folder, text] of [
    [root, 'inside'],
    [outside, 'outside'],
  ] as const) {
    const deep = folder === root ? join(root, 'a', 'deep') : join(outside, 'deep');
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'page.md'), text);
  }
  writeFileSync(join(outside, 'deep', 'target.md'), 'outside');
  const swapper = fileURLToPath(new URL('swap-links.mjs', import.meta.url));
  const child = spawn(process.execPath, [swapper, root, outside, String(seed), String(LIFETIME_MS)], {
    stdio: 'ignore',
  });
  const disk = openDisk(root, options);
  try {
    waitFor(join(root, 'ready'));
    return runTries(disk, { tries, seed, root, outside, options });
  } finally {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    disk.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 10 });
  }
}

function waitFor(path: string): void {
  const end = Date.now() + 30_000;
  while (!existsSync(path)) {
    if (Date.now() > end) throw new Error('The swapping process did not start.');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

interface Race {
  readonly tries: number;
  readonly seed: number;
  readonly root: string;
  readonly outside: string;
  readonly options: RaceOptions;
}

function runTries(disk: Disk, race: Race): RaceResult {
  const system = disk.system({ flush: false });
  const kinds = race.options.control || race.options.confinement === 'open_then_check' ? 2 : 6;
  const next = numbers(race.seed);
  let escapes = 0;
  let met = 0;
  for (let i = 0; i < race.tries; i++) {
    try {
      const bytes = race.options.control
        ? readByPath(race.root, 'a/deep/page.md')
        : tryOnce(disk, system, next() % kinds, i);
      if (bytes !== null && Buffer.from(bytes).toString() === 'outside') escapes++;
    } catch (error) {
      const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
      if (code === undefined) throw error;
      if (error instanceof DiskError && (code === 'symlink' || code === 'moved')) met++;
    }
  }
  return { tries: race.tries, escapes: escapes + changesOutside(race.outside), met };
}

/** One call; the bytes when it was a read. */
function tryOnce(disk: Disk, system: System, kind: number, i: number): Uint8Array | null {
  const fresh = `a/deep/new-${i % 7}.md`;
  if (kind === 0) return disk.read('a/deep/page.md', 1_000).bytes;
  if (kind === 1) return system.readFile('a/deep/page.md');
  if (kind === 2) system.createFile(fresh, Buffer.from('inside'), 0o644);
  if (kind === 3) system.unlink(i % 2 === 0 ? 'a/deep/target.md' : fresh);
  if (kind === 4) system.renameNoReplace(fresh, `a/moved-${i % 5}.md`);
  if (kind === 5) system.take(`a/moved-${i % 5}.md`, `kept-${i}.md`);
  return null;
}

function changesOutside(outside: string): number {
  const found = [...readdirSync(outside), ...readdirSync(join(outside, 'deep'))].sort();
  const extra = found.filter((name) => !['deep', 'page.md', 'target.md'].includes(name)).length;
  const lost = ['page.md', 'target.md'].filter((name) => !isIntact(join(outside, 'deep', name))).length;
  return extra + lost;
}

function isIntact(path: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === 'outside';
}

function readByPath(root: string, path: string): Uint8Array | null {
  const real = realpathSync(join(root, path));
  return real.startsWith(`${root}/`) ? readFileSync(join(root, path)) : null;
}

function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
