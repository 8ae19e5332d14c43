/**
 * Reading a derived file, which may be anything by now: a link, a pipe, a folder, too large, or not for us to read.
 *
 * Invariant: what cannot be read counts as not there, since every derived file can be made again; it is never followed,
 * never waited for and never believed.
 */
import { type Disk, DiskError } from '../disk/index.ts';

/** The bytes of a derived file; `null` when it is absent or is no file of ours. */
export function readDerived(disk: Disk, path: string, bytesMax: number): Uint8Array | null {
  return ifUsable(() => disk.readIfPresent(path, bytesMax));
}

/** The size of a derived file in bytes; `null` when it is absent or is no file of ours. */
export function derivedSize(disk: Disk, path: string): number | null {
  return ifUsable(() => disk.stat(path)?.size ?? null);
}

function ifUsable<T>(call: () => T | null): T | null {
  try {
    return call();
  } catch (error) {
    if (error instanceof DiskError && error.code !== 'closed') return null;
    throw error;
  }
}
