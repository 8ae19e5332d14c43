/**
 * Numbers for terms, in the order in which they first came. Plain words are looked up by their letters, without making a
 * text of each: a body of a hundred million letters has fourteen million words and a hundred thousand terms.
 */

const EMPTY = 0;

export class TermTable {
  /** Terms that were not plain words. */
  readonly #wide = new Map<string, number>();
  readonly #terms: (string | null)[] = [];
  /** Letters of plain words, one after the other. */
  #letters = new Uint8Array(1 << 16);
  #used = 0;
  /** By slot of the hash table: the number of a plain word and 1. */
  #slots = new Int32Array(1 << 15);
  #plain = 0;
  /** By number: hash, and place in the letters. */
  #hashes = new Uint32Array(1 << 14);
  #starts = new Uint32Array(1 << 14);
  #ends = new Uint32Array(1 << 14);

  /** The number of any term. */
  numberOf(term: string): number {
    if (isPlainTerm(term)) return this.numberOfPlain(term, 0, term.length);
    let number = this.#wide.get(term);
    if (number === undefined) {
      number = this.#next();
      const own = Buffer.from(term, 'utf16le').toString('utf16le');
      this.#wide.set(own, number);
      this.#terms[number] = own;
    }
    return number;
  }

  /** The number of the plain word at a place of a text: ASCII letters and digits; capitals count as small letters. */
  numberOfPlain(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ lower(text.charCodeAt(i)), 0x01000193);
    hash >>>= 0;
    const mask = this.#slots.length - 1;
    for (let at = (hash ^ (hash >>> 15)) & mask; ; at = (at + 1) & mask) {
      const slot = this.#slots[at]!;
      if (slot === EMPTY) return this.#mint(text, start, end, hash, at);
      if (this.#hashes[slot - 1] === hash && this.#isAt(slot - 1, text, start, end)) return slot - 1;
    }
  }

  #isAt(number: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[number]!;
    if (this.#ends[number]! - from !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#letters[from + i - start] !== lower(text.charCodeAt(i))) return false;
    return true;
  }

  #mint(text: string, start: number, end: number, hash: number, at: number): number {
    const number = this.#next();
    while (this.#used + end - start > this.#letters.length) {
      const larger = new Uint8Array(this.#letters.length * 2);
      larger.set(this.#letters);
      this.#letters = larger;
    }
    this.#starts[number] = this.#used;
    for (let i = start; i < end; i++) this.#letters[this.#used++] = lower(text.charCodeAt(i));
    this.#ends[number] = this.#used;
    this.#hashes[number] = hash;
    this.#slots[at] = number + 1;
    if (++this.#plain * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #next(): number {
    const number = this.#terms.push(null) - 1;
    if (number >= this.#hashes.length) {
      this.#hashes = doubled(this.#hashes);
      this.#starts = doubled(this.#starts);
      this.#ends = doubled(this.#ends);
    }
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (const slot of this.#slots) {
      if (slot === EMPTY) continue;
      const hash = this.#hashes[slot - 1]!;
      let at = (hash ^ (hash >>> 15)) & mask;
      while (slots[at] !== EMPTY) at = (at + 1) & mask;
      slots[at] = slot;
    }
    this.#slots = slots;
  }

  /** All terms by number. */
  all(): string[] {
    const letters = Buffer.from(this.#letters.buffer, 0, this.#used);
    return this.#terms.map((term, i) => term ?? letters.toString('latin1', this.#starts[i]!, this.#ends[i]!));
  }
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isPlainTerm(term: string): boolean {
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) return false;
  }
  return true;
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
