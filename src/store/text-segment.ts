/**
 * Counting documents into segments. Invariant: a segment is plain data, the same for the same documents in the same
 * order, so that it can be counted in one thread and merged in another.
 */
import { BlockReader, SLOT_BITS, type TermEntry } from './postings.ts';
import { scanTerms, type TermScan } from './scan-terms.ts';
import { TermTable } from './term-table.ts';

const LENGTH_MAX = 65_535;

/** Terms in code-unit order, and the number of words of each field of each document. */
export interface Segment {
  /** `document · FIELD_COUNT + field`. */
  readonly lengths: Uint16Array;
  /** An entry is whole until the next one is asked for. */
  entries(): Iterable<TermEntry>;
}

/** A segment as data: the postings of `terms[i]` lie from `starts[i]` to `starts[i + 1]`. */
export interface CountedSegment {
  readonly terms: readonly string[];
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly slots: Uint32Array<ArrayBuffer>;
  readonly counts: Uint16Array<ArrayBuffer>;
  readonly lengths: Uint16Array<ArrayBuffer>;
}

/** Counts documents into a segment. Each document gets the next number, from 0. */
export class SegmentBuilder {
  readonly #terms = new TermTable();
  #counts = new Uint32Array(1 << 16);
  /** The terms of the field that is being counted. */
  #touched = new Uint32Array(1 << 12);
  #marks = 0;
  #recordTerms = new Uint32Array(1 << 16);
  #recordSlots = new Uint32Array(1 << 16);
  #recordCounts = new Uint16Array(1 << 16);
  #records = 0;
  readonly #lengths: number[] = [];
  #documents = 0;
  #words = 0;

  readonly #scan: TermScan = {
    plain: (bytes, start, end, hash) => {
      this.#count(this.#terms.numberOfPlain(bytes, start, end, hash));
      this.#words++;
    },
    term: (term, kind) => {
      this.#count(this.#terms.numberOf(term));
      if (kind === 'whole' || kind === 'single') this.#words++;
    },
  };

  #count(number: number): void {
    if (number >= this.#counts.length) this.#counts = doubled(this.#counts);
    if (this.#counts[number]!++ > 0) return;
    if (this.#marks === this.#touched.length) this.#touched = doubled(this.#touched);
    this.#touched[this.#marks++] = number;
  }

  /** Adds a document from its texts in UTF-8, by field number. */
  add(texts: readonly Uint8Array[]): void {
    for (const [field, text] of texts.entries()) {
      this.#words = 0;
      scanTerms(text, this.#scan);
      this.#lengths.push(Math.min(this.#words, LENGTH_MAX));
      const slot = (this.#documents << SLOT_BITS) | field;
      for (let i = 0; i < this.#marks; i++) this.#record(this.#touched[i]!, slot);
      this.#marks = 0;
    }
    this.#documents++;
  }

  #record(term: number, slot: number): void {
    const at = this.#records++;
    if (at >= this.#recordTerms.length) {
      this.#recordTerms = doubled(this.#recordTerms);
      this.#recordSlots = doubled(this.#recordSlots);
      this.#recordCounts = doubledShort(this.#recordCounts);
    }
    this.#recordTerms[at] = term;
    this.#recordSlots[at] = slot;
    this.#recordCounts[at] = Math.min(this.#counts[term]!, LENGTH_MAX);
    this.#counts[term] = 0;
  }

  /** The segment. The builder is spent. */
  finish(): CountedSegment {
    const all = this.#terms.all();
    const order = [...all.keys()].sort((a, b) => (all[a]! < all[b]! ? -1 : 1));
    const ranks = new Uint32Array(all.length);
    for (const [rank, number] of order.entries()) ranks[number] = rank;
    const starts = new Uint32Array(all.length + 1);
    for (let i = 0; i < this.#records; i++) starts[ranks[this.#recordTerms[i]!]! + 1]!++;
    for (let i = 0; i < all.length; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const slots = new Uint32Array(this.#records);
    const counts = new Uint16Array(this.#records);
    for (let i = 0; i < this.#records; i++) {
      const at = next[ranks[this.#recordTerms[i]!]!]!++;
      slots[at] = this.#recordSlots[i]!;
      counts[at] = this.#recordCounts[i]!;
    }
    this.#recordTerms = this.#recordSlots = new Uint32Array(0);
    this.#recordCounts = new Uint16Array(0);
    return {
      terms: order.map((number) => all[number]!),
      starts,
      slots,
      counts,
      lengths: Uint16Array.from(this.#lengths),
    };
  }
}

export function doubledShort(array: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(array.length * 2);
  larger.set(array);
  return larger;
}

export function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** A segment that was counted. */
export function segmentOf({ terms, starts, slots, counts, lengths }: CountedSegment): Segment {
  return {
    lengths,
    *entries() {
      for (const [i, term] of terms.entries()) yield { term, slots, counts, from: starts[i]!, to: starts[i + 1]! };
    },
  };
}

/** A segment read back from blocks, given in order. */
export function segmentOfBlocks(blocks: Iterable<Uint8Array>, lengths: Uint16Array): Segment {
  return {
    lengths,
    *entries() {
      let slots = new Uint32Array(1 << 12);
      let counts = new Uint16Array(1 << 12);
      let to = 0;
      const visit = (document: number, field: number, count: number): void => {
        if (to === slots.length) {
          slots = doubled(slots);
          counts = doubledShort(counts);
        }
        slots[to] = (document << SLOT_BITS) | field;
        counts[to++] = count;
      };
      for (const bytes of blocks) {
        const reader = new BlockReader(bytes);
        for (let term = reader.next(); term !== undefined; term = reader.next()) {
          to = 0;
          reader.eachSlot(visit);
          yield { term, slots, counts, from: 0, to };
        }
      }
    },
  };
}
