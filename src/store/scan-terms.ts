/**
 * The terms of a text in UTF-8, as `eachTerm` gives them, without their places: what counting a whole project needs.
 *
 * A plain word (ASCII letters and digits, no capital but the first, not before `+` or `#`) is handed on as bytes with its
 * hash. Everything else is cut out as a region, the longest row of word bytes and bytes above ASCII, and read as text.
 */
import { HASH_START, hashStep } from './term-table.ts';
import { eachTerm, TERM_CHARS_MAX, type TermKind } from './tokens.ts';

export interface TermScan {
  /** A plain word; its only term is a whole one, the word in lower case. */
  plain(bytes: Uint8Array, start: number, end: number, hash: number): void;
  term(term: string, kind: TermKind): void;
}

const LOWER = 1;
const UPPER = 2;
const OTHER_WORD = 3;
/** By byte: 0 outside words, `LOWER` (and digits), `UPPER`, `OTHER_WORD` (`_` and everything above ASCII). */
const KIND = new Uint8Array(256).fill(OTHER_WORD, 128);
KIND.fill(LOWER, 97, 123).fill(UPPER, 65, 91).fill(LOWER, 48, 58)[95] = OTHER_WORD;
const PLUS = 43;
const SHARP = 35;

/** Gives every term of a text to the scan. */
export function scanTerms(bytes: Uint8Array, scan: TermScan): void {
  const length = bytes.length;
  let at = 0;
  while (at < length) {
    let byte = bytes[at]!;
    let kind = KIND[byte]!;
    if (kind === 0) {
      at++;
      continue;
    }
    const start = at;
    let hash = HASH_START;
    while (kind === LOWER || (kind === UPPER && at === start)) {
      hash = hashStep(hash, kind === UPPER ? byte + 32 : byte);
      at++;
      byte = at < length ? bytes[at]! : 0;
      kind = KIND[byte]!;
    }
    if (kind === 0 && byte !== PLUS && byte !== SHARP && at - start <= TERM_CHARS_MAX) {
      scan.plain(bytes, start, at, hash);
    } else {
      at = scanRegion(bytes, start, at, scan);
    }
  }
}

function scanRegion(bytes: Uint8Array, start: number, from: number, scan: TermScan): number {
  let end = from;
  while (end < bytes.length && KIND[bytes[end]!] !== 0) end++;
  const after = end + signLength(bytes, end);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, after - start).toString();
  eachTerm(text, (term, _start, _end, kind) => scan.term(term, kind));
  return after;
}

/** The length of `#` or `++` at a place, where no letter, digit or `_` of ASCII follows. */
function signLength(bytes: Uint8Array, at: number): number {
  const length = bytes[at] === SHARP ? 1 : bytes[at] === PLUS && bytes[at + 1] === PLUS ? 2 : 0;
  const next = bytes[at + length];
  const word = next !== undefined && next < 128 && KIND[next] !== 0;
  return word ? 0 : length;
}
