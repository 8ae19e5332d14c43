/** Which of the problems that were found are shown, and which the baseline accepts. */
import { type Problem, refuse } from '../base/index.ts';
import {
  type Accepted,
  BASELINE_PATH,
  type BaselineFile,
  type Fingerprint,
  knownProblems,
  loadBaseline,
  matchBaseline,
  staleProblems,
} from '../baseline/index.ts';
import type { Project } from '../project/index.ts';
import type { FoundProblems } from './found-problems.ts';

/** `use` it where there is one, `require` that there is one, or `ignore` it. */
export type BaselineUse = 'use' | 'require' | 'ignore';

export interface Judged {
  /** The problems that count, those of the baseline itself last. */
  readonly open: readonly { readonly problem: Problem; readonly print: Fingerprint | null }[];
  readonly accepted: readonly Accepted[];
  /** Rows of the baseline that accept nothing. */
  readonly stale: number;
  /** The baseline that was used. */
  readonly baseline: BaselineFile | null;
}

export interface JudgeOptions {
  readonly use: BaselineUse;
  /** Every problem gets its fingerprint, which costs reading the files that problems were found in. */
  readonly whole: boolean;
}

/** Holds the problems against the baseline. Refuses `no_baseline`, `invalid_baseline`, `source_moved`. */
export function judgeProblems(project: Project, found: FoundProblems, { use, whole }: JudgeOptions): Judged {
  const baseline = use === 'ignore' ? null : loadBaseline(project);
  if (use === 'require' && baseline === null) refuse('no_baseline', { path: BASELINE_PATH });
  if (baseline === null) {
    const open = whole
      ? knownProblems(found.problems, found.bytesOf)
      : found.problems.map((problem) => ({ problem, print: null }));
    return { open, accepted: [], stale: 0, baseline };
  }
  const { open, accepted, stale } = matchBaseline(knownProblems(found.problems, found.bytesOf), baseline.accepted);
  const about = staleProblems(baseline, stale, project.rules.severities);
  return {
    open: [...open, ...knownProblems(about, () => baseline.bytes)],
    ...{ accepted, stale: stale.length, baseline },
  };
}
