/**
 * The bytes of packs and of their table.
 *
 *     pack   record record ...           record  = key (32) · check (32) · value, or key (32) · value by content
 *     table  "dfpacks1" · packs (u32) · entries (u32)
 *            pack  = name (16) · bytes (u32)
 *            entry = key (32) · pack (u32) · offset of the value (u32) · bytes of the value (u32), sorted by key
 *            sha256 of everything before (32)
 *
 * Numbers are little-endian. Where values are kept by content the key is the SHA-256 of the value; else the check is the
 * SHA-256 of key and value. Invariants: a record can stand for no other key; a table with one wrong byte is no table.
 */
import { sha256Hex } from '../base/index.ts';

const KEY_BYTES = 32;
const NAME_BYTES = 16;
const PACK_BYTES = NAME_BYTES + 4;
const ENTRY_BYTES = KEY_BYTES + 12;
const MAGIC = 'dfpacks1';
const HEAD_BYTES = MAGIC.length + 8;

/** Where a value lies: the index of its pack in the table, and its place there in bytes. */
export interface Place {
  readonly pack: number;
  readonly offset: number;
  readonly bytes: number;
}

export interface PackRow {
  /** 32 hex digits: the first half of the SHA-256 of the heads of its records. */
  readonly name: string;
  readonly bytes: number;
}

export interface PackTable {
  readonly packs: readonly PackRow[];
  /** By the key's 64 hex digits. */
  readonly places: ReadonlyMap<string, Place>;
}

export const EMPTY_TABLE: PackTable = { packs: [], places: new Map() };

/** How a folder of packs proves its values: by their own hash, or by a check beside a key of another kind. */
export type PackKind = 'content' | 'keyed';

/** Bytes of a record before its value. */
export function headBytes(kind: PackKind): number {
  return kind === 'content' ? KEY_BYTES : 2 * KEY_BYTES;
}

/** What stands before a value. */
export function recordHead(kind: PackKind, keyHex: string, value: Uint8Array): Buffer {
  return Buffer.from(kind === 'content' ? keyHex : keyHex + checkOf(keyHex, value), 'hex');
}

function checkOf(keyHex: string, value: Uint8Array): string {
  return sha256Hex(Buffer.concat([Buffer.from(keyHex, 'hex'), value]));
}

/** The value at a place of a pack, or `null` when the record there is not whole or stands for another key. */
export function readRecord(kind: PackKind, pack: Uint8Array, keyHex: string, place: Place): Buffer | null {
  const start = place.offset - headBytes(kind);
  if (start < 0 || place.offset + place.bytes > pack.length) return null;
  const buffer = Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength);
  const value = buffer.subarray(place.offset, place.offset + place.bytes);
  if (buffer.toString('hex', start, start + KEY_BYTES) !== keyHex) return null;
  const whole =
    kind === 'content'
      ? sha256Hex(value) === keyHex
      : checkOf(keyHex, value) === buffer.toString('hex', start + KEY_BYTES, place.offset);
  return whole ? value : null;
}

/** The bytes of a table. Equal tables give equal bytes. */
export function formatTable(table: PackTable): Buffer {
  const keys = [...table.places.keys()].sort();
  const size = HEAD_BYTES + table.packs.length * PACK_BYTES + keys.length * ENTRY_BYTES;
  const bytes = Buffer.alloc(size + 32);
  bytes.write(MAGIC, 0, 'latin1');
  bytes.writeUInt32LE(table.packs.length, MAGIC.length);
  bytes.writeUInt32LE(keys.length, MAGIC.length + 4);
  let at = HEAD_BYTES;
  for (const pack of table.packs) {
    bytes.write(pack.name, at, 'hex');
    bytes.writeUInt32LE(pack.bytes, at + NAME_BYTES);
    at += PACK_BYTES;
  }
  for (const key of keys) {
    const place = table.places.get(key)!;
    bytes.write(key, at, 'hex');
    bytes.writeUInt32LE(place.pack, at + KEY_BYTES);
    bytes.writeUInt32LE(place.offset, at + KEY_BYTES + 4);
    bytes.writeUInt32LE(place.bytes, at + KEY_BYTES + 8);
    at += ENTRY_BYTES;
  }
  bytes.write(sha256Hex(bytes.subarray(0, size)), size, 'hex');
  return bytes;
}

/** Reads a table; `null` when a byte of it is wrong. */
export function parseTable(input: Uint8Array): PackTable | null {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const size = bytes.length - 32;
  if (size < HEAD_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  if (sha256Hex(bytes.subarray(0, size)) !== bytes.toString('hex', size)) return null;
  const packCount = bytes.readUInt32LE(MAGIC.length);
  const entryCount = bytes.readUInt32LE(MAGIC.length + 4);
  if (size !== HEAD_BYTES + packCount * PACK_BYTES + entryCount * ENTRY_BYTES) return null;
  const packs: PackRow[] = [];
  let at = HEAD_BYTES;
  for (let i = 0; i < packCount; i++, at += PACK_BYTES) {
    packs.push({ name: bytes.toString('hex', at, at + NAME_BYTES), bytes: bytes.readUInt32LE(at + NAME_BYTES) });
  }
  const places = new Map<string, Place>();
  for (let i = 0; i < entryCount; i++, at += ENTRY_BYTES) {
    const pack = bytes.readUInt32LE(at + KEY_BYTES);
    const offset = bytes.readUInt32LE(at + KEY_BYTES + 4);
    places.set(bytes.toString('hex', at, at + KEY_BYTES), {
      pack,
      offset,
      bytes: bytes.readUInt32LE(at + KEY_BYTES + 8),
    });
  }
  return { packs, places };
}
