/**
 * Whether the native calls work on the file system of a root. Invariants: asking what is possible writes nothing; on a
 * file system that is not known to offer exchange, the first writer tries it on two private files before relying on it.
 */
import * as fs from 'node:fs';
import { type Confinement, NEW_FILE_FLAGS, withFolder } from './confinement.ts';
import { DiskError } from './disk-error.ts';
import type { Native } from './native.ts';
import { ownerName, thisOwner } from './process-owner.ts';
import { makeStaging, STAGING } from './publish.ts';
import { RealSystem } from './real-system.ts';

/** `statfs` types with exchange, no-replace rename and leases: ext4, xfs, btrfs, tmpfs, overlayfs, f2fs, bcachefs. */
const KNOWN: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0xca451a4e,
]);

const probed = new Map<string, boolean>();

/**
 * The native calls when they can be used beneath this root, else `null`. `guess` only looks; `probe` also tries on an
 * unknown file system, once a process and device.
 */
export function findMode(confinement: Confinement, native: Native | null, effort: 'guess' | 'probe'): Native | null {
  if (native === null || confinement.kind === 'open_then_check') return null;
  const works = withFolder(confinement, '', (root) => {
    if (!hasRename(native, root.descriptor)) return false;
    if (KNOWN.has(fs.statfsSync(root.address).type)) return true;
    const device = fs.fstatSync(root.descriptor, { bigint: true }).dev.toString();
    if (effort === 'probe' && !probed.has(device)) probed.set(device, tryExchange(confinement, native));
    return probed.get(device) === true;
  });
  return works ? native : null;
}

/** With two names that do not exist the kernel says `ENOENT` when it knows the call, and touches nothing. */
function hasRename(native: Native, root: number): boolean {
  const absent = ownerName(thisOwner());
  try {
    native.rename(root, `${absent}-a`, root, `${absent}-b`, 'exchange');
    return false;
  } catch (error) {
    return error instanceof DiskError && error.code === 'ENOENT';
  }
}

function tryExchange(confinement: Confinement, native: Native): boolean {
  makeStaging(new RealSystem(confinement, { native: null }));
  return withFolder(confinement, STAGING, (staging) => {
    const names = [ownerName(thisOwner()), ownerName(thisOwner())] as const;
    try {
      for (const name of names) fs.closeSync(fs.openSync(staging.entry(name), NEW_FILE_FLAGS, 0o600));
      native.rename(staging.descriptor, names[0], staging.descriptor, names[1], 'exchange');
      return true;
    } catch {
      return false; // Whatever the reason, this file system is used in the portable way.
    } finally {
      for (const name of names) fs.rmSync(staging.entry(name), { force: true });
    }
  });
}
