/**
 * From wanted terms to ranked documents: BM25F over the fields of the index.
 *
 *     score(d) = sum over terms of idf(t) · w · (k1 + 1) / (w + k1),
 *     w        = sum over fields of weight · count / (1 - b + b · length / mean length)
 *
 * Invariants: a document must have every required term (`all`) or at least one (`some`); ties are broken by number, so
 * equal questions give equal orders.
 */
import { FIELD_COUNT, FIELDS, type Field, type Postings, type TextIndex } from '../store/index.ts';
import type { Wanted } from './search-words.ts';

/** How much a word counts in each field, and how much the length of the field takes away. */
const WEIGHTS: Readonly<Record<Field, { readonly weight: number; readonly b: number }>> = {
  body: { weight: 1, b: 0.75 },
  title: { weight: 4, b: 0.3 },
  tags: { weight: 2, b: 0.3 },
  headings: { weight: 1.5, b: 0.5 },
  path: { weight: 2, b: 0.3 },
  id: { weight: 4, b: 0.3 },
  meta: { weight: 0.5, b: 0.5 },
};
const K1 = 1.2;
/** Terms that one prefix stands for, at most. */
const EXPANSIONS_MAX = 256;
/** What a preferred spelling counts beside a required word. */
const PREFERRED_SHARE = 0.3;

export interface Ranked {
  readonly document: number;
  readonly score: number;
}

/** The postings of a wanted term; a prefix has those of all terms that begin with it. */
export function postingsOf(text: TextIndex, { term, prefix }: Wanted): Postings | null {
  if (!prefix) return text.find(term);
  const counts = new Map<number, Uint16Array>();
  for (const one of text.expand(term, EXPANSIONS_MAX)) {
    const found = text.find(one)!;
    for (const [i, document] of found.documents.entries()) {
      const from = found.counts.subarray(i * FIELD_COUNT, (i + 1) * FIELD_COUNT);
      const sum = counts.get(document);
      if (sum) for (let f = 0; f < FIELD_COUNT; f++) sum[f] = Math.min(65_535, sum[f]! + from[f]!);
      else counts.set(document, from.slice());
    }
  }
  if (counts.size === 0) return null;
  const documents = Uint32Array.from(counts.keys()).sort();
  const all = new Uint16Array(documents.length * FIELD_COUNT);
  for (const [i, document] of documents.entries()) all.set(counts.get(document)!, i * FIELD_COUNT);
  return { documents, counts: all };
}

/** Scores documents. */
export class Ranking {
  readonly #text: TextIndex;
  readonly #scores: Float64Array;
  readonly #matched: Uint16Array;
  readonly #means: Float64Array;
  readonly #weights = FIELDS.map((field) => WEIGHTS[field].weight);
  readonly #bs = FIELDS.map((field) => WEIGHTS[field].b);
  /** How rare each required term is, in the order in which they were required. */
  readonly worth: number[] = [];
  #required = 0;
  #seen = 0;

  constructor(text: TextIndex) {
    this.#text = text;
    this.#scores = new Float64Array(text.documents);
    this.#matched = new Uint16Array(text.documents);
    this.#means = meanLengths(text);
  }

  /** Adds a required term; a term that stands nowhere counts as required too. */
  require(postings: Postings | null): void {
    this.#required++;
    this.worth.push(this.#rarity(postings?.documents.length ?? 0));
    if (!postings) return;
    this.#seen++;
    this.#score(postings, 1, true);
  }

  /** Adds to the score of documents that have a preferred spelling. */
  prefer(postings: Postings | null): void {
    if (postings) this.#score(postings, PREFERRED_SHARE, false);
  }

  /** Takes documents out. */
  exclude(postings: Postings | null): void {
    for (const document of postings?.documents ?? []) this.#matched[document] = 0;
  }

  #rarity(documents: number): number {
    return Math.log(1 + (this.#text.documents - documents + 0.5) / (documents + 0.5));
  }

  #score({ documents, counts }: Postings, share: number, required: boolean): void {
    const { lengths } = this.#text;
    const idf = share * this.#rarity(documents.length);
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      let weight = 0;
      for (let field = 0; field < FIELD_COUNT; field++) {
        const count = counts[i * FIELD_COUNT + field]!;
        if (count === 0) continue;
        const b = this.#bs[field]!;
        const length = lengths[document * FIELD_COUNT + field]!;
        weight += (this.#weights[field]! * count) / (1 - b + (b * length) / this.#means[field]!);
      }
      this.#scores[document]! += (idf * weight * (K1 + 1)) / (weight + K1);
      if (required) this.#matched[document]!++;
    }
  }

  /** The documents that match, best first. `allowed`, where given, holds 1 for documents that pass the filters. */
  ranked(mode: 'all' | 'some', allowed: Uint8Array | null): Ranked[] {
    const need = mode === 'all' ? this.#required : 1;
    if (this.#required === 0 || (mode === 'all' && this.#seen < this.#required)) return [];
    const found: Ranked[] = [];
    for (let document = 0; document < this.#matched.length; document++) {
      if (this.#matched[document]! < need || (allowed && allowed[document] !== 1)) continue;
      found.push({ document, score: this.#scores[document]! });
    }
    return found.sort((a, b) => b.score - a.score || a.document - b.document);
  }
}

const means = new WeakMap<TextIndex, Float64Array>();

function meanLengths(text: TextIndex): Float64Array {
  const known = means.get(text);
  if (known) return known;
  const sums = new Float64Array(FIELD_COUNT);
  for (let i = 0; i < text.lengths.length; i++) sums[i % FIELD_COUNT]! += text.lengths[i]!;
  const found = sums.map((sum) => Math.max(1, sum / Math.max(1, text.documents)));
  means.set(text, found);
  return found;
}
