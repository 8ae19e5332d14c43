/** What a problem says, without what may change while the problem stays the same. */
import { entryOf } from './catalogue/index.ts';
import type { Problem } from './problem.ts';

/** Codes whose message counts lines or bytes, or names places by their line. */
const COUNTED: ReadonlySet<string> = new Set(['duplicate_id', 'duplicate_relation', 'misplaced_field', 'invalid_utf8']);

/** The beginnings of a suggestion, which every message that has one puts before its full stop. */
const SUGGESTIONS = [' (perhaps ', '; did you mean '];

/**
 * The message without its suggestion, which follows what else there is in the project, and without numbers of lines.
 * Two problems of one code at one place that say the same words are the same problem.
 */
export function lastingWords({ code, message }: Pick<Problem, 'code' | 'message'>): string {
  let words = message;
  if (entryOf(code).message.endsWith('{suggestion}.')) {
    const at = Math.max(...SUGGESTIONS.map((start) => words.lastIndexOf(start)));
    if (at >= 0) words = `${words.slice(0, at)}.`;
  }
  return COUNTED.has(code) ? words.replace(/(:|\bline |\bbyte )\d+/g, '$1…') : words;
}
