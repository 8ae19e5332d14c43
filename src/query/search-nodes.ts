/**
 * Finding nodes by words.
 *
 * All words must be there. When no page has all of a longer question (four words or more), pages with some of them are
 * given, best first, and the answer says so. A page whose id or title is the question stands first; of an id that is a
 * path, the last part is enough (`eip-1559` is `EIPS/eip-1559`). When nothing is left
 * to look for, the answer says `no_terms`; it is never everything.
 */
import { limits, refuse, type Sha256 } from '../base/index.ts';
import { FIELDS, foldText, type Index } from '../store/index.ts';
import { type Page, type Paging, pageOf } from './cursor.ts';
import { excerptOf, hasPhrase } from './excerpt.ts';
import { FILTER_NAMES, filterCondition, filterLists, type NodeFilters } from './filters.ts';
import { type Section, sectionsOf } from './node-rows.ts';
import { postingsOf, type Ranked, Ranking } from './rank.ts';
import { type Phrase, parseSearch, type SearchWords } from './search-words.ts';

export interface SearchQuestion extends NodeFilters, Paging {
  readonly text: string;
}

export interface SearchHit {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  readonly status: string;
  readonly authority: string;
  /** Thousandths; comparable within one answer only. */
  readonly score: number;
  /** Set when the question is exactly the id, its last part, or the title. */
  readonly exact: 'id' | 'title' | null;
  readonly path: string;
  /** The line of the file where the excerpt begins. */
  readonly line: number;
  /** `path:line`. */
  readonly place: string;
  /** The part of the page that answers best. */
  readonly section: Section | null;
  readonly excerpt: { readonly text: string; readonly marks: readonly (readonly [number, number])[] };
}

export interface SearchAnswer {
  readonly generation: Sha256;
  /** `all`: each hit has every word. `some`: no page has all. `none`: nothing found. `no_terms`: nothing to look for. */
  readonly matched: 'all' | 'some' | 'none' | 'no_terms';
  /** The terms that were looked for. */
  readonly terms: readonly string[];
  readonly hits: readonly SearchHit[];
  readonly page: Page;
}

/** Shorter questions need all their words. */
const SOME_WORDS_MIN = 4;
/** The best pages whose text is looked at for words that should stand side by side. */
const NEAR_LOOKED_AT_MAX = 30;
const NEAR_FACTOR = 1.5;

interface Candidate extends Ranked {
  readonly exact: 'id' | 'title' | null;
}

/** A page of hits, best first. Refuses `query_too_long`, `invalid_limit`, `stale_cursor`, `invalid_cursor`. */
export function searchNodes(index: Index, question: SearchQuestion): SearchAnswer {
  const { text } = question;
  if (text.length > limits.query_chars_max) {
    refuse('query_too_long', { chars: text.length, chars_max: limits.query_chars_max });
  }
  const words = parseSearch(text);
  const filters = combined(question, words.filters);
  const { candidates, mode, worth } = findCandidates(index, text, words, filters);
  const key = { search: text, filters: filterLists(filters) };
  const { rows, page } = pageOf(index, key, candidates, question);
  const empty = words.required.length === 0 ? 'no_terms' : 'none';
  return {
    generation: index.generation,
    matched: candidates.length > 0 ? mode : empty,
    terms: words.required.map(({ term, prefix }) => (prefix ? `${term}*` : term)),
    hits: rows.map((candidate) => hitOf(index, candidate, words, worth)),
    page,
  };
}

/** Filters of the question and of its text: both must hold. A filter named in both takes the values in common. */
function combined(question: NodeFilters, typed: NodeFilters): NodeFilters {
  const a = filterLists(question);
  const b = filterLists(typed);
  const all: NodeFilters = {};
  for (const name of FILTER_NAMES) {
    const [x, y] = [a[name], b[name]];
    const values = x && y ? x.filter((value) => y.includes(value)) : (x ?? y);
    if (values) Object.assign(all, { [name]: values.length > 0 ? values : ['\0'] });
  }
  return all;
}

function findCandidates(
  index: Index,
  text: string,
  words: SearchWords,
  filters: NodeFilters,
): { candidates: Candidate[]; mode: 'all' | 'some'; worth: readonly number[] } {
  const allowed = allowedDocuments(index, filters);
  const ranking = new Ranking(index.text);
  for (const wanted of words.required) ranking.require(postingsOf(index.text, wanted));
  for (const wanted of words.preferred) ranking.prefer(postingsOf(index.text, wanted));
  for (const wanted of words.excluded) ranking.exclude(postingsOf(index.text, wanted));
  const all = withPhrases(index, ranking.ranked('all', allowed), words);
  const relaxed = all.length === 0 && words.phrases.length === 0 && words.required.length >= SOME_WORDS_MIN;
  const ranked = relaxed ? withPhrases(index, ranking.ranked('some', allowed), words) : all;
  const candidates = exactFirst(index, text, nearFirst(index, ranked, words), allowed);
  return { candidates, mode: relaxed ? 'some' : 'all', worth: ranking.worth };
}

function allowedDocuments(index: Index, filters: NodeFilters): Uint8Array | null {
  const { sql, values } = filterCondition(filters);
  if (values.length === 0) return null;
  const allowed = new Uint8Array(index.text.documents);
  const rows = index.rows(`select n.id from node n join file f on f.id = n.file where ${sql}`, values);
  for (const [number] of rows) allowed[number as number] = 1;
  return allowed;
}

/** Keeps the documents in which every phrase stands, and no excluded one. */
function withPhrases(index: Index, ranked: Ranked[], words: SearchWords): Ranked[] {
  const { phrases, excludedPhrases } = words;
  if (phrases.length === 0 && excludedPhrases.length === 0) return ranked;
  return ranked.filter(({ document }) => {
    const texts = textsOfDocument(index, document);
    const has = (phrase: Phrase) => texts.some((text) => hasPhrase(text, phrase));
    return phrases.every(has) && !excludedPhrases.some(has);
  });
}

/** Raises, among the best, the documents in which the words of `foo-bar` stand side by side. */
function nearFirst(index: Index, ranked: Ranked[], { near }: SearchWords): Ranked[] {
  if (near.length === 0) return ranked;
  const best = ranked.slice(0, NEAR_LOOKED_AT_MAX).map((one) => {
    const texts = textsOfDocument(index, one.document);
    const found = near.filter((phrase) => texts.some((text) => hasPhrase(text, phrase))).length;
    return { ...one, score: one.score * (1 + ((NEAR_FACTOR - 1) * found) / near.length) };
  });
  best.sort((a, b) => b.score - a.score || a.document - b.document);
  return [...best, ...ranked.slice(NEAR_LOOKED_AT_MAX)];
}

const TEXTS_SQL =
  'select n.title, n.node_id, f.path, n.metadata from node n join file f on f.id = n.file where n.id = ?';

function textsOfDocument(index: Index, document: number): string[] {
  const row = index.row(TEXTS_SQL, [document])! as readonly string[];
  return [...row, index.bodyOf(document)];
}

/** Puts documents whose id or title is the question before all others. An id counts also when no word is left of it. */
function exactFirst(index: Index, text: string, ranked: Ranked[], allowed: Uint8Array | null): Candidate[] {
  const asked = foldText(text.trim().replace(/^"(.*)"$/, '$1'));
  const exact = new Map<number, 'id' | 'title'>();
  const byId = index.row('select id from node where node_id = ?', [text.trim()]);
  if (byId && (!allowed || allowed[byId[0] as number] === 1)) exact.set(byId[0] as number, 'id');
  if (asked !== '' && ranked.length > 0) {
    for (const [number, id, title] of sameWords(index, asked)) {
      if (exact.has(number) || (allowed && allowed[number] !== 1)) continue;
      if (foldText(id) === asked || foldText(id.slice(id.lastIndexOf('/') + 1)) === asked) exact.set(number, 'id');
      else if (foldText(title) === asked) exact.set(number, 'title');
    }
  }
  if (exact.size === 0) return ranked.map((one) => ({ ...one, exact: null }));
  const scores = new Map(ranked.map((one) => [one.document, one.score]));
  const first = [...exact].map(([document, kind]) => ({ document, exact: kind, score: scores.get(document) ?? 0 }));
  first.sort((a, b) =>
    a.exact === b.exact ? b.score - a.score || a.document - b.document : a.exact === 'id' ? -1 : 1,
  );
  const rest = ranked.filter(({ document }) => !exact.has(document)).map((one) => ({ ...one, exact: null }));
  return [...first, ...rest];
}

const TITLE = FIELDS.indexOf('title');
const ID = FIELDS.indexOf('id');
const NAMES_LOOKED_AT_MAX = 2_000;

/** Nodes that have every word of a text in their title or every word in their id. */
function sameWords(index: Index, text: string): [number, string, string][] {
  const { required } = parseSearch(text.replace(/[-"*:]/g, ' '));
  const counts = new Map<number, [number, number]>();
  for (const { term } of required) {
    const found = index.text.find(term);
    for (const [i, document] of (found?.documents ?? []).entries()) {
      const inTitle = found!.counts[i * FIELDS.length + TITLE]! > 0;
      const inId = found!.counts[i * FIELDS.length + ID]! > 0;
      if (!inTitle && !inId) continue;
      const known = counts.get(document) ?? [0, 0];
      counts.set(document, [known[0] + (inTitle ? 1 : 0), known[1] + (inId ? 1 : 0)]);
    }
  }
  const found: [number, string, string][] = [];
  for (const [document, [titles, ids]] of counts) {
    if (Math.max(titles, ids) < required.length || found.length === NAMES_LOOKED_AT_MAX) continue;
    const [id, title] = index.row('select node_id, title from node where id = ?', [document])!;
    found.push([document, id as string, title as string]);
  }
  return found;
}

const HIT_SQL =
  'select n.node_id, n.title, n.family, n.status, n.authority, f.path, n.content_line ' +
  'from node n join file f on f.id = n.file where n.id = ?';

function hitOf(
  index: Index,
  { document, score, exact }: Candidate,
  words: SearchWords,
  worth: readonly number[],
): SearchHit {
  const [id, title, family, status, authority, path, contentLine] = index.row(HIT_SQL, [document])!;
  const excerpt = excerptOf(index.bodyOf(document), contentLine as number, sectionsOf(index, document), words, worth);
  return {
    id: id as string,
    title: title as string,
    family: family as string,
    status: status as string,
    authority: authority as string,
    score: Math.round(score * 1_000),
    exact,
    path: path as string,
    line: excerpt.line,
    place: `${path as string}:${excerpt.line}`,
    section: excerpt.section,
    excerpt: { text: excerpt.text, marks: excerpt.marks },
  };
}
