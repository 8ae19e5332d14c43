/**
 * One changeset, seen three ways: in meaning, in bytes, in effect.
 *
 * Invariants: the bytes shown are exactly those of the changeset, whose hashes an approval is bound to; for a stale
 * changeset nothing is shown that is not so: where its base is gone, the effect alone is left, and says why.
 */
import type { ChangesetPaper } from '../contract/index.ts';
import type { Snapshot } from '../store/index.ts';
import { projectFiles } from './plan-operations.ts';
import { type BytesReview, reviewBytes } from './review-bytes.ts';
import { type EffectReview, reviewEffect } from './review-effect.ts';
import { type NodeMeaning, reviewMeaning } from './review-meaning.ts';
import { touchedMeanwhile } from './staleness.ts';

export interface Review {
  /** `null`, as `bytes`, for a changeset whose files are no longer what it was made for. */
  readonly meaning: readonly NodeMeaning[] | null;
  readonly bytes: BytesReview | null;
  readonly effect: EffectReview;
}

/** Builds the review of a changeset on a snapshot. Refuses `source_moved` when a file changes meanwhile. */
export function buildReview(snapshot: Snapshot, changeset: ChangesetPaper): Review {
  if (touchedMeanwhile(snapshot, changeset).files.length > 0) {
    return { meaning: null, bytes: null, effect: reviewEffect(snapshot, changeset, null) };
  }
  const projected = projectFiles(snapshot, changeset.files);
  const named = new Set(changeset.operations.map(({ id }) => id));
  return {
    meaning: reviewMeaning(snapshot, projected, named),
    bytes: reviewBytes(snapshot, changeset),
    effect: reviewEffect(snapshot, changeset, projected),
  };
}
