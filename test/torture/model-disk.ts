/**
 * A disk in memory that can lose power. Every change of a folder is logged with the folders that must be flushed before
 * it is durable; after a power loss, any subset of what was not durable may survive, and bytes that were not flushed are
 * empty, cut, zeros or whole. Files have writers, so leases work as the kernel's do. Nothing here knows the protocol.
 */
import type { System, SystemCall, SystemHook } from '../../src/disk/index.ts';
import {
  apply,
  bytesAfterPowerLoss,
  bytesOf,
  type Change,
  type Entry,
  identityOf,
  type Logged,
  type ModelFile,
  type ModelFolder,
  partsOf,
  reachable,
  requireEntry,
  requireFree,
  type Spot,
  systemError,
} from './model-tree.ts';
import type { Random } from './random.ts';

/** Flushes that a mutant of the protocol leaves out. */
export interface Dropped {
  readonly files?: (path: string) => boolean;
  readonly folders?: (path: string) => boolean;
}

export interface ModelOptions {
  readonly mode?: 'native' | 'portable';
  readonly hook?: SystemHook;
  readonly hookReads?: boolean;
  /** `none`: nothing can be proved, as on a network file system. `lie`: every writer is overlooked; for controls. */
  readonly leases?: 'none' | 'lie';
  readonly drop?: Dropped;
  /** A process that is no longer alive completes no flush that it had issued. */
  readonly alive?: () => boolean;
  /** Called between the resolution of the folders of a change and the change, as between two kernel calls. */
  readonly resolved?: (run: () => void) => void;
}

/** An open descriptor of a foreign writer. */
export interface ModelHandle {
  read(): string;
  write(text: string): void;
  writeBytes(bytes: Uint8Array): void;
  close(): void;
  /** Whether this path leads to the file that is open. */
  isAt(path: string): boolean;
}

export class ModelDisk {
  private inodes = 1;
  private readonly root = this.folder();
  private log: Logged[] = [];

  private folder(): ModelFolder {
    return { kind: 'folder', inode: this.inodes++, entries: new Map(), durable: new Map(), removed: false };
  }

  private file(bytes: Uint8Array, mode: number): ModelFile {
    return { kind: 'file', inode: this.inodes++, mode, bytes, durable: undefined, links: 0, writers: 0 };
  }

  private find(path: string): Entry | undefined {
    let here: Entry | undefined = this.root;
    for (const name of partsOf(path)) {
      if (here?.kind !== 'folder') return undefined;
      here = here.entries.get(name);
    }
    return here;
  }

  private spot(path: string): Spot {
    const cut = path.lastIndexOf('/');
    const folder = this.find(path.slice(0, Math.max(0, cut)));
    if (folder?.kind !== 'folder') throw systemError('ENOENT', path);
    return { folder, name: path.slice(cut + 1) };
  }

  private change(change: Change): void {
    const folders = 'to' in change ? [change.at.folder, change.to.folder] : [change.at.folder];
    this.log.push({ change, waiting: new Set(folders) });
    apply(change);
  }

  // What editors do. None of it goes through the system layer.

  /** Creates or replaces a file by a new one with the same name, as an editor that saves by rename does. */
  replace(path: string, text: string): void {
    this.makeParents(path);
    const at = this.spot(path);
    const old = at.folder.entries.get(at.name);
    if (old?.kind === 'folder') throw systemError('EISDIR', path);
    if (old) this.change({ kind: 'remove', at });
    this.change({ kind: 'add', at, entry: this.file(bytesOf(text), 0o644) });
  }

  read(path: string): string | null {
    const file = this.find(path);
    return file?.kind === 'file' ? Buffer.from(file.bytes).toString() : null;
  }

  remove(path: string): boolean {
    if (this.find(path)?.kind !== 'file') return false;
    this.change({ kind: 'remove', at: this.spot(path) });
    return true;
  }

  /** Opens an existing file for writing; `null` when there is none. */
  openForWriting(path: string): ModelHandle | null {
    const file = this.find(path);
    if (file?.kind !== 'file') return null;
    file.writers++;
    let open = true;
    return {
      read: () => Buffer.from(file.bytes).toString(),
      isAt: (other) => this.find(other) === file,
      write(text) {
        file.bytes = Buffer.from(text);
      },
      writeBytes(bytes) {
        file.bytes = bytes;
      },
      close() {
        if (open) file.writers--;
        open = false;
      },
    };
  }

  private makeParents(path: string): void {
    const names = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= names.length; depth++) {
      const folder = names.slice(0, depth).join('/');
      if (this.find(folder) === undefined) {
        this.change({ kind: 'add', at: this.spot(folder), entry: this.folder() });
      }
    }
  }

  /** The text of every file below a folder, by path, sorted; `skip` leaves out folders by name. */
  texts(folder = '', skip: readonly string[] = []): Record<string, string> {
    const out: Record<string, string> = {};
    const visit = (entry: Entry | undefined, path: string): void => {
      if (entry?.kind === 'file') out[path] = Buffer.from(entry.bytes).toString();
      if (entry?.kind !== 'folder') return;
      for (const name of [...entry.entries.keys()].sort()) {
        if (!skip.includes(name)) visit(entry.entries.get(name), path === '' ? name : `${path}/${name}`);
      }
    };
    visit(this.find(folder), folder);
    return out;
  }

  /** Names in a folder. */
  names(folder: string): string[] {
    const found = this.find(folder);
    return found?.kind === 'folder' ? [...found.entries.keys()].sort() : [];
  }

  /** Everything that stands now is durable. */
  settle(): void {
    this.log = [];
    for (const entry of reachable(this.root)) {
      if (entry.kind === 'folder') entry.durable = new Map(entry.entries);
      else entry.durable = entry.bytes;
    }
    this.recount();
  }

  /**
   * Loses power. `prefix`: changes of folders reached the disk in their order up to some moment, as with an ordered
   * journal. `any`: any of those that were not durable reached it.
   */
  losePower(random: Random, survival: 'prefix' | 'any'): void {
    const folders = new Set<ModelFolder>();
    const roots: Entry[] = [this.root];
    for (const { change } of this.log) {
      roots.push(change.at.folder);
      if ('to' in change) roots.push(change.to.folder);
      if ('entry' in change) roots.push(change.entry);
    }
    for (const root of roots)
      for (const entry of reachable(root, true)) if (entry.kind === 'folder') folders.add(entry);
    for (const folder of folders) {
      folder.entries.clear();
      for (const [name, entry] of folder.durable) folder.entries.set(name, entry);
      folder.removed = false;
    }
    let durableUntil = 0;
    this.log.forEach((row, index) => {
      if (row.waiting.size === 0) durableUntil = index + 1;
    });
    const cut = Math.max(durableUntil, Math.floor(random() * (this.log.length + 1)));
    const share = random();
    this.log.forEach((row, index) => {
      if (survival === 'prefix' ? index < cut : row.waiting.size === 0 || random() < share) apply(row.change);
    });
    for (const entry of reachable(this.root)) {
      if (entry.kind === 'file') entry.bytes = bytesAfterPowerLoss(entry, random);
    }
    this.settle();
  }

  private recount(): void {
    const all = reachable(this.root);
    for (const entry of all) {
      if (entry.kind === 'file') {
        entry.links = 0;
        entry.writers = 0;
      }
    }
    for (const entry of all) {
      if (entry.kind !== 'folder') continue;
      for (const child of entry.entries.values()) if (child.kind === 'file') child.links++;
    }
  }

  /** The system layer over this disk. */
  system(options: ModelOptions = {}): System {
    const portable = options.mode === 'portable';
    const note = (call: SystemCall, path: string, other?: string): void => options.hook?.(call, path, other);
    const noteRead = (call: SystemCall, path: string): void => {
      if (options.hookReads) note(call, path);
    };
    const run = (act: () => void): void => {
      options.resolved?.(act);
      act();
    };
    const move = (call: SystemCall, from: string, to: string): void => {
      note(call, from, to);
      const [at, target] = [this.spot(from), this.spot(to)];
      run(() => {
        requireEntry(at, from);
        requireFree(target, to);
        this.change({ kind: 'move', at, to: target });
      });
    };
    const linkAndUnlink = (from: string, to: string): void => {
      note('link', from, to);
      const [at, target] = [this.spot(from), this.spot(to)];
      run(() => {
        const entry = requireEntry(at, from);
        requireFree(target, to);
        this.change({ kind: 'add', at: target, entry });
      });
      note('unlinkAfterLink', from);
      const old = this.spot(from);
      run(() => {
        requireEntry(old, from);
        this.change({ kind: 'remove', at: old });
      });
    };
    return {
      mode: portable ? 'portable' : 'native',
      makeFolder: (path) => {
        note('makeFolder', path);
        const at = this.spot(path);
        run(() => {
          requireFree(at, path);
          this.change({ kind: 'add', at, entry: this.folder() });
        });
      },
      createFile: (path, bytes, mode) => {
        note('createFile', path);
        const at = this.spot(path);
        const file = this.file(new Uint8Array(), mode);
        run(() => {
          requireFree(at, path);
          this.change({ kind: 'add', at, entry: file });
        });
        note('writeFile', path);
        file.bytes = bytes;
      },
      flushFile: async (path) => {
        note('flushFile', path);
        const file = this.find(path);
        if (file?.kind !== 'file') throw systemError('ENOENT', path);
        await Promise.resolve();
        if (options.alive?.() !== false && !options.drop?.files?.(path)) file.durable = file.bytes;
      },
      flushFolder: async (path) => {
        note('flushFolder', path);
        const folder = this.find(path);
        if (folder?.kind !== 'folder') throw systemError('ENOENT', path);
        const issued = this.log.length;
        await Promise.resolve();
        if (options.alive?.() === false || options.drop?.folders?.(path)) return;
        for (const row of this.log.slice(0, issued)) row.waiting.delete(folder);
      },
      exchange: portable
        ? undefined
        : (a, b) => {
            note('exchange', a, b);
            const [at, to] = [this.spot(a), this.spot(b)];
            run(() => {
              requireEntry(at, a);
              requireEntry(to, b);
              this.change({ kind: 'exchange', at, to });
            });
          },
      renameNoReplace: (from, to) => {
        if (portable && this.find(from)?.kind !== 'folder') linkAndUnlink(from, to);
        else move('renameNoReplace', from, to);
      },
      take: (from, to) => move(portable ? 'detach' : 'renameNoReplace', from, to),
      unlink: (path) => {
        note('unlink', path);
        const at = this.spot(path);
        run(() => {
          if (requireEntry(at, path).kind !== 'file') throw systemError('EISDIR', path);
          this.change({ kind: 'remove', at });
        });
      },
      removeFolder: (path) => {
        note('removeFolder', path);
        const at = this.spot(path);
        run(() => {
          const folder = requireEntry(at, path);
          if (folder.kind !== 'folder') throw systemError('ENOTDIR', path);
          if (folder.entries.size > 0) throw systemError('ENOTEMPTY', path);
          this.change({ kind: 'remove', at });
          folder.removed = true;
        });
      },
      list: (path) => {
        noteRead('list', path);
        return this.names(path);
      },
      identify: (path) => {
        noteRead('identify', path);
        return identityOf(this.find(path));
      },
      noWriters: (path) => {
        noteRead('lease', path);
        const file = this.find(path);
        if (portable || options.leases === 'none' || file?.kind !== 'file') return null;
        return options.leases === 'lie' || file.writers === 0;
      },
      readFile: (path) => {
        noteRead('readFile', path);
        const file = this.find(path);
        if (file?.kind !== 'file') throw systemError('ENOENT', path);
        return file.bytes;
      },
      exists: (path) => this.find(path) !== undefined,
      close: () => undefined,
    };
  }
}
