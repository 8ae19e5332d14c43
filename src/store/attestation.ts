/**
 * What may be believed about an image: the receipt beside it, and the bytes it speaks of.
 *
 * Invariants: the bytes that are hashed are the bytes that are opened; an image with another writer's file beside it,
 * without a receipt, or with one that does not fit, is not accepted, and the reason is said in words.
 */
import { hashBytes, INDEX_SCHEMA, limits, type Sha256 } from '../base/index.ts';
import { type AttestationPaper, attestationSchema, isBroken, openSealed, seal } from '../contract/index.ts';
import { type Disk, DiskError, diskReason } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import type { Image } from './build-image.ts';
import { ATTESTATION, IMAGE, SIDECARS } from './layout.ts';

/** An image that its receipt proves whole. */
export interface AcceptedImage {
  readonly bytes: Uint8Array;
  readonly attestation: AttestationPaper;
}

/** The image as it stands on disk: accepted; or the reason why not, with the bytes where there are any. */
export type StoredImage =
  | AcceptedImage
  | { readonly missing: true; readonly reason: string }
  | { readonly rejected: Uint8Array | null; readonly reason: string };

/** Whether a stored image was accepted. */
export function isAccepted(stored: StoredImage): stored is AcceptedImage {
  return 'attestation' in stored;
}

/** The receipt of an image that was just built or completely verified. */
export function attest(
  project: Project,
  view: { readonly generation: Sha256; readonly source_hash: Sha256 },
  image: Image,
  checks: readonly string[],
): AttestationPaper {
  return seal<AttestationPaper>({
    schema: 'docforge.attestation/1',
    index_schema: INDEX_SCHEMA,
    project: project.fingerprint,
    generation: view.generation,
    source_hash: view.source_hash,
    image_hash: hashBytes(image.bytes),
    image_bytes: image.bytes.length,
    rows: { ...image.rows },
    checks: [...checks],
  });
}

/** Judges an image by its receipt. Reads nothing. */
export function judgeImage(project: Sha256, image: Uint8Array, receipt: Uint8Array): StoredImage {
  const attestation = openSealed(attestationSchema, receipt);
  const no = (reason: string): StoredImage => ({ rejected: image, reason });
  if (isBroken(attestation)) return no(`its attestation cannot be used: ${attestation.broken}`);
  if (attestation.index_schema !== INDEX_SCHEMA) return no('another version of DocForge wrote it');
  if (attestation.project !== project) return no('it belongs to another project');
  if (attestation.image_bytes !== image.length) return no('it does not have the size that was attested');
  if (attestation.image_hash !== hashBytes(image)) return no('its bytes are not the ones that were attested');
  return { bytes: image, attestation };
}

/** Reads image and receipt once. */
export function loadImage(project: Project): StoredImage {
  const { disk } = project;
  try {
    const image = disk.readIfPresent(IMAGE, limits.image_bytes_max);
    if (image === null) return { missing: true, reason: 'there is none' };
    const sidecar = presentSidecars(disk)[0];
    if (sidecar) return { rejected: image, reason: `${sidecar} stands beside it, so another program wrote to it` };
    const receipt = disk.readIfPresent(ATTESTATION, limits.document_bytes_max);
    if (receipt === null) return { rejected: image, reason: 'it has no attestation' };
    return judgeImage(project.fingerprint, image, receipt);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return { rejected: null, reason: `${error.path} could not be read (${diskReason(error.code)})` };
  }
}

/** The files of another SQLite writer that stand beside the image. */
export function presentSidecars(disk: Disk): string[] {
  return SIDECARS.filter((path) => {
    try {
      return disk.stat(path) !== null;
    } catch {
      return true;
    }
  });
}
