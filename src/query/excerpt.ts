/**
 * Where in a page a question is answered: the best section, the line, and a short piece of the text with the words of
 * the question marked. Invariants: the piece is the page's own text, with line ends as blanks; marks are UTF-16 offsets
 * into the piece; which signs show a mark is the face's choice.
 */
import { eachTerm, eachTermNear } from '../store/index.ts';
import type { Section } from './node-rows.ts';
import type { Phrase, SearchWords } from './search-words.ts';

export interface Excerpt {
  readonly text: string;
  /** Start and end of each marked place, ascending, not overlapping. */
  readonly marks: readonly (readonly [number, number])[];
  /** The line of the file on which the piece begins. */
  readonly line: number;
  readonly section: Section | null;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly word: number;
}

const EXCERPT_CHARS = 200;
/** Characters of a body that are looked through; the rest of a larger one is found and not shown. */
const SCAN_CHARS_MAX = 400_000;

/** The piece of a body that answers best. `contentLine` is the file's line on which the body begins. */
export function excerptOf(
  body: string,
  contentLine: number,
  sections: readonly Section[],
  words: SearchWords,
  worth: readonly number[],
): Excerpt {
  const text = body.length > SCAN_CHARS_MAX ? body.slice(0, SCAN_CHARS_MAX) : body;
  const hits = hitsOf(text, words);
  const starts = lineStartsOf(text);
  const lineAt = (offset: number) => contentLine + indexOfLast(starts, offset);
  const sectionLines = sections.map((section) => section.line);
  const sectionAt = (offset: number) => indexOfLast(sectionLines, lineAt(offset));
  const best = bestHits(hits, sectionAt, worth);
  const first = best[0]?.start ?? text.length - text.trimStart().length;
  const [from, to] = pieceAround(text, first, best);
  const marks = mergedMarks(hits.filter((hit) => hit.start >= from && hit.end <= to)).map(
    ([start, end]) => [start - from, end - from] as const,
  );
  const at = sections.length > 0 ? sectionAt(first) : -1;
  return {
    text: text.slice(from, to).replace(/[\r\n\t]/g, ' '),
    marks,
    line: lineAt(first),
    section: sections[at] ?? null,
  };
}

/** Every place of a wanted word, in order. Of a run of letters the pairs are shown, not each letter elsewhere. */
function hitsOf(text: string, words: SearchWords): Hit[] {
  const exact = new Map<string, number>();
  const prefixes: [string, number][] = [];
  const paired = new Set<string>();
  for (const [i, { term, prefix }] of words.required.entries()) {
    if (prefix) prefixes.push([term, i]);
    else exact.set(term, i);
    const letters = [...term];
    if (letters.length === 2) for (const letter of letters) paired.add(letter);
  }
  const hits: Hit[] = [];
  const needles = words.required.map(({ term }) => term);
  eachTermNear(text, needles, (term, start, end, kind) => {
    if (kind === 'single' && paired.has(term)) return;
    const word = exact.get(term) ?? prefixes.find(([prefix]) => term.startsWith(prefix))?.[1];
    if (word !== undefined) hits.push({ start, end, word });
  });
  return hits;
}

/** The hits of the section whose different words are worth most, and then of most hits; the earlier of equals. */
function bestHits(
  hits: readonly Hit[],
  sectionAt: (offset: number) => number,
  worth: readonly number[],
): readonly Hit[] {
  const groups = new Map<number, Hit[]>();
  for (const hit of hits) {
    const section = sectionAt(hit.start);
    const known = groups.get(section);
    if (known) known.push(hit);
    else groups.set(section, [hit]);
  }
  let best: readonly Hit[] = [];
  let bestWorth = 0;
  for (const group of groups.values()) {
    const total = worthOf(new Set(group.map((hit) => hit.word)), worth) + Math.min(999, group.length) / 1_000;
    if (total > bestWorth) {
      best = group;
      bestWorth = total;
    }
  }
  return densest(best, worth);
}

function worthOf(found: ReadonlySet<number>, worth: readonly number[]): number {
  let sum = 0;
  for (const word of found) sum += worth[word] ?? 0;
  return sum;
}

/** The hits from the place on where the words within one piece are worth most. */
function densest(hits: readonly Hit[], worth: readonly number[]): readonly Hit[] {
  let best = 0;
  let bestWorth = 0;
  for (let i = 0; i < Math.min(hits.length, 500); i++) {
    const seen = new Set<number>();
    for (let j = i; j < hits.length && hits[j]!.end - hits[i]!.start <= EXCERPT_CHARS; j++) seen.add(hits[j]!.word);
    const total = worthOf(seen, worth);
    if (total > bestWorth) {
      best = i;
      bestWorth = total;
    }
  }
  return hits.slice(best);
}

/** A piece of about `EXCERPT_CHARS`, from the start of a line or of a word. */
function pieceAround(text: string, first: number, hits: readonly Hit[]): [number, number] {
  const inside = hits.filter((hit) => hit.end - first <= EXCERPT_CHARS);
  const width = (inside.at(-1)?.end ?? first) - first;
  const lead = Math.max(0, Math.floor((EXCERPT_CHARS - width) / 3));
  let from = Math.max(0, first - lead);
  const lineEnd = text.lastIndexOf('\n', first - 1);
  if (lineEnd >= from) from = lineEnd + 1;
  else while (from > 0 && from < first && /[^\s]/.test(text[from - 1]!)) from++;
  let to = Math.min(text.length, from + EXCERPT_CHARS);
  const blank = text.lastIndexOf(' ', to);
  const lastEnd = inside.at(-1)?.end ?? from;
  if (to < text.length && blank > lastEnd) to = blank;
  to = Math.max(to, Math.min(text.length, lastEnd));
  return [onPair(text, from), onPair(text, to)];
}

/** An offset that does not stand inside a surrogate pair. */
function onPair(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return offset > 0 && code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}

function mergedMarks(hits: readonly Hit[]): [number, number][] {
  const marks: [number, number][] = [];
  for (const { start, end } of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = marks.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last number that is not above `value`; -1 when all are. */
function indexOfLast(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Whether the words of a phrase stand side by side in a text. */
export function hasPhrase(text: string, phrase: Phrase): boolean {
  const { words } = phrase;
  const recent: string[] = [];
  let found = false;
  eachTerm(text, (term, _start, _end, kind) => {
    if (found || (kind !== 'whole' && kind !== 'single')) return;
    recent.push(term);
    if (recent.length > words.length) recent.shift();
    found = recent.length === words.length && words.every((word, i) => word === recent[i]);
  });
  return found;
}
