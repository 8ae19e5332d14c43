/**
 * Numbers for terms, in the order in which they first came. Plain words are looked up by their bytes, without making a
 * text of each: a body of a hundred million letters has fourteen million words and a hundred thousand terms.
 */

/** Where a hash of a plain word begins; `hashStep` goes on, letter by letter in lower case. */
export const HASH_START = 0x811c9dc5;

/** One step of FNV-1a. */
export function hashStep(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

/** Hash, start and length of one plain word. */
const ENTRY_LENGTH = 3;

export class TermTable {
  /** Terms that are not plain words. */
  readonly #wide = new Map<string, number>();
  readonly #terms: (string | null)[] = [];
  /** Letters of plain words, one word after the other. */
  #letters = new Uint8Array(1 << 16);
  #used = 0;
  /** By slot of the hash table: the number of a plain word and 1; 0 where there is none. */
  #slots = new Int32Array(1 << 15);
  #plain = 0;
  #entries = new Int32Array(ENTRY_LENGTH << 14);
  readonly #scratch = new Uint8Array(256);

  /** The number of any term. */
  numberOf(term: string): number {
    const hash = this.#copyPlain(term);
    if (hash !== null) return this.numberOfPlain(this.#scratch, 0, term.length, hash);
    let number = this.#wide.get(term);
    if (number === undefined) {
      number = this.#next();
      const own = Buffer.from(term, 'utf16le').toString('utf16le');
      this.#wide.set(own, number);
      this.#terms[number] = own;
    }
    return number;
  }

  /** Copies a plain word and gives its hash; `null` when the term is none. */
  #copyPlain(term: string): number | null {
    if (term.length > this.#scratch.length) return null;
    let hash = HASH_START;
    for (let i = 0; i < term.length; i++) {
      const code = term.charCodeAt(i);
      if (!((code >= 97 && code <= 122) || (code >= 48 && code <= 57))) return null;
      this.#scratch[i] = code;
      hash = hashStep(hash, code);
    }
    return hash;
  }

  /** The number of a plain word, ASCII letters and digits where a capital counts as its small letter, by its hash. */
  numberOfPlain(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const entries = this.#entries;
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (hash ^ (hash >>> 15)) & mask; ; at = (at + 1) & mask) {
      const slot = slots[at]!;
      if (slot === 0) return this.#mint(bytes, start, end, hash, at);
      const entry = (slot - 1) * ENTRY_LENGTH;
      if (entries[entry] !== hash || entries[entry + 2] !== end - start) continue;
      if (this.#isAt(entries[entry + 1]!, bytes, start, end)) return slot - 1;
    }
  }

  #isAt(from: number, bytes: Uint8Array, start: number, end: number): boolean {
    const letters = this.#letters;
    if (letters[from] !== lower(bytes[start]!)) return false;
    for (let i = start + 1; i < end; i++) if (letters[from + i - start] !== bytes[i]) return false;
    return true;
  }

  #mint(bytes: Uint8Array, start: number, end: number, hash: number, at: number): number {
    const number = this.#next();
    while (this.#used + end - start > this.#letters.length) {
      const larger = new Uint8Array(this.#letters.length * 2);
      larger.set(this.#letters);
      this.#letters = larger;
    }
    this.#entries.set([hash, this.#used, end - start], number * ENTRY_LENGTH);
    for (let i = start; i < end; i++) this.#letters[this.#used++] = lower(bytes[i]!);
    this.#slots[at] = number + 1;
    if (++this.#plain * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #next(): number {
    const number = this.#terms.push(null) - 1;
    if ((number + 1) * ENTRY_LENGTH > this.#entries.length) {
      const larger = new Int32Array(this.#entries.length * 2);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (const slot of this.#slots) {
      if (slot === 0) continue;
      const hash = this.#entries[(slot - 1) * ENTRY_LENGTH]!;
      let at = (hash ^ (hash >>> 15)) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = slot;
    }
    this.#slots = slots;
  }

  /** All terms by number. */
  all(): string[] {
    const letters = Buffer.from(this.#letters.buffer);
    return this.#terms.map((term, i) => {
      if (term !== null) return term;
      const start = this.#entries[i * ENTRY_LENGTH + 1]!;
      return letters.toString('latin1', start, start + this.#entries[i * ENTRY_LENGTH + 2]!);
    });
  }
}

/** A letter or digit in lower case. */
function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
