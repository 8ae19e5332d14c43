/**
 * Bringing the index up to what the files say:
 *
 *   scan -> nothing moved? done
 *        -> read what moved -> graph -> packs -> image -> attestation -> list of sources -> receipt of the transition
 *
 * Invariants: under the project lock; the bytes of an image depend on the sources and the descriptor alone, never on
 * what was there before; an image that was not accepted is believed only when building it anew gives the same bytes;
 * what is published after the image is evidence, so failing there is degraded and repaired by the next refresh; no
 * canonical file is ever written.
 */
import type { Sha256 } from '../base/index.ts';
import type { AttestationPaper } from '../contract/index.ts';
import { refuseDiskError } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { type AcceptedImage, isAccepted, loadImage } from './attestation.ts';
import type { IndexReport, Refreshed } from './index-report.ts';
import { BODIES } from './layout.ts';
import { Packs } from './packs.ts';
import { isUnmoved, scanSettled } from './read-sources.ts';
import { rebuildIndex } from './rebuild.ts';
import type { ScannedTree } from './scan-sources.ts';
import { loadSourceList, type SourceList } from './source-list.ts';

export interface RefreshOptions {
  /** Trusts nothing that was derived before: reads and parses every file and writes every pack anew. */
  readonly full?: boolean;
}

/**
 * Refreshes the index. Refuses `source_unreadable`, `sources_unsettled`, `generation_collision`, `project_locked`, and
 * `disk_failed` when something could not be written before the image was published.
 */
export async function refreshIndex(project: Project, options: RefreshOptions = {}): Promise<IndexReport> {
  return (await refreshAccepted(project, options)).report;
}

/** The same, and gives the accepted image. */
export function refreshAccepted(project: Project, options: RefreshOptions = {}): Promise<Refreshed> {
  return project.disk
    .withLock(() => refreshLocked(project, options.full ?? false))
    .catch((error: unknown): never => {
      throw refuseDiskError(error);
    });
}

async function refreshLocked(project: Project, full: boolean): Promise<Refreshed> {
  const stored = loadImage(project);
  const known = full ? null : loadSourceList(project);
  const scanned = await scanSettled(project, known);
  if (known && isAccepted(stored) && isCurrent(project, stored, known, scanned)) {
    return { accepted: stored, report: currentReport(stored.attestation, scanned) };
  }
  return rebuildIndex({ project, full, stored, known, scanned });
}

function isCurrent(project: Project, stored: AcceptedImage, known: SourceList, scanned: ScannedTree): boolean {
  const { attestation } = stored;
  return (
    attestation.generation === known.generation &&
    attestation.source_hash === known.identity.source_hash &&
    known.identity.descriptor_hash === project.descriptor_hash &&
    isUnmoved(scanned, known) &&
    Packs.isWhole(project.disk, BODIES)
  );
}

function currentReport(attestation: AttestationPaper, scanned: ScannedTree): IndexReport {
  return {
    generation: attestation.generation as Sha256,
    source_hash: attestation.source_hash as Sha256,
    files: scanned.files.length,
    read: 0,
    extracted: 0,
    rows: attestation.rows,
    image_bytes: attestation.image_bytes,
    outcome: 'current',
    rejected: null,
    degraded: [],
  };
}
