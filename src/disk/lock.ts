/**
 * The project lock `.docforge/lock`. It only lessens contention: every durable step of the house is its own
 * compare-and-swap. Invariants:
 * - the lock is a folder that holds one entry, whose name is its owner; it appears whole, by one rename;
 * - only the lock of a dead process of this machine is taken over, at once, by renaming that very entry, so of many
 *   takers one wins; the lock of a living process is never taken, however long it is busy or stopped;
 * - an owner that cannot be judged from here (another machine or container) loses it only when its heartbeat is old and
 *   has stood still while it was watched;
 * - releasing removes only one's own entry.
 *
 *     .docforge/lock/<owner>        taken
 *     .docforge/lock/               free (someone is about to remove the folder)
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import * as fs from 'node:fs';
import lockfile from 'proper-lockfile';
import { limits, refuse } from '../base/index.ts';
import type { Folder } from './confinement.ts';
import { codeOf, diskError, diskReason } from './disk-error.ts';
import { type Owner, ownerName, ownerState, parseOwnerName, thisOwner } from './process-owner.ts';

const LOCK = 'lock';
const LOCK_PATH = '.docforge/lock';
const HEARTBEAT_MS = 1_000;
const WATCH_MS = 3 * HEARTBEAT_MS;
const DELAY_MIN_MS = 5;
const DELAY_MAX_MS = 50;

/** The roots whose lock the current chain of calls holds, so that a nested call does not wait for itself. */
const held = new AsyncLocalStorage<ReadonlyMap<string, { active: boolean }>>();

export interface LockPlace {
  /** A text that is equal for all handles on the same project in this process. */
  readonly key: string;
  /** Opens `.docforge` and its `staging` folder. */
  open(): { readonly own: Folder; readonly staging: Folder };
}

/**
 * Runs work while holding the lock; a nested call inside it runs at once. Waits up to `wait_ms`, then refuses
 * `project_locked`; refuses `lock_unavailable` when the folder cannot be written.
 */
export async function withProjectLock<T>(place: LockPlace, work: () => Promise<T>, waitMs: number): Promise<T> {
  const outer = held.getStore();
  if (outer?.get(place.key)?.active === true) return work();
  const release = await acquire(place, waitMs);
  const mine = { active: true };
  try {
    return await held.run(new Map([...(outer ?? []), [place.key, mine]]), work);
  } finally {
    mine.active = false;
    await release();
  }
}

async function acquire(place: LockPlace, waitMs: number): Promise<() => Promise<void>> {
  const folders = openFolders(place);
  const claim = new Claim(folders.own, folders.staging);
  const closeFolders = () => {
    folders.own.close();
    folders.staging.close();
  };
  try {
    const deadline = performance.now() + waitMs;
    for (let delay = DELAY_MIN_MS; ; delay = Math.min(delay * 1.5, DELAY_MAX_MS)) {
      const release = await tryLock(place.key, claim);
      if (release !== null) {
        return async () => {
          await release();
          closeFolders();
        };
      }
      if (performance.now() >= deadline) refuseLocked(claim.owner());
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random() / 2)));
    }
  } catch (error) {
    closeFolders();
    throw error;
  }
}

function openFolders(place: LockPlace): ReturnType<LockPlace['open']> {
  try {
    return place.open();
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return refuse('lock_unavailable', { lock: LOCK_PATH, reason: diskReason(codeOf(error)) });
  }
}

async function tryLock(key: string, claim: Claim): Promise<(() => Promise<void>) | null> {
  try {
    const release = await lockfile.lock(key, {
      lockfilePath: claim.address,
      realpath: false,
      stale: Number.MAX_SAFE_INTEGER,
      update: HEARTBEAT_MS,
      fs: claim.calls,
      onCompromised: () => {}, // The work's own compare-and-swap steps notice; see the invariants above.
    });
    return async () => {
      await release().catch(() => {}); // Released twice or taken over: either way it is no longer ours.
      claim.giveUp();
    };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOCKED') return null;
    if (code === '') throw error;
    return refuse('lock_unavailable', { lock: LOCK_PATH, reason: diskReason(code) });
  }
}

function refuseLocked(owner: Owner | null): never {
  return refuse('project_locked', {
    lock: LOCK_PATH,
    pid: owner?.pid ?? 'unknown',
    host: owner?.host ?? 'an unknown machine',
    since: owner === null ? 'an unknown time' : `${new Date(owner.since_ms).toISOString().slice(0, 19)}Z`,
  });
}

type Done = (error: NodeJS.ErrnoException | null) => void;

/** One try to own the lock, as the calls that proper-lockfile makes. Guards live state: the entry of this process. */
class Claim {
  readonly address: string;
  /** The subset of `node:fs` that proper-lockfile uses; `mkdir` takes the lock and `rmdir` gives it back. */
  readonly calls: object;
  private readonly staging: Folder;
  private mine: string | null = null;
  private watched = { name: '', mtime_ms: 0, since: 0 };

  constructor(own: Folder, staging: Folder) {
    this.staging = staging;
    this.address = own.entry(LOCK);
    this.calls = {
      stat: fs.stat,
      utimes: fs.utimes,
      mkdir: (_path: string, done: Done) => settle(done, () => this.take()),
      rmdir: (_path: string, done: Done) => settle(done, () => this.giveUp()),
      rmdirSync: () => this.giveUp(),
    };
  }

  /** Who holds the lock now; `null` when nobody does or it cannot be told. */
  owner(): Owner | null {
    const name = this.entries()[0];
    return name === undefined ? null : parseOwnerName(name);
  }

  /** Removes this process's entry, and the folder when nobody has come in since. Safe to repeat. */
  giveUp(): void {
    if (this.mine === null) return;
    const entry = `${this.address}/${this.mine}`;
    this.mine = null;
    ignore(['ENOENT'], () => fs.unlinkSync(entry));
    ignore(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => fs.rmdirSync(this.address));
  }

  private take(): void {
    const name = ownerName(thisOwner());
    const present = this.entries()[0];
    if (present === undefined) this.takeFree(name);
    else if (!this.mayTakeOver(present)) throw exists();
    else this.takeOver(present, name);
    this.mine = name;
  }

  /** Makes the folder with its entry aside and renames it into place; a rename replaces only an empty folder. */
  private takeFree(name: string): void {
    const aside = this.staging.entry(name);
    fs.mkdirSync(aside);
    fs.closeSync(fs.openSync(`${aside}/${name}`, 'wx'));
    try {
      fs.renameSync(aside, this.address);
    } catch (error) {
      fs.unlinkSync(`${aside}/${name}`);
      fs.rmdirSync(aside);
      // The holder may be gone again by now; the next try sees that. Windows says EPERM for a folder that is not empty.
      const code = codeOf(error);
      const taken = code === 'ENOTEMPTY' || code === 'EEXIST' || (code === 'EPERM' && this.entries().length > 0);
      throw taken ? exists() : error;
    }
  }

  /** The swap: it works only while the very entry that was judged is still there. */
  private takeOver(present: string, name: string): void {
    try {
      fs.renameSync(`${this.address}/${present}`, `${this.address}/${name}`);
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? exists() : error;
    }
  }

  private mayTakeOver(present: string): boolean {
    const owner = parseOwnerName(present);
    const state = owner === null ? 'unknown' : ownerState(owner);
    if (state !== 'unknown') return state === 'dead';
    const stat = fs.statSync(this.address, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    const now = performance.now();
    if (this.watched.name !== present || this.watched.mtime_ms !== stat.mtimeMs) {
      this.watched = { name: present, mtime_ms: stat.mtimeMs, since: now };
    }
    const old = Math.abs(Date.now() - stat.mtimeMs) > limits.lock_stale_ms;
    return old && now - this.watched.since >= WATCH_MS;
  }

  /** What stands in the lock's folder, owners first. A link in its place is an error, not a lock. */
  private entries(): string[] {
    const stat = fs.lstatSync(this.address, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (!stat.isDirectory()) throw diskError('ENOTDIR', LOCK_PATH);
    try {
      const names = fs.readdirSync(this.address).sort();
      return [...names.filter((name) => parseOwnerName(name)), ...names.filter((name) => !parseOwnerName(name))];
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

function exists(): Error {
  return Object.assign(new Error('the lock is held'), { code: 'EEXIST' });
}

function settle(done: Done, call: () => void): void {
  try {
    call();
  } catch (error) {
    done(error as NodeJS.ErrnoException);
    return;
  }
  done(null);
}

function ignore(codes: readonly string[], call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!codes.includes(codeOf(error))) throw error;
  }
}
