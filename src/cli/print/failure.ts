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
  lines.push(...keptLines(error.details));
  lines.push(view.dim(`  (${error.code})`));
  return `${lines.join('\n')}\n`;
}

/** Where a text is that was not taken, and the command to go on with it. */
function keptLines({ kept, go_on }: FailurePaper['error']['details']): string[] {
  if (typeof kept !== 'string') return [];
  const lines = [`  Your text is kept in ${kept}`];
  if (Array.isArray(go_on)) lines.push(`  To go on with it: docforge ${go_on.map(shellWord).join(' ')}`);
  return lines;
}

/** A word as a shell reads it back. */
function shellWord(word: unknown): string {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
