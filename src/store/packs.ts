/**
 * A folder of immutable packs: values by key, appended in new packs and read lazily.
 *
 * Invariants: derived, so whatever is damaged is simply not there; packs are published before the table that names them;
 * a pack that no table names is garbage; a value is handed out only after its check.
 */
import { limits, sha256Hex } from '../base/index.ts';
import { type Disk, DiskError } from '../disk/index.ts';
import { EXTRACTIONS } from './layout.ts';
import {
  EMPTY_TABLE,
  formatTable,
  headBytes,
  type PackKind,
  type PackRow,
  type PackTable,
  type Place,
  parseTable,
  readRecord,
  recordHead,
} from './pack-format.ts';
import { derivedSize, readDerived } from './read-derived.ts';

/** A pack is closed when it has this many bytes. Small, since one read takes a whole pack. */
const PACK_BYTES_TARGET = 1 << 18;
/** Packs smaller than a quarter of the target are gathered when there are more of them than this. */
const SMALL_PACKS_MAX = 16;
/** Dead bytes that are never worth tidying. */
const DEAD_BYTES_FREE = 4 << 20;
/** Packs kept in memory by a reader. */
const CACHED_PACKS_MAX = 48;
/** Packs being written at one time. */
const WRITING_MAX = 8;

/** Values of one folder, pinned to the table of the moment it was opened. */
export interface PackReader {
  /** How many keys the table has. */
  readonly size: number;
  /** Whether the table has the key. The value itself is proved when it is read. */
  has(keyHex: string): boolean;
  /** The value, or `null` when it is not there or not whole. */
  get(keyHex: string): Uint8Array | null;
}

export class Packs implements PackReader {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly kind: PackKind;
  #table: PackTable;
  readonly #cache = new Map<string, Uint8Array>();

  private constructor(disk: Disk, folder: string, table: PackTable) {
    this.kind = folder === EXTRACTIONS ? 'keyed' : 'content';
    this.#disk = disk;
    this.#folder = folder;
    this.#table = table;
  }

  /** Opens a folder. Without a whole table, or when `fresh`, it is empty. */
  static open(disk: Disk, folder: string, fresh = false): Packs {
    const bytes = fresh ? null : readDerived(disk, `${folder}/packs.idx`, limits.image_bytes_max);
    return new Packs(disk, folder, (bytes && parseTable(bytes)) ?? EMPTY_TABLE);
  }

  /** Whether every pack that the table of a folder names is there with its size. */
  static isWhole(disk: Disk, folder: string): boolean {
    const packs = Packs.open(disk, folder);
    return packs.#table !== EMPTY_TABLE && packs.#missing().size === 0;
  }

  get size(): number {
    return this.#table.places.size;
  }

  has(keyHex: string): boolean {
    return this.#table.places.has(keyHex);
  }

  get(keyHex: string): Uint8Array | null {
    const place = this.#table.places.get(keyHex);
    const pack = place && this.#load(this.#table.packs[place.pack]);
    return pack ? readRecord(this.kind, pack, keyHex, place) : null;
  }

  /** Keys whose values cannot be read whole, in order. Reads every pack. */
  damaged(): string[] {
    return [...this.#table.places.keys()].sort().filter((key) => this.get(key) === null);
  }

  #missing(): Set<number> {
    const gone = new Set<number>();
    for (const [at, pack] of this.#table.packs.entries()) {
      if (derivedSize(this.#disk, this.#path(pack.name)) !== pack.bytes) gone.add(at);
    }
    return gone;
  }

  /** Forgets packs that are missing or have another size, so that their values are made again. */
  dropMissing(): void {
    const gone = this.#missing();
    if (gone.size === 0) return;
    const places = [...this.#table.places].filter(([, place]) => !gone.has(place.pack));
    this.#table = { packs: this.#table.packs, places: new Map(places) };
  }

  /** Removes the pack of a value that is not whole, so that the next refresh makes its values again. */
  removeDamaged(keyHex: string): void {
    const row = this.#table.packs[this.#table.places.get(keyHex)?.pack ?? -1];
    if (row) this.#disk.remove(this.#path(row.name));
  }

  #path(name: string): string {
    return `${this.#folder}/${name}.pack`;
  }

  #load(row: PackRow | undefined): Uint8Array | null {
    if (!row) return null;
    const known = this.#cache.get(row.name);
    if (known) return known;
    const bytes = readDerived(this.#disk, this.#path(row.name), row.bytes);
    if (bytes === null) return null;
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= CACHED_PACKS_MAX && !oldest.done) this.#cache.delete(oldest.value);
    this.#cache.set(row.name, bytes);
    return bytes;
  }

  /** Starts writing; nothing is visible before `commit`. */
  writer(): PackWriter {
    return new PackWriter(this, (name, bytes) => this.#disk.publish(this.#path(name), bytes));
  }

  get table(): PackTable {
    return this.#table;
  }

  /** Publishes a table, makes it current, and removes packs that it does not name. */
  async publishTable(table: PackTable): Promise<void> {
    await this.#disk.publish(`${this.#folder}/packs.idx`, formatTable(table));
    this.#table = table;
    this.#cache.clear();
    const named = new Set(table.packs.map((pack) => `${pack.name}.pack`));
    for (const name of this.#disk.list(this.#folder)) {
      if (name.endsWith('.pack') && !named.has(name)) dropGarbage(this.#disk, `${this.#folder}/${name}`);
    }
  }
}

/** Removes what no table names. What cannot be removed stays, since nothing reads it. */
function dropGarbage(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
  }
}

/** Collects new values into packs, writing each pack when it is full. */
export class PackWriter {
  readonly #packs: Packs;
  readonly #publish: (name: string, bytes: Uint8Array) => Promise<void>;
  readonly #rows: PackRow[] = [];
  readonly #places = new Map<string, Place>();
  readonly #writing = new Set<Promise<void>>();
  /** What went wrong while packs were written; told by `commit`. */
  readonly #failures: unknown[] = [];
  #parts: Uint8Array[] = [];
  #heads: Uint8Array[] = [];
  #open: [string, number, number][] = [];
  readonly #added = new Set<string>();
  #bytes = 0;

  constructor(packs: Packs, publish: (name: string, bytes: Uint8Array) => Promise<void>) {
    this.#packs = packs;
    this.#publish = publish;
  }

  has(keyHex: string): boolean {
    return this.#added.has(keyHex) || this.#packs.has(keyHex);
  }

  /** Adds a value unless the key is there already. */
  add(keyHex: string, value: Uint8Array): void {
    if (!this.has(keyHex)) this.replace(keyHex, value);
  }

  /** Adds a value whatever the table says about its key. */
  replace(keyHex: string, value: Uint8Array): void {
    this.#added.add(keyHex);
    const head = recordHead(this.#packs.kind, keyHex, value);
    this.#heads.push(head);
    this.#parts.push(head, value);
    this.#open.push([keyHex, this.#bytes + head.length, value.length]);
    this.#bytes += head.length + value.length;
    if (this.#bytes >= PACK_BYTES_TARGET) this.#close();
  }

  #close(): void {
    if (this.#bytes === 0) return;
    const bytes = Buffer.concat(this.#parts);
    const name = sha256Hex(Buffer.concat(this.#heads)).slice(0, 32);
    const pack = this.#rows.push({ name, bytes: bytes.length }) - 1;
    for (const [key, offset, length] of this.#open) this.#places.set(key, { pack, offset, bytes: length });
    const writing: Promise<void> = this.#publish(name, bytes)
      .catch((error: unknown) => {
        this.#failures.push(error);
      })
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
    this.#parts = [];
    this.#heads = [];
    this.#open = [];
    this.#bytes = 0;
  }

  /** Waits until few packs are in flight, so that memory stays bounded. */
  async drain(): Promise<void> {
    while (this.#writing.size > WRITING_MAX) await Promise.race(this.#writing);
  }

  /**
   * Publishes what was added. When the folder must be tidied, live values of the packs concerned are written anew and
   * the others let go. Does nothing when nothing was added and nothing must be tidied.
   */
  async commit(live: ReadonlySet<string>): Promise<void> {
    const old = this.#packs.table;
    const waste = wasteOf(this.#packs.kind, old, live);
    for (const [key, place] of old.places) {
      if (!waste.has(place.pack) || this.#places.has(key) || !live.has(key)) continue;
      const value = this.#packs.get(key);
      if (value) this.replace(key, Uint8Array.from(value));
      await this.drain();
    }
    this.#close();
    await Promise.all(this.#writing);
    if (this.#failures.length > 0) throw this.#failures[0];
    if (this.#rows.length === 0 && waste.size === 0) return;
    await this.#packs.publishTable(this.#merge(old, waste));
  }

  #merge(old: PackTable, dropped: ReadonlySet<number>): PackTable {
    const packs = old.packs.filter((_, at) => !dropped.has(at));
    const moved = new Map(packs.map((pack, at) => [pack.name, at]));
    const places = new Map<string, Place>();
    for (const [key, place] of old.places) {
      const at = dropped.has(place.pack) ? undefined : moved.get(old.packs[place.pack]!.name);
      if (at !== undefined) places.set(key, { ...place, pack: at });
    }
    const all = [...packs];
    const indexes = this.#rows.map((row) => {
      const known = moved.get(row.name);
      return known ?? all.push(row) - 1;
    });
    for (const [key, place] of this.#places) places.set(key, { ...place, pack: indexes[place.pack]! });
    return { packs: all, places };
  }
}

/**
 * The packs to write anew: small ones when there are many, and all that hold dead bytes when those are more than the
 * live ones. Until then dead values stay, for readers that are pinned to an earlier generation.
 */
function wasteOf(kind: PackKind, table: PackTable, live: ReadonlySet<string>): ReadonlySet<number> {
  const dead = table.packs.map((pack) => pack.bytes);
  let liveBytes = 0;
  for (const [key, place] of table.places) {
    if (!live.has(key)) continue;
    dead[place.pack]! -= place.bytes + headBytes(kind);
    liveBytes += place.bytes;
  }
  const indexes = [...table.packs.keys()];
  const small = indexes.filter((at) => table.packs[at]!.bytes < PACK_BYTES_TARGET / 4);
  const deadBytes = dead.reduce((sum, bytes) => sum + bytes, 0);
  const wasteful = deadBytes > liveBytes + DEAD_BYTES_FREE ? indexes.filter((at) => dead[at]! > 0) : [];
  return new Set(small.length > SMALL_PACKS_MAX ? [...small, ...wasteful] : wasteful);
}
