/**
 * The system layer: every call that reads, changes or flushes canonical or private files passes here, relative to one
 * root that is held open. Invariants: a path never leaves the root and never follows a link; a hook runs before each
 * call, so a test can stop, fail or record at any of them; a failed flush is never retried on the same file.
 */
import type { Sha256 } from '../base/index.ts';

/** The names of the calls, as a hook sees them. Reads come last; hooks see them only when asked. */
export type SystemCall =
  | 'makeFolder'
  | 'createFile'
  | 'writeFile'
  | 'flushFile'
  | 'flushFolder'
  | 'exchange'
  | 'renameNoReplace'
  | 'link'
  | 'replace'
  | 'unlinkAfterLink'
  | 'detach'
  | 'unlink'
  | 'removeFolder'
  | 'identify'
  | 'lease'
  | 'list'
  | 'readFile';

/** Called before a call runs. It may throw (a fault), never return (a kill), or record. */
export type SystemHook = (call: SystemCall, path: string, other?: string) => void;

/** What stands at a path, from one open handle, hashed between two equal `fstat`s. */
export interface Identity {
  /** The hash of the bytes; or why there is none. */
  readonly content: Sha256 | 'symlink' | 'not_a_file' | 'unstable' | 'too_large';
  readonly device: bigint;
  readonly inode: bigint;
  readonly links: number;
  /** Permission bits. */
  readonly mode: number;
  readonly size: number;
}

/** An error of the operating system, with its code (`ENOENT`, `EEXIST`, `EIO`, ...). */
export interface SystemError extends Error {
  readonly code: string;
}

/**
 * Paths are `/`-separated and relative to the root of the layer; `''` is the root itself.
 * `native`: exchange and no-replace rename by `renameat2`, leases by `fcntl`. `portable`: pure Node (link and rename),
 * the path of an update is absent for a moment, and no inode can be proved free of writers.
 */
export interface System {
  readonly mode: 'native' | 'portable';
  makeFolder(path: string, mode?: number): void;
  /** Creates a new file (`O_CREAT|O_EXCL|O_NOFOLLOW`) with exactly this mode, and writes it. Hooks: createFile, writeFile. */
  createFile(path: string, bytes: Uint8Array, mode: number): void;
  /** Flushes a file's bytes. Issue several at once; they run in parallel. */
  flushFile(path: string): Promise<void>;
  /** Flushes a folder's entries. */
  flushFolder(path: string): Promise<void>;
  /** Swaps what stands at two paths in one step. Only in native mode; `undefined` in portable mode. */
  readonly exchange: ((a: string, b: string) => void) | undefined;
  /** Renames a file or folder; `EEXIST` when the target exists. */
  renameNoReplace(from: string, to: string): void;
  /** Takes a public name away to a private, unused one. Portable: a plain rename, since the target is ours. */
  take(from: string, to: string): void;
  unlink(path: string): void;
  /** Removes an empty folder. */
  removeFolder(path: string): void;
  /** Names in a folder, sorted by code unit; none when it does not exist. */
  list(path: string): string[];
  /** `null` when nothing is there. Never follows a link, never blocks on a pipe. */
  identify(path: string): Identity | null;
  /** `true`: the kernel proves that no writer can reach this inode. `false`: a writer is there. `null`: cannot tell. */
  noWriters(path: string): boolean | null;
  /** Reads a small private file. */
  readFile(path: string): Uint8Array;
  exists(path: string): boolean;
  close(): void;
}
