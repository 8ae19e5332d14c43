/**
 * `sources.json`: what each source looked like when it was last read, so that unchanged files are not read again.
 *
 * Invariants: derived, so a damaged list is an empty one; a file whose times are not older than the list's clock (taken
 * from the file system itself before the files were read) may have been written again within the clock's grain, so it
 * is read again whatever its stat says.
 */
import {
  EXTRACTION_SCHEMA,
  hashBytes,
  INDEX_SCHEMA,
  isSha256,
  limits,
  type ProjectPath,
  type Sha256,
  VERSION,
} from '../base/index.ts';
import type { FileStat } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import type { Format } from '../source/index.ts';
import { CLOCK, SOURCES } from './layout.ts';
import { readDerived } from './read-derived.ts';

export interface SourceEntry {
  readonly path: ProjectPath;
  readonly hash: Sha256;
  readonly format: Format;
  readonly stamp: string;
}

/** The list with what it was made for. */
export interface SourceList {
  /** Nanoseconds of the file system's clock before the newest entry was read, as decimal text. */
  readonly clock_ns: string;
  readonly identity: SourceIdentity;
  readonly generation: Sha256;
  readonly entries: ReadonlyMap<string, SourceEntry>;
}

/** Everything that a graph is made from. Two graphs of one identity are equal. */
export interface SourceIdentity {
  readonly source_hash: Sha256;
  readonly tree_hash: Sha256;
  readonly descriptor_hash: Sha256;
  /** The versions of the program and of what it derives. */
  readonly versions: string;
}

const HASH_CHARS = 71;
const BODY_START = '{"hash":""'.length + HASH_CHARS + ',"body":'.length;

/** Versions that decide what sources mean. */
export const VERSIONS = `${VERSION}/${INDEX_SCHEMA}/${EXTRACTION_SCHEMA}`;

/** The list as it stands, or `null` when there is none that can be trusted. */
export function loadSourceList(project: Project): SourceList | null {
  const bytes = readDerived(project.disk, SOURCES, limits.image_bytes_max);
  if (bytes === null) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const body = text.slice(BODY_START, -1);
  if (text.slice(0, BODY_START) !== `{"hash":"${hashBytes(body)}","body":`) return null;
  const value = JSON.parse(body) as { versions: string } & Record<string, unknown>;
  if (value.versions !== VERSIONS) return null;
  const entries = new Map<string, SourceEntry>();
  for (const [path, hash, format, stamp] of value.files as [ProjectPath, Sha256, Format, string][]) {
    entries.set(path, { path, hash, format, stamp });
  }
  const identity = { ...(value.identity as SourceIdentity), versions: VERSIONS };
  return { clock_ns: value.clock_ns as string, identity, generation: value.generation as Sha256, entries };
}

/** The bytes of a list. */
export function formatSourceList(list: SourceList): Uint8Array {
  const { versions, ...identity } = list.identity;
  const body = JSON.stringify({
    versions,
    clock_ns: list.clock_ns,
    identity,
    generation: list.generation,
    files: [...list.entries.values()].map((entry) => [entry.path, entry.hash, entry.format, entry.stamp]),
  });
  const text = `{"hash":"${hashBytes(body)}","body":${body}}`;
  if (!isSha256(text.slice(9, 9 + HASH_CHARS))) throw new Error('a source list without its hash');
  return Buffer.from(text);
}

/** Publishes the list. */
export async function publishSourceList(project: Project, list: SourceList): Promise<void> {
  await project.disk.publish(SOURCES, formatSourceList(list));
}

/** The file system's own time, taken by writing a small file. */
export async function readClock(project: Project): Promise<string> {
  await project.disk.publish(CLOCK, new Uint8Array());
  const stat = project.disk.stat(CLOCK);
  return stat ? later(stat.mtime_ns, stat.ctime_ns) : '0';
}

function later(a: string, b: string): string {
  return isBefore(a, b) ? b : a;
}

function isBefore(a: string, b: string): boolean {
  if (a.startsWith('-') || b.startsWith('-')) return BigInt(a) < BigInt(b);
  return a.length === b.length ? a < b : a.length < b.length;
}

/** Whether a file may have been written again since it was last read although its stat is the same. */
export function isYoung(stat: FileStat, clockNs: string): boolean {
  return !isBefore(later(stat.mtime_ns, stat.ctime_ns), clockNs);
}
