/**
 * A copy of a text for a person to edit, away from the project. Invariants: it stands in a private folder of the
 * system's own for temporary files, so nothing of the project is touched; whoever made it removes it, or says where it
 * is; an editor may save it however it likes, over it or by rename.
 */
import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { asDiskError, codeOf, diskError } from './disk-error.ts';

const PREFIX = 'docforge-edit-';

export interface Scratch {
  /** Its absolute path. */
  readonly path: string;
  /** Removes the copy and what an editor left beside it. */
  remove(): void;
}

/** Makes a private copy under this name. Throws a `DiskError`. */
export function makeScratch(name: string, bytes: Uint8Array): Scratch {
  const place = tmpdir();
  return asDiskError(place, () => {
    const folder = mkdtempSync(join(realpathSync(place), PREFIX));
    chmodSync(folder, 0o700);
    const path = join(folder, name);
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx' });
    return scratchAt(path);
  });
}

/** A copy that was made before and kept; `null` for a file that is none. */
export function keptScratch(path: string): Scratch | null {
  const folder = dirname(path);
  try {
    const own = basename(folder).startsWith(PREFIX) && realpathSync(dirname(folder)) === realpathSync(tmpdir());
    return own && lstatSync(folder).isDirectory() ? scratchAt(path) : null;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}

function scratchAt(path: string): Scratch {
  return { path, remove: () => asDiskError(path, () => rmSync(dirname(path), { recursive: true, force: true })) };
}

export interface EditorEnd {
  /** Exit status; `null` when a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
}

/**
 * Runs an editor on a file and waits for its end; it has the terminal to itself, an interrupt is its own affair.
 * `output` `error` keeps what it prints off standard output. Throws a `DiskError`: `ENOENT` for a missing program.
 */
export function runEditor(
  [command, ...args]: readonly [string, ...string[]],
  path: string,
  output: 'out' | 'error',
): Promise<EditorEnd> {
  const waiting = process.listeners('SIGINT');
  const ignore = () => {};
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  return new Promise<EditorEnd>((resolve, reject) => {
    const child = spawn(command, [...args, path], {
      shell: false,
      stdio: ['inherit', output === 'out' ? 'inherit' : 2, 'inherit'],
    });
    child.on('error', (error) => reject(diskError(codeOf(error) || 'EIO', command)));
    child.on('close', (status, signal) => resolve({ status, signal }));
  }).finally(() => {
    process.off('SIGINT', ignore);
    for (const listener of waiting) process.on('SIGINT', listener);
  });
}
