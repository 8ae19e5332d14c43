/**
 * The inverted index of an opened image, behind one interface: what a ranking needs and nothing of how it is kept.
 * Invariants: lists are ascending by document; blocks are read when a term asks for them, and kept.
 */
import type { Database } from './database.ts';
import { readLengths } from './image-text.ts';
import { BlockReader, FIELD_COUNT } from './postings.ts';

/** Where a term stands. */
export interface Postings {
  readonly documents: Uint32Array;
  /** `position in documents · FIELD_COUNT + field`. */
  readonly counts: Uint16Array;
}

export interface TextIndex {
  /** How many documents there are; their numbers are the rowids of their nodes. */
  readonly documents: number;
  /** Words by `document · FIELD_COUNT + field`. */
  readonly lengths: Uint16Array;
  /** Where a term stands, or `null`. */
  find(term: string): Postings | null;
  /** The terms that begin with a prefix, in order; at most `max` of them. */
  expand(prefix: string, max: number): string[];
  /** All terms in order. */
  terms(): Iterable<string>;
}

const CACHED_BLOCKS_MAX = 256;

/** The inverted index of an image. */
export function openTextIndex(database: Database): TextIndex {
  const blocks = openBlocks(database);
  let lengths: Uint16Array | undefined;
  return {
    get documents() {
      return this.lengths.length / FIELD_COUNT;
    },
    get lengths() {
      lengths ??= readLengths(database);
      return lengths;
    },
    find(term) {
      const id = blocks.locate(term);
      if (id < 0) return null;
      const reader = blocks.read(id);
      for (let found = reader.next(); found !== undefined && found <= term; found = reader.next()) {
        if (found === term) return postingsOf(reader);
      }
      return null;
    },
    expand(prefix, max) {
      const found: string[] = [];
      for (const term of blocks.termsFrom(blocks.locate(prefix))) {
        if (term.startsWith(prefix)) found.push(term);
        else if (term > prefix) break;
        if (found.length === max) break;
      }
      return found;
    },
    terms: () => blocks.termsFrom(0),
  };
}

interface Blocks {
  /** The last block whose first term is not after `term`; -1 when there is none. */
  locate(term: string): number;
  read(id: number): BlockReader;
  termsFrom(id: number): Iterable<string>;
}

function openBlocks(database: Database): Blocks {
  const firsts = database.rows('select first from block order by id').map(([first]) => first as string);
  const cache = new Map<number, Uint8Array>();
  const read = (id: number): BlockReader => {
    let bytes = cache.get(id);
    if (!bytes) {
      bytes = database.row('select bytes from block where id = ?', [id])![0] as Uint8Array;
      const oldest = cache.keys().next();
      if (cache.size >= CACHED_BLOCKS_MAX && !oldest.done) cache.delete(oldest.value);
      cache.set(id, bytes);
    }
    return new BlockReader(bytes);
  };
  return {
    read,
    locate(term) {
      let low = 0;
      let high = firsts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (firsts[middle]! <= term) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    },
    *termsFrom(start) {
      for (let id = Math.max(0, start); id < firsts.length; id++) {
        const reader = read(id);
        for (let term = reader.next(); term !== undefined; term = reader.next()) yield term;
      }
    },
  };
}

function postingsOf(reader: BlockReader): Postings {
  const documents = new Uint32Array(reader.documents);
  const counts = new Uint16Array(reader.documents * FIELD_COUNT);
  let at = -1;
  let last = -1;
  reader.eachSlot((document, field, count) => {
    if (document !== last) documents[++at] = last = document;
    counts[at * FIELD_COUNT + field] = count;
  });
  return { documents, counts };
}
