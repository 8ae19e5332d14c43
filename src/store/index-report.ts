/** What a refresh says about itself. */
import type { Degraded, Sha256 } from '../base/index.ts';
import type { AcceptedImage } from './attestation.ts';

/** What a refresh found and did. */
export interface IndexReport {
  readonly generation: Sha256;
  readonly source_hash: Sha256;
  /** Files that are sources; how many of them were read; how many of those were parsed and not taken from the cache. */
  readonly files: number;
  readonly read: number;
  readonly extracted: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly image_bytes: number;
  /** `current`: nothing moved. `published`: a new image. `repaired`: the image stood, its evidence was made again. */
  readonly outcome: 'current' | 'published' | 'repaired';
  /** Why the image that stood there was not accepted, when it was not. */
  readonly rejected: string | null;
  readonly degraded: readonly Degraded[];
}

/** A refresh and the image it left, in memory. */
export interface Refreshed {
  readonly report: IndexReport;
  readonly accepted: AcceptedImage;
}
