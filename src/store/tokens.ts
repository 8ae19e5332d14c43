/**
 * Text to terms, the same way for pages and for questions.
 *
 *     word    letters, digits, marks and `_` in a row    Café       -> cafe (whole), café (exact)
 *     parts   at `_` and at a change of case             getNodeId  -> getnodeid (whole), get, node, id (parts)
 *     sign    `++` or `#` after a word                   C++        -> c (whole), c++ (sign)
 *     run     scripts written without blanks             手順書      -> 手 順 書 (single), 手順 順書 (pair)
 *
 * A whole word is folded: NFKC, lower case, marks taken off Latin, Greek and Cyrillic letters. Where that took a mark
 * away, the spelling with its marks is a term too. Invariants: pure; any text gives an answer; places are UTF-16
 * offsets into the text as it was given; terms come in order of place.
 */

export type TermKind = 'whole' | 'exact' | 'part' | 'sign' | 'single' | 'pair';

/** Receives each term with the place of what it was made from. */
export type TermSink = (term: string, start: number, end: number, kind: TermKind) => void;

/** Scripts written without blanks between words, and Korean, whose endings hide the word. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const RUN = `${SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}\\u3005\\u3006\\u30fc\\u3099\\u309a\\uff9e\\uff9f`;
const WORD = new RegExp(`[${RUN}]+|(?:(?![${RUN}])[\\p{L}\\p{N}\\p{M}_])+`, 'uy');
const RUN_START = new RegExp(`^[${RUN}]`, 'u');
const PARTS = /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}\p{M}]+\p{N}*|\p{N}+/gu;
const MIXED = /_|[\p{Ll}\p{N}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const SOUND = /[\p{L}\p{N}]/u;
/** A longer word is data that nobody types: it is cut, and has no parts. */
export const TERM_CHARS_MAX = 64;

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};

/** By code unit: 1 lower case, 2 upper case, 3 digit, 4 `_`, 0 anything else. */
const CLASS = new Uint8Array(65_536);
for (let i = 97; i <= 122; i++) CLASS[i] = 1;
for (let i = 65; i <= 90; i++) CLASS[i] = 2;
for (let i = 48; i <= 57; i++) CLASS[i] = 3;
CLASS[95] = 4;

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

function lowerWord(word: string): string {
  return isAscii(word) ? word.toLowerCase() : word.normalize('NFKC').toLowerCase().normalize('NFC');
}

/** The folded form of a word: equal for two spellings that a search takes for one. */
export function foldWord(word: string): string {
  const lower = lowerWord(word);
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\u0300-\u036f]*)[\u0300-\u036f]/gu, '')
    .replace(/[ßæœøđðþłıς]/g, (letter) => LETTERS[letter]!)
    .normalize('NFC');
}

/** A whole text folded for comparison: words folded, blanks made single. */
export function foldText(text: string): string {
  return foldWord(text).replace(/\s+/g, ' ').trim();
}

/** Gives every term of a text to the sink. */
export function eachTerm(text: string, sink: TermSink): void {
  const length = text.length;
  let at = 0;
  while (at < length) {
    const code = text.charCodeAt(at);
    if (code < 128 && CLASS[code] === 0) {
      at++;
      continue;
    }
    let end = at;
    while (end < length && CLASS[text.charCodeAt(end)] !== 0) end++;
    if (end === length || text.charCodeAt(end) < 128) {
      asciiTerms(text, at, end, sink);
      at = end;
    } else {
      at = wideTerms(text, at, sink);
    }
  }
}

function asciiTerms(text: string, from: number, to: number, sink: TermSink): void {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) === 95) start++;
  while (end > start && text.charCodeAt(end - 1) === 95) end--;
  if (start === end) return;
  const word = text.slice(start, Math.min(end, start + TERM_CHARS_MAX));
  const whole = word.toLowerCase();
  sink(whole, start, end, 'whole');
  if (!isPlain(text, start, end) && end - start <= TERM_CHARS_MAX && MIXED.test(word)) partTerms(word, start, sink);
  if (end === to && isSign(text.charCodeAt(end))) signTerm(text, whole, start, end, sink);
}

function isSign(code: number): boolean {
  return code === 35 || code === 43;
}

/** Whether an ASCII word has no `_` and no capital but its first letter. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) {
    const kind = CLASS[text.charCodeAt(i)]!;
    if (kind === 2 || kind === 4) return false;
  }
  return true;
}

/** A word that is not all ASCII, or a run; returns where it ends. */
function wideTerms(text: string, at: number, sink: TermSink): number {
  WORD.lastIndex = at;
  const found = WORD.exec(text)?.[0];
  if (found === undefined) return at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
  const end = at + found.length;
  if (RUN_START.test(found)) runTerms(found, at, sink);
  else if (SOUND.test(found)) wordTerms(text, found, at, sink);
  return end;
}

function wordTerms(text: string, found: string, at: number, sink: TermSink): void {
  const start = at + /^_*/.exec(found)![0].length;
  const word = found.replace(/^_+|_+$/g, '');
  const end = start + word.length;
  const lower = lowerWord(word).slice(0, TERM_CHARS_MAX);
  const whole = foldWord(word).slice(0, TERM_CHARS_MAX);
  sink(whole, start, end, 'whole');
  if (lower !== whole) sink(lower, start, end, 'exact');
  if (word.length <= TERM_CHARS_MAX && MIXED.test(word)) partTerms(word, start, sink);
  if (end === at + found.length && isSign(text.charCodeAt(end))) signTerm(text, whole, start, end, sink);
}

function partTerms(word: string, start: number, sink: TermSink): void {
  for (const match of word.matchAll(PARTS)) {
    const [part] = match;
    if (part.length < 2 || part.length === word.length) continue;
    sink(foldWord(part), start + match.index, start + match.index + part.length, 'part');
  }
}

function signTerm(text: string, whole: string, start: number, end: number, sink: TermSink): void {
  const code = text.charCodeAt(end);
  const sign = code === 35 ? '#' : code === 43 && text.charCodeAt(end + 1) === 43 ? '++' : '';
  if (sign === '') return;
  const after = text.charCodeAt(end + sign.length);
  if (CLASS[after] === 0 || Number.isNaN(after)) sink(whole + sign, start, end + sign.length, 'sign');
}

function runTerms(found: string, at: number, sink: TermSink): void {
  const letters = [...found.normalize('NFKC')];
  const same = letters.join('').length === found.length;
  let offset = 0;
  for (const [i, letter] of letters.entries()) {
    const start = same ? at + offset : at;
    const end = same ? start + letter.length : at + found.length;
    sink(letter, start, end, 'single');
    const next = letters[i + 1];
    if (next !== undefined) sink(letter + next, start, same ? end + next.length : end, 'pair');
    offset += letter.length;
  }
}
