/** A refusal as a person reads it: what happened, what to do, and the details that help. */
import type { FailurePaper } from '../../contract/index.ts';
import type { View } from '../view.ts';
import { problemLines, type ShownProblem } from './problems.ts';

/** The failure as text, with the line end. */
export function printFailure({ error }: FailurePaper, view: View): string {
  const lines = [`${view.red(view.bold('no'))}: ${error.message}`, `  ${error.remediation}`];
  const problems = error.details.problems;
  if (Array.isArray(problems) && problems.length > 0) {
    lines.push('', problemLines(problems as unknown as ShownProblem[], view).trimEnd());
  }
  lines.push(view.dim(`  (${error.code})`));
  return `${lines.join('\n')}\n`;
}
