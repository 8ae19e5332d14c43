/**
 * The Git commit that is checked out, read passively: no process is started and nothing is written.
 *
 * Invariants: any form that is not understood gives `null`, never a guess. Understood are a repository above or at the
 * root, a worktree or submodule (`.git` is a file that names its folder), loose refs, and packed refs.
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import { type Disk, findUpward, openDisk } from '../disk/index.ts';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const REF_BYTES_MAX = 4_096;
const PACKED_BYTES_MAX = 64_000_000;
/** Refs that name refs; Git itself follows five. */
const SYMBOLIC_DEPTH_MAX = 5;

/** The commit of the repository that holds a folder, or `null`. */
export function readRevision(root: string): string | null {
  const holder = findUpward(root, '.git');
  if (holder === null) return null;
  try {
    return readHead(gitFolder(holder));
  } catch {
    return null;
  }
}

/** Where a folder lies in the repository that holds it, as `docs/` or `a/b/`; `''` for its top, or without a repository. */
export function repositoryPrefix(root: string): string {
  const holder = findUpward(root, '.git');
  const path = holder === null ? '' : relative(holder, root);
  return path === '' ? '' : `${path.split(sep).join('/')}/`;
}

/** The folder behind a `.git`: itself (a folder cannot be read as a text), or the one that a `gitdir:` file names. */
function gitFolder(holder: string): string {
  const beside = openDisk(holder);
  try {
    const text = readText(beside, '.git', REF_BYTES_MAX);
    const named = text?.match(/^gitdir: (.+)$/m)?.[1]?.trim();
    if (named === undefined) return join(holder, '.git');
    return isAbsolute(named) ? named : join(holder, named);
  } finally {
    beside.close();
  }
}

function readHead(folder: string): string | null {
  const own = openDisk(folder);
  const shared = sharedDisk(own, folder);
  try {
    let ref = readText(own, 'HEAD', REF_BYTES_MAX)?.trim() ?? null;
    for (let depth = 0; ref !== null && depth <= SYMBOLIC_DEPTH_MAX; depth++) {
      if (COMMIT.test(ref)) return ref;
      const name: string | undefined = ref.match(/^ref: (refs\/\S+)$/)?.[1];
      if (name === undefined) return null;
      ref =
        (readText(own, name, REF_BYTES_MAX) ?? readText(shared, name, REF_BYTES_MAX))?.trim() ?? packed(shared, name);
    }
    return null;
  } finally {
    own.close();
    if (shared !== own) shared.close();
  }
}

/** A worktree keeps its refs in the folder that `commondir` names. */
function sharedDisk(own: Disk, folder: string): Disk {
  const common = readText(own, 'commondir', REF_BYTES_MAX)?.trim();
  if (!common) return own;
  return openDisk(isAbsolute(common) ? common : join(folder, common));
}

function packed(disk: Disk, name: string): string | null {
  const text = readText(disk, 'packed-refs', PACKED_BYTES_MAX);
  const line = text?.split('\n').find((row) => row.endsWith(` ${name}`));
  return line?.split(' ')[0] ?? null;
}

function readText(disk: Disk, path: string, bytesMax: number): string | null {
  try {
    const bytes = disk.readIfPresent(path, bytesMax);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}
