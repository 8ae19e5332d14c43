/** The tree of the disk in memory: its files and folders, the changes of them, and what is left after a power loss. */
import { hashBytes } from '../../src/base/index.ts';
import type { Identity } from '../../src/disk/index.ts';
import type { Random } from './random.ts';

export interface ModelFile {
  readonly kind: 'file';
  readonly inode: number;
  readonly mode: number;
  bytes: Uint8Array;
  durable: Uint8Array | undefined;
  links: number;
  writers: number;
}

export interface ModelFolder {
  readonly kind: 'folder';
  readonly inode: number;
  readonly entries: Map<string, ModelFile | ModelFolder>;
  durable: Map<string, ModelFile | ModelFolder>;
  removed: boolean;
}

export type Entry = ModelFile | ModelFolder;
export type Spot = { readonly folder: ModelFolder; readonly name: string };
export type Change =
  | { readonly kind: 'add'; readonly at: Spot; readonly entry: Entry }
  | { readonly kind: 'remove'; readonly at: Spot }
  | { readonly kind: 'move'; readonly at: Spot; readonly to: Spot }
  | { readonly kind: 'exchange'; readonly at: Spot; readonly to: Spot };
export interface Logged {
  readonly change: Change;
  /** Folders not flushed since. */
  readonly waiting: Set<ModelFolder>;
}

/** An error with a code, as the system layer throws it. */
export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, path });
}

const parts = new Map<string, readonly string[]>();

/** The names on a path, remembered: the same few paths are looked up millions of times. */
export function partsOf(path: string): readonly string[] {
  let names = parts.get(path);
  if (names === undefined) {
    names = path === '' ? [] : path.split('/');
    if (parts.size < 10_000) parts.set(path, names);
  }
  return names;
}

const texts = new Map<string, Uint8Array>();

/** The bytes of a text, the same array for the same text, so that its hash is computed once. */
export function bytesOf(text: string): Uint8Array {
  let bytes = texts.get(text);
  if (bytes === undefined) {
    bytes = Buffer.from(text);
    if (texts.size < 10_000) texts.set(text, bytes);
  }
  return bytes;
}

export function requireEntry(at: Spot, path: string): Entry {
  const entry = at.folder.removed ? undefined : at.folder.entries.get(at.name);
  if (entry === undefined) throw systemError('ENOENT', path);
  return entry;
}

export function requireFree(at: Spot, path: string): void {
  if (at.folder.removed) throw systemError('ENOENT', path);
  if (at.folder.entries.has(at.name)) throw systemError('EEXIST', path);
}

/** Applies a change where it can be applied; after a power loss its ground may be missing. */
export function apply(change: Change): void {
  const { folder, name } = change.at;
  const here = folder.entries.get(name);
  if (change.kind === 'add') {
    if (here !== undefined) return;
    folder.entries.set(name, change.entry);
    if (change.entry.kind === 'file') change.entry.links++;
  } else if (change.kind === 'remove') {
    folder.entries.delete(name);
    if (here?.kind === 'file') here.links--;
  } else {
    const there = change.to.folder.entries.get(change.to.name);
    if (here === undefined || (there === undefined) !== (change.kind === 'move')) return;
    folder.entries.delete(name);
    change.to.folder.entries.set(change.to.name, here);
    if (there !== undefined) folder.entries.set(name, there);
  }
}

export function reachable(root: Entry, durableToo = false): Set<Entry> {
  const seen = new Set<Entry>([root]);
  for (const entry of seen) {
    if (entry.kind !== 'folder') continue;
    for (const child of entry.entries.values()) seen.add(child);
    if (durableToo) for (const child of entry.durable.values()) seen.add(child);
  }
  return seen;
}

export function bytesAfterPowerLoss(file: ModelFile, random: Random): Uint8Array {
  if (file.durable !== undefined && Buffer.compare(file.durable, file.bytes) === 0) return file.bytes;
  const luck = random();
  if (luck < 0.3) return new Uint8Array();
  if (luck < 0.5) return file.bytes.slice(0, Math.floor(file.bytes.length * random()));
  return luck < 0.7 ? new Uint8Array(file.bytes.length) : file.bytes;
}

const hashes = new WeakMap<Uint8Array, ReturnType<typeof hashBytes>>();

export function identityOf(entry: Entry | undefined): Identity | null {
  if (entry === undefined) return null;
  const common = { device: 1n, inode: BigInt(entry.inode) };
  if (entry.kind === 'folder') return { ...common, content: 'not_a_file', links: 1, mode: 0o700, size: 0 };
  let content = hashes.get(entry.bytes);
  if (content === undefined) {
    content = hashBytes(entry.bytes);
    hashes.set(entry.bytes, content);
  }
  return { ...common, content, links: entry.links, mode: entry.mode, size: entry.bytes.length };
}
