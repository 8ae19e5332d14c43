/**
 * Building the inverted index: documents are counted into segments, and segments are merged into one.
 *
 * Invariants: a merge gives the same blocks whichever segments its documents came from, so an index that was carried
 * over from the generation before is byte for byte the one that is counted anew.
 */
import { type Block, BlockReader, BlockWriter, FIELD_COUNT, SLOT_BITS, type TermEntry } from './postings.ts';
import { scanTerms, type TermScan } from './scan-terms.ts';
import { TermTable } from './term-table.ts';

const LENGTH_MAX = 65_535;

/** Terms in code-unit order, and the number of words of each field of each document. */
export interface Segment {
  readonly documents: number;
  /** `document · FIELD_COUNT + field`. */
  readonly lengths: Uint16Array;
  entries(): Iterable<TermEntry>;
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
  finish(): Segment {
    const terms = this.#terms.all();
    const starts = new Uint32Array(terms.length + 1);
    for (let i = 0; i < this.#records; i++) starts[this.#recordTerms[i]! + 1]!++;
    for (let i = 0; i < terms.length; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const slots = new Uint32Array(this.#records);
    const counts = new Uint16Array(this.#records);
    for (let i = 0; i < this.#records; i++) {
      const at = next[this.#recordTerms[i]!]!++;
      slots[at] = this.#recordSlots[i]!;
      counts[at] = this.#recordCounts[i]!;
    }
    this.#recordTerms = this.#recordSlots = new Uint32Array(0);
    this.#recordCounts = new Uint16Array(0);
    const numbers = [...terms.keys()].sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1));
    return {
      documents: this.#documents,
      lengths: Uint16Array.from(this.#lengths),
      *entries() {
        for (const number of numbers) {
          const [from, to] = [starts[number]!, starts[number + 1]!];
          yield { term: terms[number]!, slots: slots.subarray(from, to), counts: counts.subarray(from, to) };
        }
      },
    };
  }
}

function doubledShort(array: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(array.length * 2);
  larger.set(array);
  return larger;
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** A segment read back from blocks, given in order. */
export function segmentOfBlocks(blocks: Iterable<Uint8Array>, lengths: Uint16Array): Segment {
  return {
    documents: lengths.length / FIELD_COUNT,
    lengths,
    *entries() {
      for (const bytes of blocks) {
        const reader = new BlockReader(bytes);
        for (let term = reader.next(); term !== undefined; term = reader.next()) {
          const slots: number[] = [];
          const counts: number[] = [];
          reader.eachSlot((document, field, count) => {
            slots.push((document << SLOT_BITS) | field);
            counts.push(count);
          });
          yield { term, slots: Uint32Array.from(slots), counts: Uint16Array.from(counts) };
        }
      }
    },
  };
}

/** A segment and the new number of each of its documents; -1 leaves the document out. */
export interface SegmentPart {
  readonly segment: Segment;
  readonly numbers: Int32Array;
}

/** Merges segments into one index of `documents` documents: its blocks go to `emit` in order; returns the lengths. */
export function mergeSegments(
  parts: readonly SegmentPart[],
  documents: number,
  emit: (block: Block) => void,
): Uint16Array {
  const lengths = new Uint16Array(documents * FIELD_COUNT);
  for (const { segment, numbers } of parts) {
    for (const [from, to] of numbers.entries()) {
      if (to < 0) continue;
      const words = segment.lengths.subarray(from * FIELD_COUNT, (from + 1) * FIELD_COUNT);
      for (let field = 0; field < FIELD_COUNT; field++) lengths[to * FIELD_COUNT + field]! += words[field]!;
    }
  }
  const writer = new BlockWriter(emit);
  const open = parts.map(({ segment, numbers }) => ({ numbers, rest: segment.entries()[Symbol.iterator]() }));
  const heads = open.map(({ rest }) => rest.next());
  for (;;) {
    let term: string | undefined;
    for (const head of heads) if (!head.done && (term === undefined || head.value.term < term)) term = head.value.term;
    if (term === undefined) break;
    const lists: [Int32Array, TermEntry][] = [];
    for (const [i, head] of heads.entries()) {
      if (head.done || head.value.term !== term) continue;
      lists.push([open[i]!.numbers, head.value]);
      heads[i] = open[i]!.rest.next();
    }
    const merged = mergeLists(term, lists);
    if (merged.slots.length > 0) writer.add(merged);
  }
  writer.finish();
  return lengths;
}

function mergeLists(term: string, lists: readonly (readonly [Int32Array, TermEntry])[]): TermEntry {
  const size = lists.reduce((sum, [, entry]) => sum + entry.slots.length, 0);
  const slots = new Uint32Array(size);
  const counts = new Uint16Array(size);
  let length = 0;
  let ascending = true;
  for (const [numbers, entry] of lists) {
    for (let i = 0; i < entry.slots.length; i++) {
      const old = entry.slots[i]!;
      const document = numbers[old >>> SLOT_BITS]!;
      if (document < 0) continue;
      const slot = ((document << SLOT_BITS) | (old & ((1 << SLOT_BITS) - 1))) >>> 0;
      if (length > 0 && slot < slots[length - 1]!) ascending = false;
      slots[length] = slot;
      counts[length++] = entry.counts[i]!;
    }
  }
  const merged = { term, slots: slots.subarray(0, length), counts: counts.subarray(0, length) };
  return ascending ? merged : sorted(merged);
}

function sorted({ term, slots, counts }: TermEntry): TermEntry {
  const order = Uint32Array.from(slots.keys()).sort((a, b) => slots[a]! - slots[b]!);
  return { term, slots: Uint32Array.from(order, (i) => slots[i]!), counts: Uint16Array.from(order, (i) => counts[i]!) };
}
