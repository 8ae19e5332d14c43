/**
 * Opening beneath a root that is held open. Invariants: no call leaves the root or follows a link below it, whatever is
 * renamed or swapped meanwhile; what was checked is the handle that is used, never a string; an opened root stays the
 * same folder when it is renamed. The third way, `open_then_check`, serves where the system offers neither `openat2`
 * nor `/proc/self/fd`, and promises less: links that stand are refused, but another program that swaps a folder for a
 * link and back at the right instants of one call can mislead that call.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { asDiskError, codeOf, DiskError, diskError } from './disk-error.ts';
import { loadNative, type Native } from './native.ts';
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
  /** A file descriptor; never of a link, never blocked by a pipe. `mode` counts when the flags create. */
  openFile(path: string, flags: number, mode?: number): number;
  close(): void;
}

const { O_RDONLY, O_CREAT, O_EXCL } = constants;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_NONBLOCK;

/** Holds the root (a real absolute path) open in the strongest way there is, or in the way that is asked for. */
export function openConfinement(
  root: string,
  asked?: ConfinementKind,
  native: Native | null = loadNative(),
): Confinement {
  if (asked === 'open_then_check') return openThenCheck(root);
  const held = holdRoot(root);
  if (held === null) return openThenCheck(root);
  if (asked !== 'handle_walk' && native !== null && hasOpenat2(native, held.descriptor)) return byOpenat2(held, native);
  return byHandleWalk(held);
}

interface HeldRoot {
  descriptor: number;
}

/** The root's handle, when handles can be addressed through `/proc/self/fd`. */
function holdRoot(root: string): HeldRoot | null {
  if (process.platform !== 'linux') return null;
  const descriptor = asDiskError(root, () => openSync(root, FOLDER_FLAGS));
  try {
    const names = readdirSync(`/proc/self/fd/${descriptor}/.`);
    if (Array.isArray(names)) return { descriptor };
  } catch (error) {
    if (codeOf(error) === 'EACCES') return { descriptor };
  }
  closeSync(descriptor);
  return null;
}

function hasOpenat2(native: Native, root: number): boolean {
  try {
    closeSync(native.openBeneath(root, '.', FOLDER_FLAGS, 0));
    return true;
  } catch {
    return false;
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

function byOpenat2(held: HeldRoot, native: Native): Confinement {
  return {
    kind: 'openat2',
    openFolder: (path) => heldFolder(native.openBeneath(rootOf(held, path), path || '.', FOLDER_FLAGS, 0)),
    openFile: (path, flags, mode = 0) => native.openBeneath(rootOf(held, path), path, flags | O_NONBLOCK, mode),
    close: () => closeRoot(held),
  };
}

function byHandleWalk(held: HeldRoot): Confinement {
  const device = fstatSync(held.descriptor, { bigint: true }).dev;
  const openFolder = (path: string): Folder => {
    let folder = openPart(rootOf(held, path), '.', path, device);
    if (path === '') return heldFolder(folder);
    for (const part of path.split('/')) {
      const outer = folder;
      try {
        folder = openPart(outer, part, path, device);
      } finally {
        closeSync(outer);
      }
    }
    return heldFolder(folder);
  };
  return {
    kind: 'handle_walk',
    openFolder,
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
function openPart(folder: number, part: string, path: string, device: bigint): number {
  const address = `/proc/self/fd/${folder}/${part}`;
  let descriptor: number;
  try {
    descriptor = openSync(address, FOLDER_FLAGS | O_NOFOLLOW);
  } catch (error) {
    const code = codeOf(error);
    throw diskError(code === 'ENOTDIR' && isLink(address) ? 'symlink' : code, path);
  }
  if (fstatSync(descriptor, { bigint: true }).dev === device) return descriptor;
  closeSync(descriptor);
  throw diskError('other_device', path);
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
  return {
    kind: 'open_then_check',
    openFolder(path) {
      const folder = checkFolder(path);
      return { descriptor: -1, address: folder, entry: (name) => join(folder, name), close: () => {} };
    },
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
