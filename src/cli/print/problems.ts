/** Problems of documents, one block each: where, how bad, what, and what to do. */
import type { View } from '../view.ts';

/** A problem as the envelope holds it. */
export interface ShownProblem {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly remedy: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** The problems as text, in their order. */
export function problemLines(problems: readonly ShownProblem[], view: View): string {
  return problems.map((row) => problemLine(row, view)).join('');
}

function problemLine(row: ShownProblem, view: View): string {
  const place = [row.file ?? 'project', row.line, row.column].filter((part) => part !== undefined).join(':');
  const paint = row.severity === 'error' ? view.red : row.severity === 'warning' ? view.yellow : view.dim;
  return `${view.bold(place)}: ${paint(row.severity)}: ${row.message} ${view.dim(`[${row.code}]`)}\n  ${row.remedy}\n`;
}
