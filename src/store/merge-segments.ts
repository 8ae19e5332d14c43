/**
 * Segments to one inverted index. Invariant: the same blocks whichever segments the documents came from, so an index
 * that was carried over from the generation before is byte for byte the one that is counted anew.
 */
import { type Block, BlockWriter, FIELD_COUNT, SLOT_BITS, type TermEntry } from './postings.ts';
import type { Segment } from './text-segment.ts';

/** A segment and the new number of each of its documents; -1 leaves the document out. */
export interface SegmentPart {
  readonly segment: Segment;
  readonly numbers: Int32Array;
}

const FIELD_MASK = (1 << SLOT_BITS) - 1;

/**
 * Merges segments into one index of `documents` documents: its blocks go to `emit` in order; returns the lengths. A
 * field of a document may come from one part only.
 */
export function mergeSegments(
  parts: readonly SegmentPart[],
  documents: number,
  emit: (block: Block) => void,
): Uint16Array<ArrayBuffer> {
  const writer = new BlockWriter(emit);
  const list = new MergedList();
  const rests = parts.map(({ segment }) => segment.entries()[Symbol.iterator]());
  const heads = rests.map((rest) => rest.next());
  for (;;) {
    let term: string | undefined;
    for (const head of heads) if (!head.done && (term === undefined || head.value.term < term)) term = head.value.term;
    if (term === undefined) break;
    list.clear();
    for (const [i, head] of heads.entries()) {
      if (head.done || head.value.term !== term) continue;
      list.append(head.value, parts[i]!.numbers);
      heads[i] = rests[i]!.next();
    }
    if (list.length > 0) writer.add(list.entry(term));
  }
  writer.finish();
  return mergedLengths(parts, documents);
}

function mergedLengths(parts: readonly SegmentPart[], documents: number): Uint16Array<ArrayBuffer> {
  const lengths = new Uint16Array(documents * FIELD_COUNT);
  for (const { segment, numbers } of parts) {
    for (const [from, to] of numbers.entries()) {
      if (to < 0) continue;
      for (let field = 0; field < FIELD_COUNT; field++) {
        lengths[to * FIELD_COUNT + field]! += segment.lengths[from * FIELD_COUNT + field]!;
      }
    }
  }
  return lengths;
}

/** The postings of one term, renumbered; its arrays are used again for the next term. */
class MergedList {
  #slots = new Uint32Array(1 << 12);
  #counts = new Uint16Array(1 << 12);
  #ascending = true;
  length = 0;

  clear(): void {
    this.length = 0;
    this.#ascending = true;
  }

  append({ slots, counts, from, to }: TermEntry, numbers: Int32Array): void {
    this.#room(to - from);
    let length = this.length;
    let last = length > 0 ? this.#slots[length - 1]! : 0;
    for (let i = from; i < to; i++) {
      const old = slots[i]!;
      const document = numbers[old >>> SLOT_BITS]!;
      if (document < 0) continue;
      const slot = (document << SLOT_BITS) | (old & FIELD_MASK);
      if (slot < last) this.#ascending = false;
      last = slot;
      this.#slots[length] = slot;
      this.#counts[length++] = counts[i]!;
    }
    this.length = length;
  }

  #room(more: number): void {
    const need = this.length + more;
    if (need <= this.#slots.length) return;
    const slots = new Uint32Array(need * 2);
    const counts = new Uint16Array(need * 2);
    slots.set(this.#slots.subarray(0, this.length));
    counts.set(this.#counts.subarray(0, this.length));
    this.#slots = slots;
    this.#counts = counts;
  }

  entry(term: string): TermEntry {
    const [slots, counts] = [this.#slots, this.#counts];
    if (this.#ascending) return { term, slots, counts, from: 0, to: this.length };
    const order = Uint32Array.from({ length: this.length }, (_, i) => i).sort((a, b) => slots[a]! - slots[b]!);
    return {
      term,
      slots: Uint32Array.from(order, (i) => slots[i]!),
      counts: Uint16Array.from(order, (i) => counts[i]!),
      from: 0,
      to: this.length,
    };
  }
}
