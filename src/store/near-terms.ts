/**
 * The terms of a text around given words: what finding a few words in a page needs, at the speed of a pattern search.
 * Invariant: every term that begins with one of the words is given, at the place where `eachTerm` gives it; others may
 * be given too. A word with a letter above ASCII is always looked at, since folding may make any word of it.
 */
import { eachTerm, type TermSink } from './tokens.ts';

const WORD = /[A-Za-z0-9_\u0080-\uffff]/;

/** Gives the terms of all regions of a text in which one of the words stands. */
export function eachTermNear(text: string, words: readonly string[], sink: TermSink): void {
  const needles = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`${needles.map((needle) => `${needle}|`).join('')}[\\u0080-\\uffff]`, 'gi');
  let done = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    let start = match.index;
    while (start > done && WORD.test(text[start - 1]!)) start--;
    let end = match.index;
    while (end < text.length && WORD.test(text[end]!)) end++;
    end += signLength(text, end);
    const from = start;
    eachTerm(text.slice(start, end), (term, termStart, termEnd, kind) =>
      sink(term, from + termStart, from + termEnd, kind),
    );
    done = end;
    pattern.lastIndex = Math.max(end, match.index + 1);
  }
}

/** The length of `#` or `++` at a place, where no letter, digit or `_` of ASCII follows. */
function signLength(text: string, at: number): number {
  const length = text[at] === '#' ? 1 : text.startsWith('++', at) ? 2 : 0;
  return /[A-Za-z0-9_]/.test(text.charAt(at + length)) ? 0 : length;
}
