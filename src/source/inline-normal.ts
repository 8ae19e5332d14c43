/**
 * One run of inline Markdown in its normal form for the digest: what a reader sees as the same reads the same.
 *
 * Invariants: a soft line break and any run of blanks is one space; a hard break is kept; code, tags, destinations and
 * wikilink targets keep their blanks; a comment between blanks leaves no trace, one that touches text leaves a mark
 * (without it `*<!-- -->*a**` would equal `**a**`). NUL begins each mark and never stands in the text itself.
 */
import type { InlineRange } from './inline-links.ts';

const HARD_BREAK = '\0\\';
const COMMENT = '\0!';
const BLANKS = /(\\?)([ \t]*)\n[ \t]*|[ \t]{2,}|\t/g;
const LOOSE_COMMENTS = /(^| |\0\\)(?:\0!(?: |$))+/g;

/** The normal form of a text (lines joined by `\n`, no blanks around it) with the ranges that its scan found. */
export function normalInline(text: string, ranges: readonly InlineRange[]): string {
  if (ranges.length === 0) return foldBlanks(text);
  let out = '';
  let at = 0;
  let comments = false;
  for (const { kind, from, to } of ranges) {
    if (from < at) continue;
    out += foldBlanks(text.slice(at, from));
    if (kind === 'comment') {
      out += COMMENT;
      comments = true;
    } else if (kind === 'code') out += text.slice(from, to).replaceAll('\n', ' ');
    else out += text.slice(from, to);
    at = to;
  }
  out += foldBlanks(text.slice(at));
  return comments ? out.replace(LOOSE_COMMENTS, '$1').replace(/ $/, '') : out;
}

/** Whether line breaks are the only blanks of a text that need folding, whatever stands in it. */
export function foldsPlainly(text: string): boolean {
  return !(text.includes('  ') || text.includes(' \n') || text.includes('\\\n') || text.includes('\t'));
}

function foldBlanks(text: string): string {
  if (foldsPlainly(text)) return text.includes('\n') ? text.replaceAll('\n', ' ') : text;
  return text.replace(BLANKS, (_whole, slash: string | undefined, blanks: string | undefined, at: number) => {
    if (slash === undefined || blanks === undefined) return ' ';
    if (slash !== '' && blanks === '' && opensEscape(text, at)) return HARD_BREAK;
    return slash + (blanks.endsWith('  ') ? HARD_BREAK : ' ');
  });
}

/** Whether the backslash at an offset is not itself escaped. */
function opensEscape(text: string, at: number): boolean {
  let first = at;
  while (first > 0 && text.charCodeAt(first - 1) === 92) first--;
  return (at - first) % 2 === 0;
}
