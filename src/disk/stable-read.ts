/**
 * Reading one file from one handle. Invariants: never more than the limit; only a regular file; the bytes stand between
 * two equal `fstat`s, so a file that is being written is read again, and at last named `unstable`, never half taken.
 */
import { fstatSync, readSync } from 'node:fs';
import { diskError } from './disk-error.ts';

/** What identifies a state of a file cheaply. It may let a read be skipped, never a write: only the hash decides that. */
export interface FileStat {
  readonly device: string;
  readonly inode: string;
  /** Bytes. */
  readonly size: number;
  /** Nanoseconds since 1970, as decimal text. */
  readonly mtime_ns: string;
  readonly ctime_ns: string;
  /** Permission bits. */
  readonly mode: number;
  /** Names of this inode; more than one is a hard link. */
  readonly links: number;
}

const READS_MAX = 5;

/** What is read of the system's own record of a file. Spelt out, so that the types of the library need no other types. */
export type SystemStat = Readonly<Record<'dev' | 'ino' | 'size' | 'mtimeNs' | 'ctimeNs' | 'mode' | 'nlink', bigint>>;

/** A `FileStat` from the system's own. */
export function fileStat(stat: SystemStat): FileStat {
  return {
    device: stat.dev.toString(),
    inode: stat.ino.toString(),
    size: Number(stat.size),
    mtime_ns: stat.mtimeNs.toString(),
    ctime_ns: stat.ctimeNs.toString(),
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
  };
}

/** The bytes of an open file and the state they belong to. Throws `not_a_file`, `too_large`, `unstable`. */
export function readStable(
  descriptor: number,
  path: string,
  bytesMax: number,
): { bytes: Uint8Array<ArrayBuffer>; stat: SystemStat } {
  let before = fstatSync(descriptor, { bigint: true });
  if (!before.isFile()) throw diskError('not_a_file', path);
  for (let attempt = 1; attempt <= READS_MAX; attempt++) {
    if (before.size > bytesMax) throw diskError('too_large', path);
    const bytes = new Uint8Array(Number(before.size));
    const filled = fill(descriptor, bytes);
    const after = fstatSync(descriptor, { bigint: true });
    if (filled === bytes.length && sameState(before, after)) return { bytes, stat: after };
    before = after;
  }
  throw diskError('unstable', path);
}

function fill(descriptor: number, bytes: Uint8Array): number {
  let filled = 0;
  while (filled < bytes.length) {
    const count = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

function sameState(a: SystemStat, b: SystemStat): boolean {
  return a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}
