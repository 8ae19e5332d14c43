/** Storing one sealed paper for good: whole and durable where nothing stands, or not at all, and never in doubt. */
import { canonicalJson, limits, refuse } from '../base/index.ts';
import { DiskError, diskReason } from '../disk/index.ts';
import type { Project } from '../project/index.ts';

/**
 * Publishes a paper as canonical JSON and a line end. `false`: something stands there already, and nothing was changed.
 * Refuses `over_limit`; `not_stored` when the disk said no and nothing stands there; `unconfirmed` when the paper
 * stands there and the disk said no afterwards, so that nobody takes what was done for what was not.
 */
export async function publishPaper(
  project: Project,
  path: string,
  paper: object,
  { bytesMax, mode }: { readonly bytesMax: number; readonly mode?: number },
): Promise<boolean> {
  const bytes = new TextEncoder().encode(`${canonicalJson(paper)}\n`);
  if (bytes.length > bytesMax) {
    refuse('over_limit', { what: 'The size of the stored record in bytes', actual: bytes.length, limit: bytesMax });
  }
  try {
    return await project.disk.publishNew(path, bytes, mode);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const code = stands(project, path, bytes) ? 'unconfirmed' : 'not_stored';
    return refuse(code, { path, reason: diskReason(error.code), code: error.code });
  }
}

function stands(project: Project, path: string, bytes: Uint8Array): boolean {
  const there = project.disk.readIfPresent(path, limits.document_bytes_max);
  return there !== null && Buffer.compare(there, bytes) === 0;
}
