/**
 * Writing a report where a person named a file, inside the project or out of it. Invariant: a file that is not a report
 * of the same kind is never replaced, so a slip of the pen loses nothing.
 */
import { appendFileSync, closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { asDiskError, DiskError } from './disk-error.ts';

/** How a report goes into its file. */
export type ReportWay =
  /** After what stands there, as the owner of the file asked for. */
  | { readonly kind: 'append' }
  /** Over an earlier report: a file that is empty, or whose beginning passes the test. */
  | { readonly kind: 'replace'; readonly isOurs: (beginning: string) => boolean };

const BEGINNING_BYTES = 1_000;

/** Writes the text. Throws `DiskError`: `not_a_report` where something else stands, else as the system says. */
export function writeReport(path: string, text: string, way: ReportWay): void {
  asDiskError(path, () => {
    if (way.kind === 'append') return appendFileSync(path, text);
    const beginning = beginningOf(path);
    if (beginning !== '' && !way.isOurs(beginning)) throw new DiskError('not_a_report', path);
    return writeFileSync(path, text);
  });
}

/** The first bytes of a regular file; nothing for one that is not there, or that is a pipe or a device. */
function beginningOf(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return '';
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING_BYTES);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
