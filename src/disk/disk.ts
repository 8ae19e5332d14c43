/**
 * The disk of one project: its root held open, and everything the other rooms may do below it. Invariants: no path
 * leaves the root and no link is followed; reads are bounded and stable; derived documents are published durably;
 * canonical files change only through `system()`, which the applier drives.
 */
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compareText, limits, refuse } from '../base/index.ts';
import {
  type Confinement,
  type ConfinementKind,
  type NativeSource,
  openConfinement,
  withFolder,
} from './confinement.ts';
import { asDiskError, codeOf } from './disk-error.ts';
import { withProjectLock } from './lock.ts';
import { loadNative } from './native.ts';
import { baseName, folderOf, requirePath } from './project-path.ts';
import { makeStaging, publishNew, publishOver, removeDerived, STAGING, sweepStaging } from './publish.ts';
import { RealSystem } from './real-system.ts';
import { scanTree, type TreeScan } from './scan.ts';
import { type FileStat, fileStat, readStable } from './stable-read.ts';
import type { System, SystemHook } from './system.ts';
import { findMode } from './system-mode.ts';

export interface SystemOptions {
  /** `auto` takes the native calls where they work. Asking for `native` elsewhere refuses `native_unavailable`. */
  readonly mode?: 'auto' | 'native' | 'portable';
  readonly hook?: SystemHook;
  readonly hookReads?: boolean;
  readonly flush?: boolean;
}

export interface DiskOptions {
  /** Holds reads to a weaker way of confinement than there is; for tests. */
  readonly confinement?: ConfinementKind;
  /** `false` does without native calls, as `DOCFORGE_NATIVE=off` does. */
  readonly native?: boolean;
  /** Runs before each call of `publish`, `publishNew` and `remove`. */
  readonly hook?: SystemHook;
}

export interface Capabilities {
  /** How the applier will publish: with exchange and no-replace rename, or with link and rename. */
  readonly mode: 'native' | 'portable';
  /** Whether the kernel can prove that no writer reaches an inode. */
  readonly leases: boolean;
  readonly confinement: ConfinementKind;
}

/** Paths are relative to the root, `/`-separated; `''` is the root. Every call refuses `unsafe_path`, throws `DiskError`. */
export interface Disk {
  /** The real absolute path of the root when it was opened. */
  readonly root: string;
  /** The mode of a new file: what the process leaves of `rw` for everybody. */
  readonly fileMode: number;
  /** Walks the whole tree by stat; see `TreeScan`. Refuses `too_many_files`. */
  scan(options: { readonly skipNames: ReadonlySet<string> }): TreeScan;
  /** The bytes of a regular file and the state they belong to. */
  read(path: string, bytesMax: number): { bytes: Uint8Array; stat: FileStat };
  /** The bytes; `null` when nothing stands there. */
  readIfPresent(path: string, bytesMax: number): Uint8Array | null;
  /** The state of a regular file; `null` when nothing stands there. Throws `symlink` or `not_a_file`. */
  stat(path: string): FileStat | null;
  /** Whether a folder stands there. */
  isFolder(path: string): boolean;
  /** Names in a folder, sorted; none when it does not exist. */
  list(path: string): string[];
  /** Puts a derived document (under `.docforge`) in place durably, over what stands there; makes its folders. */
  publish(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  /** The same where nothing stands; `false`, with nothing changed, when something does. */
  publishNew(path: string, bytes: Uint8Array, mode?: number): Promise<boolean>;
  /** Removes a derived file; no error when it is not there. */
  remove(path: string): void;
  /** Runs work under the project lock; a nested call runs at once. Refuses `project_locked`, `lock_unavailable`. */
  withLock<T>(work: () => Promise<T>, options?: { readonly wait_ms?: number }): Promise<T>;
  /** The layer that changes canonical files. */
  system(options?: SystemOptions): System;
  capabilities(): Capabilities;
  close(): void;
}

/** Opens a folder as the root of a project. Throws `DiskError` when it is no folder. */
export function openDisk(rootAbsolute: string, options: DiskOptions = {}): Disk {
  const root = asDiskError(rootAbsolute, () => fs.realpathSync.native(rootAbsolute));
  const native = options.native === false ? () => null : () => loadNative();
  const confinement = openConfinement(root, options.confinement, native);
  return new RealDisk(root, confinement, native, options.hook);
}

/** Guards live state: the open root. */
class RealDisk implements Disk {
  readonly root: string;
  private readonly confinement: Confinement;
  private readonly native: NativeSource;
  private readonly derived: RealSystem;
  readonly fileMode = 0o666 & ~process.umask();

  constructor(root: string, confinement: Confinement, native: NativeSource, hook: SystemHook | undefined) {
    this.root = root;
    this.confinement = confinement;
    this.native = native;
    this.derived = new RealSystem(confinement, { native: null, hook });
  }

  scan(options: { readonly skipNames: ReadonlySet<string> }): TreeScan {
    return scanTree(this.confinement, options.skipNames);
  }

  read(path: string, bytesMax: number): { bytes: Uint8Array; stat: FileStat } {
    requirePath(path, 'read');
    const descriptor = this.confinement.openFile(path, fs.constants.O_RDONLY);
    try {
      const { bytes, stat } = readStable(descriptor, path, bytesMax);
      return { bytes, stat: fileStat(stat) };
    } finally {
      fs.closeSync(descriptor);
    }
  }

  readIfPresent(path: string, bytesMax: number): Uint8Array | null {
    return ifPresent(() => this.read(path, bytesMax).bytes) ?? null;
  }

  stat(path: string): FileStat | null {
    const stat = this.entryStat(path);
    if (stat === undefined) return null;
    if (stat.isFile()) return fileStat(stat);
    return asDiskError(path, () => {
      throw Object.assign(new Error(), { code: stat.isSymbolicLink() ? 'symlink' : 'not_a_file' });
    });
  }

  isFolder(path: string): boolean {
    return path === '' || this.entryStat(path)?.isDirectory() === true;
  }

  list(path: string): string[] {
    if (path !== '') requirePath(path, 'read');
    const names = ifPresent(() =>
      withFolder(this.confinement, path, (folder) => asDiskError(path, () => fs.readdirSync(folder.address))),
    );
    return (names ?? []).sort(compareText);
  }

  publish(path: string, bytes: Uint8Array, mode = this.fileMode): Promise<void> {
    return publishOver(this.derived, path, bytes, mode);
  }

  publishNew(path: string, bytes: Uint8Array, mode = this.fileMode): Promise<boolean> {
    return publishNew(this.derived, path, bytes, mode);
  }

  remove(path: string): void {
    removeDerived(this.derived, path);
  }

  withLock<T>(work: () => Promise<T>, options: { readonly wait_ms?: number } = {}): Promise<T> {
    const open = () => {
      const quiet = new RealSystem(this.confinement, { native: null });
      makeStaging(quiet);
      sweepStaging(quiet);
      return { own: this.confinement.openFolder('.docforge'), staging: this.confinement.openFolder(STAGING) };
    };
    return withProjectLock({ key: join(this.root, '.docforge'), open }, work, options.wait_ms ?? limits.lock_wait_ms);
  }

  system(options: SystemOptions = {}): System {
    const mode = options.mode ?? 'auto';
    const native = mode === 'portable' ? null : findMode(this.confinement, this.native(), 'probe');
    if (mode === 'native' && native === null) refuse('native_unavailable', {});
    return new RealSystem(this.confinement, { native, ...pick(options) });
  }

  capabilities(): Capabilities {
    const native = findMode(this.confinement, this.native(), 'guess');
    return {
      mode: native === null ? 'portable' : 'native',
      leases: native !== null,
      confinement: this.confinement.kind,
    };
  }

  close(): void {
    this.derived.close();
    this.confinement.close();
  }

  private entryStat(path: string): fs.BigIntStats | undefined {
    requirePath(path, 'read');
    return ifPresent(() =>
      withFolder(this.confinement, folderOf(path), (folder) =>
        asDiskError(path, () => fs.lstatSync(folder.entry(baseName(path)), { bigint: true, throwIfNoEntry: false })),
      ),
    );
  }
}

function pick(options: SystemOptions): Pick<SystemOptions, 'hook' | 'hookReads' | 'flush'> {
  const { mode: _mode, ...rest } = options;
  return rest;
}

/** The value; `undefined` when the path or a folder on it does not exist. */
function ifPresent<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * The nearest folder, from `start` upward, in which `relative` exists; its real absolute path. `null` when none has it.
 * This finds a root, so links are followed above it.
 */
export function findUpward(start: string, relative: string): string | null {
  let folder = ifPresent(() => asDiskError(start, () => fs.realpathSync.native(resolve(start))));
  while (folder !== undefined) {
    if (fs.existsSync(join(folder, relative))) return folder;
    const outer = dirname(folder);
    folder = outer === folder ? undefined : outer;
  }
  return null;
}
