/**
 * One error for everything that the operating system or the confinement says no to. Invariants: it always has a code
 * and the path it speaks of; codes of the operating system keep their names (`ENOENT`), our own are lower-case.
 */
import { limits, type Problem, problem, refuse, showHidden } from '../base/index.ts';

/** A file or folder that could not be used. See `diskReason` for a sentence. */
export class DiskError extends Error {
  /**
   * `ENOENT`, `EACCES`, `EEXIST`, `EIO`, `ENOSPC`, ... as the system names them; or `symlink` (a link stands somewhere
   * on the path), `not_a_file` (a folder, pipe, socket or device), `too_large`, `unstable` (it changes while it is
   * read), `other_device` (a mount point stands on the path), `moved` (the path no longer leads to what was opened),
   * `closed`, `not_a_report` (a report was not written over what stands there).
   */
  readonly code: string;
  readonly path: string;

  constructor(code: string, path: string) {
    super(`${code}: ${path}`);
    this.name = 'DiskError';
    this.code = code;
    this.path = path;
  }
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  ELOOP: 'symlink',
  ENXIO: 'not_a_file',
  EISDIR: 'not_a_file',
  EXDEV: 'other_device',
};

/** The disk error for a code of the operating system. */
export function diskError(code: string, path: string): DiskError {
  return new DiskError(OWN_NAMES[code] ?? code, path);
}

/** The code of any error that has one, else the empty text. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Runs a call of `node:fs` and turns its error into a disk error about this path. Errors without a code pass as they are. */
export function asDiskError<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof DiskError || code === '') throw error;
    throw diskError(code, path);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied (EACCES)',
  EPERM: 'permission denied (EPERM)',
  EEXIST: 'something stands there already (EEXIST)',
  ENOSPC: 'the disk is full (ENOSPC)',
  EROFS: 'the disk is read-only (EROFS)',
  EIO: 'the disk reported an error (EIO)',
  EMFILE: 'too many files are open (EMFILE)',
  symlink: 'a symbolic link stands on its path, and links are never followed',
  not_a_file: 'it is not a regular file',
  too_large: 'it is larger than the limit',
  not_a_report: 'something that is not such a report stands there, and it was left as it is',
  unstable: 'it kept changing while it was read',
  other_device: 'another disk is mounted on its path',
  moved: 'the path no longer leads to what was opened',
  closed: 'the project was closed already',
};

/** What a code means, as the end of a sentence. */
export function diskReason(code: string): string {
  return REASONS[code] ?? `the system said ${code}`;
}

/** The problem to report when a canonical file could not be read. Any error that is no disk error is thrown on. */
export function problemOfRead(error: unknown, file: string, bytesMax: number = limits.source_bytes_max): Problem {
  if (!(error instanceof DiskError)) throw error;
  if (error.code === 'too_large') return problem('file_too_large', { limit: bytesMax }, { file });
  return problem('unreadable_file', { reason: diskReason(error.code) }, { file });
}

/** Turns a disk error into the refusal `disk_failed`; any other error is thrown on as it is. */
export function refuseDiskError(error: unknown): never {
  if (!(error instanceof DiskError)) throw error;
  return refuse('disk_failed', { path: showHidden(error.path), reason: diskReason(error.code), code: error.code });
}
