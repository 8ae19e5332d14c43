/**
 * The bytes of the inverted index.
 *
 *     block      entry entry ...                     terms in code-unit order, about 32 kB
 *     entry      shared (v) · rest (v) · rest bytes  the term: how much it shares with the one before, and the rest
 *                documents (v) · bytes (v) · posting posting ...
 *     posting    (gap · 2) (v) · count (v)           only in the body
 *                (gap · 2 + 1) (v) · fields (byte) · count (v) for each field of the mask, lowest first
 *
 * (v) is a varint of seven bits a byte, lowest first. In memory a posting is a slot, `document · 8 + field`, and a count.
 */

/** The fields of a document, in the order of their numbers. */
export const FIELDS = ['body', 'title', 'tags', 'headings', 'path', 'id', 'meta'] as const;
export type Field = (typeof FIELDS)[number];
export const FIELD_COUNT = FIELDS.length;
export const SLOT_BITS = 3;
const FIELD_MASK = (1 << SLOT_BITS) - 1;
const BLOCK_BYTES_TARGET = 32_768;

/** A term and where it stands: slots ascending from `from` to `to`, each with how often. */
export interface TermEntry {
  readonly term: string;
  readonly slots: Uint32Array;
  readonly counts: Uint16Array;
  readonly from: number;
  readonly to: number;
}

/** One block of the index and its first term. */
export interface Block {
  readonly first: string;
  readonly bytes: Uint8Array;
}

class ByteWriter {
  bytes = new Uint8Array(BLOCK_BYTES_TARGET * 2);
  length = 0;

  #room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    this.#room(1);
    this.bytes[this.length++] = value;
  }

  varint(value: number): void {
    this.#room(6);
    let rest = value;
    while (rest > 127) {
      this.bytes[this.length++] = (rest & 127) | 128;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.length++] = rest;
  }

  append(bytes: Uint8Array, length = bytes.length): void {
    this.#room(length);
    this.bytes.set(length === bytes.length ? bytes : bytes.subarray(0, length), this.length);
    this.length += length;
  }
}

/** Writes entries, given in order of term, into blocks. Equal entries give equal blocks. */
export class BlockWriter {
  readonly #block = new ByteWriter();
  readonly #postings = new ByteWriter();
  readonly #emit: (block: Block) => void;
  #first = '';
  #last = '';

  constructor(emit: (block: Block) => void) {
    this.#emit = emit;
  }

  add(entry: TermEntry): void {
    const { term } = entry;
    if (this.#block.length === 0) {
      this.#first = term;
      this.#last = '';
    }
    const shared = sharedLength(this.#last, term);
    const rest = Buffer.from(term.slice(shared));
    this.#postings.length = 0;
    const documents = writePostings(this.#postings, entry);
    const block = this.#block;
    block.varint(shared);
    block.varint(rest.length);
    block.append(rest);
    block.varint(documents);
    block.varint(this.#postings.length);
    block.append(this.#postings.bytes, this.#postings.length);
    this.#last = term;
    if (block.length >= BLOCK_BYTES_TARGET) this.finish();
  }

  /** Closes the open block. */
  finish(): void {
    if (this.#block.length === 0) return;
    this.#emit({ first: this.#first, bytes: this.#block.bytes.slice(0, this.#block.length) });
    this.#block.length = 0;
  }
}

/** How many code units two terms share at their start, never half of a pair. */
function sharedLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let shared = 0;
  while (shared < most && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++;
  const next = b.charCodeAt(shared);
  return shared > 0 && next >= 0xdc00 && next <= 0xdfff ? shared - 1 : shared;
}

function writePostings(out: ByteWriter, { slots, counts, from, to }: TermEntry): number {
  let documents = 0;
  let before = -1;
  for (let i = from; i < to; ) {
    const document = slots[i]! >>> SLOT_BITS;
    let end = i + 1;
    while (end < to && slots[end]! >>> SLOT_BITS === document) end++;
    const gap = document - before - 1;
    if (end === i + 1 && (slots[i]! & FIELD_MASK) === 0) {
      out.varint(gap * 2);
    } else {
      out.varint(gap * 2 + 1);
      let mask = 0;
      for (let j = i; j < end; j++) mask |= 1 << (slots[j]! & FIELD_MASK);
      out.byte(mask);
    }
    for (let j = i; j < end; j++) out.varint(counts[j]!);
    before = document;
    documents++;
    i = end;
  }
  return documents;
}

/** Reads a block entry by entry. Throws `RangeError` when it does not end where it should. */
export class BlockReader {
  readonly #bytes: Buffer;
  #at = 0;
  #term = '';
  #postingsAt = 0;
  #postingsEnd = 0;
  documents = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('an index block ends too early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  /** Steps to the next entry and gives its term; `undefined` at the end. */
  next(): string | undefined {
    if (this.#postingsEnd > 0) this.#at = this.#postingsEnd;
    if (this.#at >= this.#bytes.length) return undefined;
    const shared = this.#varint();
    const rest = this.#varint();
    this.#term = this.#term.slice(0, shared) + this.#bytes.toString('utf8', this.#at, this.#at + rest);
    this.#at += rest;
    this.documents = this.#varint();
    const size = this.#varint();
    this.#postingsAt = this.#at;
    this.#postingsEnd = this.#at + size;
    if (this.#postingsEnd > this.#bytes.length) throw new RangeError('an index block ends too early');
    return this.#term;
  }

  /** Calls back for each slot of the current entry, ascending. */
  eachSlot(visit: (document: number, field: number, count: number) => void): void {
    this.#at = this.#postingsAt;
    let document = -1;
    while (this.#at < this.#postingsEnd) {
      const head = this.#varint();
      document += Math.floor(head / 2) + 1;
      if (head % 2 === 0) {
        visit(document, 0, this.#varint());
        continue;
      }
      const mask = this.#bytes[this.#at++]!;
      for (let field = 0; field < FIELD_COUNT; field++) if (mask & (1 << field)) visit(document, field, this.#varint());
    }
    if (this.#at !== this.#postingsEnd) throw new RangeError('postings end where they should not');
  }
}
