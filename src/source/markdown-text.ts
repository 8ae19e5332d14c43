/**
 * The small readers of Markdown text that markdown-it brings, under one roof: destinations, titles, escapes.
 * Invariant: nothing here keeps state; every function is a pure function of its text.
 */
import markdownIt from 'markdown-it';

const { helpers, utils } = markdownIt('zero');

/** A piece of a link as it stands in the text: its value and the offset after it. */
export interface Piece {
  readonly value: string;
  readonly end: number;
}

/** The link destination that begins at an offset, escapes and entities resolved; `null` when there is none. */
export function readDestination(text: string, from: number): Piece | null {
  const result = helpers.parseLinkDestination(text, from, text.length);
  return result.ok ? { value: result.str, end: result.pos } : null;
}

/** The link title that begins at an offset; `null` when there is none. */
export function readTitle(text: string, from: number): Piece | null {
  const result = helpers.parseLinkTitle(text, from, text.length);
  return result.ok ? { value: result.str, end: result.pos } : null;
}

/** A reference label as Markdown compares labels: blanks folded, case folded. */
export function normalLabel(label: string): string {
  return utils.normalizeReference(label);
}

/** A text with its HTML entities resolved, as in an attribute value. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&[a-z#][a-z0-9]{1,31};/gi, (entity) => utils.unescapeAll(entity));
}

/** The offset of the first character at or after `from` that is no blank and no line end. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const c = text.charCodeAt(at);
    if (c !== 32 && c !== 9 && c !== 10) return at;
    at++;
  }
}
