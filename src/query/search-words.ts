/**
 * What a person types to what is looked for. Every text has a meaning and none is an error:
 *
 *     foo bar          pages with both words                 family:guide   only this family; also status:, tag:,
 *     "foo bar"        the words side by side                               authority:, path:
 *     foo-bar node.js  the words, best side by side          title:none     any other name is plain text
 *     foo*             words that begin with foo             -foo -"a b"    pages without it,
 *                                                            beside a word to look for
 *     手順書            the run of letters, wherever it stands
 *
 * A quote that is not closed is no quote. Invariant: words are cut by the tokenizer that cut the pages.
 */
import { eachTerm } from '../store/index.ts';
import { FILTER_NAMES, type FilterName, type NodeFilters } from './filters.ts';

/** A term of the index that a page must have, or must not have. */
export interface Wanted {
  readonly term: string;
  /** The page may have any term that begins with it. */
  readonly prefix: boolean;
}

/** Words that stand side by side, as the tokenizer gives them: whole words and single letters of runs. */
export interface Phrase {
  readonly words: readonly string[];
}

export interface SearchWords {
  readonly required: readonly Wanted[];
  /** Spellings that raise a page and are not required: a word with its accents. */
  readonly preferred: readonly Wanted[];
  /** Must stand in the page. */
  readonly phrases: readonly Phrase[];
  /** Raise a page in which they stand. */
  readonly near: readonly Phrase[];
  readonly excluded: readonly Wanted[];
  readonly excludedPhrases: readonly Phrase[];
  readonly filters: NodeFilters;
}

interface Chunk {
  readonly text: string;
  readonly negative: boolean;
  readonly quoted: boolean;
  readonly prefix: boolean;
}

interface Cut {
  readonly terms: readonly string[];
  readonly exact: readonly string[];
  readonly words: readonly string[];
  readonly runs: boolean;
}

const CHUNK = /(-?)(?:([a-z]+):)?"([^"]*)"|\S+/g;

/** Reads a question. */
export function parseSearch(text: string): SearchWords {
  const filters: Partial<Record<FilterName, string[]>> = {};
  const chunks: Chunk[] = [];
  for (const match of text.normalize('NFC').matchAll(CHUNK)) {
    const filter = filterOf(match);
    if (filter) filters[filter[0]] = [...(filters[filter[0]] ?? []), filter[1]];
    else chunks.push(...chunksOf(match));
  }
  // Words that only say what a page must not have ask for nothing: `-rf` alone is the word itself.
  const plain = chunks.every(({ negative }) => negative)
    ? chunks.map((chunk) => ({ ...chunk, negative: false }))
    : chunks;
  return { ...wordsOf(plain), filters };
}

function filterOf(match: RegExpMatchArray): [FilterName, string] | null {
  const [whole, minus, quotedName, quoted] = match;
  const [, name, value] = quoted === undefined ? (/^([a-z]+):(.+)$/.exec(whole) ?? []) : ['', quotedName, quoted];
  if (!name || !value || minus === '-') return null;
  return (FILTER_NAMES as readonly string[]).includes(name) ? [name as FilterName, value] : null;
}

function chunksOf(match: RegExpMatchArray): Chunk[] {
  const [whole, minus, name, quoted] = match;
  if (quoted !== undefined) {
    const chunk = { text: quoted, negative: minus === '-' && !name, quoted: true, prefix: false };
    return name ? [{ text: name, negative: false, quoted: false, prefix: false }, chunk] : [chunk];
  }
  const negative = /^-[^\s-]/.test(whole);
  const text = negative ? whole.slice(1) : whole;
  return [{ text, negative, quoted: false, prefix: /[\p{L}\p{N}_]\*$/u.test(text) }];
}

function cut(text: string): Cut {
  const terms: string[] = [];
  const exact: string[] = [];
  const words: string[] = [];
  let runs = false;
  eachTerm(text, (term, _start, _end, kind) => {
    if (kind === 'exact') exact.push(term);
    else if (kind === 'sign') terms[terms.length - 1] = term;
    else if (kind !== 'part') terms.push(term);
    if (kind === 'whole' || kind === 'single') words.push(term);
    if (kind === 'pair') runs = true;
  });
  return { terms, exact, words, runs };
}

function wordsOf(chunks: readonly Chunk[]): Omit<SearchWords, 'filters'> {
  const required = new Map<string, Wanted>();
  const preferred = new Map<string, Wanted>();
  const excluded = new Map<string, Wanted>();
  const phrases: Phrase[] = [];
  const near: Phrase[] = [];
  const excludedPhrases: Phrase[] = [];
  for (const chunk of chunks) {
    const { terms, exact, words, runs } = cut(chunk.text);
    const last = chunk.prefix ? terms.length - 1 : -1;
    const wanted = terms.map((term, i) => ({ term, prefix: i === last }));
    const phrase = { words };
    if (chunk.negative) {
      if (words.length > 1) excludedPhrases.push(phrase);
      else for (const one of wanted) excluded.set(keyOf(one), one);
      continue;
    }
    for (const one of wanted) required.set(keyOf(one), one);
    for (const term of exact) preferred.set(term, { term, prefix: false });
    if (words.length < 2 || chunk.prefix) continue;
    if (chunk.quoted || (runs && words.length > 2)) phrases.push(phrase);
    else near.push(phrase);
  }
  return {
    required: [...required.values()],
    preferred: [...preferred.values()],
    phrases,
    near,
    excluded: [...excluded.values()],
    excludedPhrases,
  };
}

function keyOf({ term, prefix }: Wanted): string {
  return prefix ? `${term}*` : term;
}
