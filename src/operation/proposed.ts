/** The answer to everything that proposes: the changeset as it stands now, and what it would cause and fix. */
import { z } from 'zod';
import type { Sha256 } from '../base/index.ts';
import type { Registered } from '../proposal/index.ts';
import { problemChangesWord, summaryOf, summaryWord } from './changeset-words.ts';
import type { Outcome } from './session.ts';

export const proposedOutput = z.strictObject({
  changeset: summaryWord,
  /** What the whole changeset would cause and fix, against the project as it is now. */
  problems: problemChangesWord,
});

/** The answer with the generation that the changeset was made for. */
export function proposedOutcome({ changeset, problems }: Registered): Outcome<z.infer<typeof proposedOutput>> {
  const { source_hash, generation } = changeset.base;
  return {
    data: {
      changeset: summaryOf(changeset),
      problems: { caused: [...problems.caused], fixed: [...problems.fixed] } as z.infer<typeof problemChangesWord>,
    },
    source_hash: source_hash as Sha256,
    generation: generation as Sha256,
  };
}
