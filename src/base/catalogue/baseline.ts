/** The codes of the baseline room: problems that are known already. */
import type { Area } from './entry.ts';

export const baselineCodes = {
  stale_acceptance: {
    kind: 'problem',
    severity: 'note',
    message:
      'The baseline accepts {accepted} in {place}, and it is not there any more, or what it was found in has changed. It was: {says}',
    remedy: 'Run "docforge baseline prune" to take out every row that accepts nothing.',
  },
  invalid_baseline: {
    kind: 'refusal',
    exit: 2,
    message: 'The baseline {path} cannot be read: {reason}. No problem was taken as accepted, and nothing was changed.',
    remedy: 'Correct it, or restore it from version control; "docforge check --no-baseline" does without it.',
  },
  no_baseline: {
    kind: 'refusal',
    exit: 2,
    message: 'The project has no baseline {path}.',
    remedy:
      'Accept problems by name with "docforge baseline accept --code CODE --reason TEXT", or leave --baseline out.',
  },
  acceptance_unnamed: {
    kind: 'refusal',
    exit: 2,
    message: 'It is not said which problems are accepted, and nothing is accepted as a whole. Nothing was changed.',
    remedy: 'Name codes with --code, or single problems with --problem. There are: {there}.',
  },
  reason_needed: {
    kind: 'refusal',
    exit: 2,
    message: 'It is not said why the problems are accepted. Nothing was changed.',
    remedy: 'Give a reason of one line and at most 1,000 characters with --reason; it is kept with each of them.',
  },
  unknown_problem_code: {
    kind: 'refusal',
    exit: 2,
    message: '{code} is not the code of a problem that can be accepted{suggestion}. Nothing was changed.',
    remedy: 'Name a code that docforge check shows in square brackets.',
  },
  nothing_to_accept: {
    kind: 'refusal',
    exit: 1,
    message: 'There is no problem of those that were named ({named}). Nothing was changed.',
    remedy: 'Look at what docforge check lists, and name code and place as they stand there. There are: {there}.',
  },
} as const satisfies Area;
