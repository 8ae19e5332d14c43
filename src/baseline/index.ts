/** baseline: which problems are known already, and by what a problem is known again. */
export { BASELINE_PATH, type BaselineFile, formatBaseline, loadBaseline } from './baseline-file.ts';
export type { BytesOf, Fingerprint } from './fingerprint.ts';
export {
  type Accepted,
  type Known,
  knownProblems,
  type Matched,
  matchBaseline,
  staleProblems,
} from './match-baseline.ts';
export { type Naming, selectProblems } from './select-problems.ts';
