/** The problems of the generation, as the image holds them. */
import type { Problem } from '../base/index.ts';
import type { Index } from '../store/index.ts';

/** All problems in their one order. */
export function listProblems(index: Index): Problem[] {
  return index.rows('select json from problem order by id').map(([json]) => JSON.parse(json as string) as Problem);
}
