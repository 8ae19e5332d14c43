/**
 * Opening beneath a root that is held open. Invariants: no call leaves the root or follows a link below it, whatever is
 * renamed or swapped meanwhile; what was checked is the handle that is used, never a string; an opened root stays the
 * same folder when it is renamed. The third way, `open_then_check`, serves where the system offers neither `openat2`
 * nor `/proc/self/fd`, and promises less: links that stand are refused, but another program that swaps a folder for a
 * link and back at the right instants of one call can mislead that call.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asDiskError, codeOf, DiskError, diskError } from './disk-error.ts';
import type { Native } from './native.ts';
import { baseName, folderOf } from './project-path.ts';

export type ConfinementKind = 'openat2' | 'handle_walk' | 'open_then_check';

/** A folder held open. The caller closes it. */
export interface Folder {
  /** The file descriptor of the folder; `-1` where the system has none. */
  readonly descriptor: number;
  /** An address of a name in this folder for the calls of `node:fs`; it follows the handle, not the path. */
  entry(name: string): string;
  /** An address of the folder itself. */
  readonly address: string;
  close(): void;
}

/** Paths are relative to the root and already judged by `project-path.ts`; `''` is the root. */
export interface Confinement {
  readonly kind: ConfinementKind;
  openFolder(path: string): Folder;
  /** A folder named in an open one; `path` is its whole path. Cheaper than `openFolder`, which begins at the root. */
  openInner(outer: Folder, name: string, path: string): Folder;
  /** A file descriptor; never of a link, never blocked by a pipe. `mode` counts when the flags create. */
  openFile(path: string, flags: number, mode?: number): number;
  close(): void;
}

const { O_RDONLY, O_CREAT, O_EXCL } = constants;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NONBLOCK;

/** Where the native calls come from; asked at most once. */
export type NativeSource = () => Native | null;

/**
 * Holds the root (a real absolute path) open in the strongest way there is, or in the way that is asked for. The handle
 * walk and `openat2` promise the same; since loading native code costs more than a few walks, a short run does without.
 */
export function openConfinement(root: string, asked: ConfinementKind | undefined, native: NativeSource): Confinement {
  const held = asked === 'open_then_check' ? null : holdRoot(root);
  if (held === null) return openThenCheck(root);
  if (asked === 'handle_walk') return byHandleWalk(held);
  if (asked === 'openat2') return byOpenat2IfThere(held, native()) ?? byHandleWalk(held);
  return byNeed(held, native);
}

/** Opens of files by the handle walk (about 20 microseconds each) after which native code is worth its loading. */
const WALKS_BEFORE_NATIVE = 200;

function byNeed(held: HeldRoot, native: NativeSource): Confinement {
  let way = byHandleWalk(held);
  let walks = 0;
  let decided = false;
  const decide = () => {
    if (!decided) way = byOpenat2IfThere(held, native()) ?? way;
    decided = true;
    return way;
  };
  return {
    get kind() {
      return decide().kind;
    },
    openFolder: (path) => way.openFolder(path),
    openInner: (outer, name, path) => way.openInner(outer, name, path),
    openFile(path, flags, mode) {
      if (!decided && ++walks > WALKS_BEFORE_NATIVE) decide();
      return way.openFile(path, flags, mode);
    },
    close: () => closeRoot(held),
  };
}

interface HeldRoot {
  descriptor: number;
  /** The device of the root: a folder on another one is a mount point. */
  readonly device: bigint;
}

/** The root's handle, when handles can be addressed through `/proc/self/fd`. */
function holdRoot(root: string): HeldRoot | null {
  if (process.platform !== 'linux') return null;
  const descriptor = asDiskError(root, () => openSync(root, FOLDER_FLAGS));
  const held = { descriptor, device: fstatSync(descriptor, { bigint: true }).dev };
  if (canAddress(held)) return held;
  closeSync(descriptor);
  return null;
}

function canAddress(held: HeldRoot): boolean {
  try {
    return statSync(`/proc/self/fd/${held.descriptor}/.`, { bigint: true }).dev === held.device;
  } catch {
    return false; // No /proc, or a root that may not be entered: the last way says so file by file.
  }
}

function heldFolder(descriptor: number): Folder {
  const address = `/proc/self/fd/${descriptor}`;
  return {
    descriptor,
    address: `${address}/.`,
    entry: (name) => `${address}/${name}`,
    close: () => closeSync(descriptor),
  };
}

function rootOf(held: HeldRoot, path: string): number {
  if (held.descriptor < 0) throw diskError('closed', path);
  return held.descriptor;
}

function closeRoot(held: HeldRoot): void {
  if (held.descriptor >= 0) closeSync(held.descriptor);
  held.descriptor = -1;
}

/** `null` where the kernel does not know `openat2` or does not allow it. */
function byOpenat2IfThere(held: HeldRoot, native: Native | null): Confinement | null {
  try {
    if (native === null) return null;
    closeSync(native.openBeneath(rootOf(held, ''), '.', FOLDER_FLAGS, 0));
    return byOpenat2(held, native);
  } catch {
    return null;
  }
}

function byOpenat2(held: HeldRoot, native: Native): Confinement {
  const openFolder = (path: string) => {
    const descriptor = native.openBeneath(rootOf(held, path), path || '.', FOLDER_FLAGS, 0);
    requireDevice(descriptor, held, path);
    return heldFolder(descriptor);
  };
  return {
    kind: 'openat2',
    openFolder,
    openInner: (outer, name, path) => heldFolder(openPart(outer.descriptor, name, path, held)),
    openFile(path, flags, mode = 0) {
      const descriptor = native.openBeneath(rootOf(held, path), path, flags | O_NONBLOCK, mode);
      // Some file systems give their files another device than their folders: then the folder decides.
      if (deviceOf(descriptor) !== held.device) requireFolder(descriptor, () => openFolder(folderOf(path)).close());
      return descriptor;
    },
    close: () => closeRoot(held),
  };
}

function deviceOf(descriptor: number): bigint {
  return fstatSync(descriptor, { bigint: true }).dev;
}

function requireDevice(descriptor: number, held: HeldRoot, path: string): void {
  if (deviceOf(descriptor) === held.device) return;
  closeSync(descriptor);
  throw diskError('other_device', path);
}

/** Runs a check about an open file, and closes the file when the check throws. */
function requireFolder(descriptor: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function byHandleWalk(held: HeldRoot): Confinement {
  const openFolder = (path: string): Folder => {
    const root = rootOf(held, path);
    let folder = root;
    for (const part of path === '' ? ['.'] : path.split('/')) {
      const outer = folder;
      try {
        folder = openPart(outer, part, path, held);
      } finally {
        if (outer !== root) closeSync(outer);
      }
    }
    return heldFolder(folder);
  };
  return {
    kind: 'handle_walk',
    openFolder,
    openInner: (outer, name, path) => heldFolder(openPart(outer.descriptor, name, path, held)),
    openFile(path, flags, mode = 0) {
      const folder = openFolder(folderOf(path));
      try {
        return asDiskError(path, () => openSync(folder.entry(baseName(path)), flags | O_NOFOLLOW | O_NONBLOCK, mode));
      } finally {
        folder.close();
      }
    },
    close: () => closeRoot(held),
  };
}

/** Opens one folder in a folder handle; a link in its place is `symlink`, a mount point `other_device`. */
function openPart(folder: number, part: string, path: string, held: HeldRoot): number {
  const address = `/proc/self/fd/${folder}/${part}`;
  let descriptor: number;
  try {
    descriptor = openSync(address, FOLDER_FLAGS | O_NOFOLLOW);
  } catch (error) {
    const code = codeOf(error);
    throw diskError(code === 'ENOTDIR' && isLink(address) ? 'symlink' : code, path);
  }
  requireDevice(descriptor, held, path);
  return descriptor;
}

function isLink(address: string): boolean {
  return lstatSync(address, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Each round more asks for one more swap at the right instant. */
const CHECK_ROUNDS = 3;

function openThenCheck(root: string): Confinement {
  let open = true;
  const address = (path: string) => {
    if (!open) throw diskError('closed', path);
    return path === '' ? root : join(root, ...path.split('/'));
  };
  const checkFolder = (path: string) => {
    const expected = address(path);
    const actual = asDiskError(path, () => realpathSync.native(expected));
    if (actual !== expected) throw diskError(firstLink(address, path) ? 'symlink' : 'moved', path);
    if (!lstatSync(actual).isDirectory()) throw diskError('ENOTDIR', path);
    return actual;
  };
  const openFolder = (path: string): Folder => {
    const folder = checkFolder(path);
    return { descriptor: -1, address: folder, entry: (name) => join(folder, name), close: () => {} };
  };
  return {
    kind: 'open_then_check',
    openFolder,
    openInner: (_outer, _name, path) => openFolder(path),
    openFile(path, flags, mode = 0) {
      checkFolder(folderOf(path));
      const file = address(path);
      if ((flags & O_EXCL) === 0 && isLink(file)) throw diskError('symlink', path);
      const descriptor = asDiskError(path, () => openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, mode));
      try {
        for (let round = 1; round <= CHECK_ROUNDS; round++) {
          requireSame(descriptor, file, path);
          checkFolder(folderOf(path));
        }
        return descriptor;
      } catch (error) {
        closeSync(descriptor);
        throw error;
      }
    },
    close: () => {
      open = false;
    },
  };
}

function requireSame(descriptor: number, file: string, path: string): void {
  const opened = fstatSync(descriptor, { bigint: true });
  const named = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (named === undefined || named.ino !== opened.ino || named.dev !== opened.dev) throw new DiskError('moved', path);
}

function firstLink(address: (path: string) => string, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, at) => isLink(address(parts.slice(0, at + 1).join('/'))));
}

/** Runs `use` with a folder held open, and closes it whatever happens. */
export function withFolder<T>(confinement: Confinement, path: string, use: (folder: Folder) => T): T {
  const folder = confinement.openFolder(path);
  try {
    return use(folder);
  } finally {
    folder.close();
  }
}

/** The flags of a new private file: it must not exist, and a link in its place is not followed. */
export const NEW_FILE_FLAGS = constants.O_WRONLY | O_CREAT | O_EXCL;
