/**
 * Flushing many things at once. Invariants: every flush that was issued has ended before the caller goes on, also when
 * one failed; the first failure is thrown and no flush is tried twice.
 */
import type { System } from '../disk/index.ts';
import { systemCode } from './faults.ts';
import { parentOf } from './places.ts';

/** Flushes in flight at once; each holds an open file, and a process may hold about a thousand. */
const TOGETHER = 128;

/** Flushes files and folders in parallel. */
export async function flushAll(system: System, files: readonly string[], folders: readonly string[]): Promise<void> {
  const waiting = [
    ...files.map((path) => () => system.flushFile(path)),
    ...folders.map((path) => () => system.flushFolder(path)),
  ].reverse();
  let failed = false;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined && !failed; next = waiting.pop()) {
      await next().catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  const workers = Array.from({ length: Math.min(TOGETHER, waiting.length) }, work);
  for (const result of await Promise.allSettled(workers)) {
    if (result.status === 'rejected') throw result.reason;
  }
}

/** Makes one folder when it is missing, and makes its entry durable. */
export async function ensureFolder(system: System, path: string, mode?: number): Promise<void> {
  if (path === '' || system.exists(path)) return;
  try {
    system.makeFolder(path, mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  await system.flushFolder(parentOf(path));
}
