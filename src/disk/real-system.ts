/**
 * The system layer on real files. Invariants: every call opens the folders it works in beneath the held root and acts
 * relative to those handles; its hook runs before it; a staged file is never more open than its final mode; a failed
 * flush is reported once and the file is not flushed again here.
 */
import * as fs from 'node:fs';
import { compareText, hashBytes, limits } from '../base/index.ts';
import { type Confinement, type Folder, NEW_FILE_FLAGS, withFolder } from './confinement.ts';
import { asDiskError, codeOf, DiskError, diskError } from './disk-error.ts';
import type { Native } from './native.ts';
import { baseName, folderOf, requirePath } from './project-path.ts';
import { readStable, type SystemStat } from './stable-read.ts';
import type { Identity, System, SystemCall, SystemHook } from './system.ts';

export interface RealSystemOptions {
  /** The native calls, or `null` for the portable mode. */
  readonly native: Native | null;
  /** Runs before each call. */
  readonly hook?: SystemHook | undefined;
  /** Also run the hook before reads. */
  readonly hookReads?: boolean | undefined;
  /** `false` leaves the disk's flushes out; for tests of everything else. */
  readonly flush?: boolean | undefined;
}

/** Guards live state: the confinement it was given, which the caller closes after it. */
export class RealSystem implements System {
  readonly mode: 'native' | 'portable';
  readonly exchange: ((a: string, b: string) => void) | undefined;
  private readonly confinement: Confinement;
  private readonly native: Native | null;
  private readonly hook: SystemHook;
  private readonly hookReads: boolean;
  private readonly flush: boolean;
  private open = true;

  constructor(confinement: Confinement, options: RealSystemOptions) {
    this.confinement = confinement;
    this.native = options.native;
    this.mode = options.native === null ? 'portable' : 'native';
    this.hook = options.hook ?? (() => {});
    this.hookReads = options.hookReads === true;
    this.flush = options.flush !== false;
    this.exchange = options.native === null ? undefined : (a, b) => this.nativeRename('exchange', a, b);
  }

  makeFolder(path: string, mode = 0o777): void {
    this.before('makeFolder', path);
    this.at(path, (folder, name) => fs.mkdirSync(folder.entry(name), { mode }));
  }

  createFile(path: string, bytes: Uint8Array, mode: number): void {
    this.before('createFile', path);
    const descriptor = this.confinement.openFile(path, NEW_FILE_FLAGS, mode);
    try {
      this.hook('writeFile', path);
      asDiskError(path, () => {
        writeAll(descriptor, bytes);
        if ((fs.fstatSync(descriptor).mode & 0o7777) !== mode) fs.fchmodSync(descriptor, mode);
      });
    } finally {
      fs.closeSync(descriptor);
    }
  }

  async flushFile(path: string): Promise<void> {
    this.before('flushFile', path);
    if (!this.flush) return;
    const descriptor = this.confinement.openFile(path, fs.constants.O_RDONLY);
    try {
      await flushDescriptor(descriptor, path);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  async flushFolder(path: string): Promise<void> {
    this.before('flushFolder', path, undefined, true);
    if (!this.flush) return;
    const folder = this.confinement.openFolder(path);
    try {
      if (folder.descriptor >= 0) await flushDescriptor(folder.descriptor, path);
      else if (process.platform !== 'win32') await flushAddress(folder.address, path);
    } finally {
      folder.close();
    }
  }

  renameNoReplace(from: string, to: string): void {
    if (this.native !== null) this.nativeRename('renameNoReplace', from, to);
    else this.portableRename(from, to);
  }

  take(from: string, to: string): void {
    if (this.native !== null) this.nativeRename('renameNoReplace', from, to);
    else this.plainRename('detach', from, to);
  }

  /** Renames over whatever stands at the target. For derived files only; not part of `System`. */
  replace(from: string, to: string): void {
    this.plainRename('replace', from, to);
  }

  /** Gives a file a second name; `EEXIST` when something stands there. Not part of `System`. */
  link(from: string, to: string): void {
    this.before('link', from, to);
    this.atBoth(from, to, (a, fromName, b, toName) => fs.linkSync(a.entry(fromName), b.entry(toName)));
  }

  unlink(path: string): void {
    this.before('unlink', path);
    this.at(path, (folder, name) => fs.unlinkSync(folder.entry(name)));
  }

  removeFolder(path: string): void {
    this.before('removeFolder', path);
    this.at(path, (folder, name) => fs.rmdirSync(folder.entry(name)));
  }

  list(path: string): string[] {
    if (path !== '') requirePath(path, 'own');
    this.requireOpen(path);
    if (this.hookReads) this.hook('list', path);
    try {
      return withFolder(this.confinement, path, (folder) =>
        asDiskError(path, () => fs.readdirSync(folder.address)).sort(compareText),
      );
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  identify(path: string): Identity | null {
    this.beforeRead('identify', path);
    let descriptor: number;
    try {
      descriptor = this.confinement.openFile(path, fs.constants.O_RDONLY);
    } catch (error) {
      return this.identifyUnopened(path, error);
    }
    try {
      const { bytes, stat } = readStable(descriptor, path, limits.document_bytes_max);
      return identity(hashBytes(bytes), stat);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'not_a_file' && code !== 'unstable' && code !== 'too_large') throw error;
      return identity(code, fs.fstatSync(descriptor, { bigint: true }));
    } finally {
      fs.closeSync(descriptor);
    }
  }

  noWriters(path: string): boolean | null {
    this.beforeRead('lease', path);
    if (this.native === null) return null;
    let descriptor: number;
    try {
      descriptor = this.confinement.openFile(path, fs.constants.O_RDONLY);
    } catch {
      return null; // Nothing can be proved about what cannot be opened.
    }
    try {
      return this.native.lease(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  readFile(path: string): Uint8Array {
    this.beforeRead('readFile', path);
    const descriptor = this.confinement.openFile(path, fs.constants.O_RDONLY);
    try {
      return readStable(descriptor, path, limits.document_bytes_max).bytes;
    } finally {
      fs.closeSync(descriptor);
    }
  }

  exists(path: string): boolean {
    requirePath(path, 'own');
    return this.statEntry(path) !== undefined;
  }

  close(): void {
    this.open = false;
  }

  private requireOpen(path: string): void {
    if (!this.open) throw new DiskError('closed', path);
  }

  private before(call: SystemCall, path: string, other?: string, rootToo = false): void {
    this.requireOpen(path);
    if (path !== '' || !rootToo) requirePath(path, 'own');
    if (other !== undefined) requirePath(other, 'own');
    this.hook(call, path, other);
  }

  private beforeRead(call: SystemCall, path: string): void {
    this.requireOpen(path);
    requirePath(path, 'own');
    if (this.hookReads) this.hook(call, path);
  }

  private at<T>(path: string, use: (folder: Folder, name: string) => T): T {
    return withFolder(this.confinement, folderOf(path), (folder) =>
      asDiskError(path, () => use(folder, baseName(path))),
    );
  }

  private atBoth(
    from: string,
    to: string,
    use: (a: Folder, fromName: string, b: Folder, toName: string) => void,
  ): void {
    withFolder(this.confinement, folderOf(from), (a) =>
      withFolder(this.confinement, folderOf(to), (b) =>
        asDiskError(`${from} -> ${to}`, () => use(a, baseName(from), b, baseName(to))),
      ),
    );
  }

  private nativeRename(call: 'exchange' | 'renameNoReplace', from: string, to: string): void {
    this.before(call, from, to);
    const how = call === 'exchange' ? 'exchange' : 'no_replace';
    this.atBoth(from, to, (a, fromName, b, toName) => {
      try {
        this.native!.rename(a.descriptor, fromName, b.descriptor, toName, how);
      } catch (error) {
        throw diskError(codeOf(error), `${from} -> ${to}`);
      }
    });
  }

  private plainRename(call: 'detach' | 'replace', from: string, to: string): void {
    this.before(call, from, to);
    this.atBoth(from, to, (a, fromName, b, toName) => fs.renameSync(a.entry(fromName), b.entry(toName)));
  }

  /** A file gets its second name before it loses the first, so nothing is replaced; a folder is renamed when nothing stands there. */
  private portableRename(from: string, to: string): void {
    this.before('link', from, to);
    this.atBoth(from, to, (a, fromName, b, toName) => {
      if (!fs.lstatSync(a.entry(fromName)).isDirectory()) {
        fs.linkSync(a.entry(fromName), b.entry(toName));
        this.hook('unlinkAfterLink', from);
        fs.unlinkSync(a.entry(fromName));
        return;
      }
      if (fs.lstatSync(b.entry(toName), { throwIfNoEntry: false }) !== undefined) throw diskError('EEXIST', to);
      try {
        fs.renameSync(a.entry(fromName), b.entry(toName));
      } catch (error) {
        throw codeOf(error) === 'ENOTEMPTY' ? diskError('EEXIST', to) : error;
      }
    });
  }

  private statEntry(path: string): fs.BigIntStats | undefined {
    try {
      return this.at(path, (folder, name) => fs.lstatSync(folder.entry(name), { bigint: true, throwIfNoEntry: false }));
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  }

  /** A link or a socket cannot be opened but stands there all the same; a link further up the path is an error. */
  private identifyUnopened(path: string, error: unknown): Identity | null {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code !== 'symlink' && code !== 'not_a_file') throw error;
    const stat = this.statEntry(path);
    return stat === undefined ? null : identity(code, stat);
  }
}

function identity(content: Identity['content'], stat: SystemStat): Identity {
  return {
    content,
    device: stat.dev,
    inode: stat.ino,
    links: Number(stat.nlink),
    mode: Number(stat.mode) & 0o7777,
    size: Number(stat.size),
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written, bytes.length - written);
}

function flushDescriptor(descriptor: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.fsync(descriptor, (error) => (error === null ? resolve() : reject(diskError(codeOf(error), path))));
  });
}

async function flushAddress(address: string, path: string): Promise<void> {
  const descriptor = asDiskError(path, () => fs.openSync(address, fs.constants.O_RDONLY));
  try {
    await flushDescriptor(descriptor, path);
  } finally {
    fs.closeSync(descriptor);
  }
}
