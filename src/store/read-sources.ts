/**
 * The sources as they are now: what moved is read and hashed, what was extracted before is taken from the cache.
 *
 * Invariants: a file that cannot be read is a refusal that names it, never a deletion; a file that vanishes while it is
 * being read is looked for again, since editors save by delete and rename; the result is the same whether the cache is
 * full, empty or damaged.
 */
import { hashBytes, hashJson, type Problem, type ProjectPath, refuse, type Sha256 } from '../base/index.ts';
import { DiskError, diskReason, type FileStat } from '../disk/index.ts';
import type { GraphFile, Tree } from '../graph/index.ts';
import type { Project } from '../project/index.ts';
import type { Extraction, Format } from '../source/index.ts';
import { extractFile, extractionKey } from './extract-file.ts';
import type { PackReader } from './packs.ts';
import type { CountedBodies } from './read-batch.ts';
import { canReadParallel, readParallel } from './read-parallel.ts';
import { type ScannedFile, type ScannedTree, scanSources, stampOf } from './scan-sources.ts';
import { isYoung, type SourceEntry, type SourceIdentity, type SourceList, VERSIONS } from './source-list.ts';

/** Every source file with what it says, and what the graph is made from. */
export interface Sources {
  /** Sorted by path. */
  readonly files: readonly GraphFile[];
  readonly entries: ReadonlyMap<string, SourceEntry>;
  readonly tree: Tree;
  readonly identity: SourceIdentity;
  /** What the scan has to say about names and links. */
  readonly problems: readonly Problem[];
  readonly counts: { readonly files: number; readonly read: number; readonly extracted: number };
  /** Words that were counted while files were read in threads. */
  readonly counted: readonly CountedBodies[];
}

/** Where new extractions and bodies go; the default keeps none. */
export interface ExtractionSink {
  /** `json` is the extraction in UTF-8, `bodies` the body of each of its nodes. */
  keep(key: string, extraction: Extraction, json: Uint8Array, bodies: readonly Uint8Array[]): void;
  /** Called between files, so that a sink can wait for its writing. */
  drain(): Promise<void>;
}

export interface ReadOptions {
  /** The list of the last read, or `null` to read everything. */
  readonly known: SourceList | null;
  readonly cache: PackReader;
  /** A scan that was just made. */
  readonly scanned?: ScannedTree;
  readonly sink?: ExtractionSink;
}

const SCANS_MAX = 6;
/** Fewer files are read sooner than threads start. */
const THREADS_PAY_FILES_MIN = 600;
/** How long a file that is suddenly gone is given to come back, in milliseconds. */
const SETTLE_MS = 30;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Whether nothing moved since the list was made: same names, same stats, no file too young to tell. */
export function isUnmoved(scanned: ScannedTree, known: SourceList): boolean {
  return (
    scanned.files.length === known.entries.size &&
    scanned.tree_hash === known.identity.tree_hash &&
    scanned.files.every((file) => isSame(file, known))
  );
}

function isSame(file: ScannedFile, known: SourceList | null): boolean {
  const entry = known?.entries.get(file.path);
  if (!entry || entry.format !== file.format || entry.stamp !== stampOf(file.stat)) return false;
  return !isYoung(file.stat, known!.clock_ns);
}

/** Scans, and scans once more after a short wait when a file of the list is gone. */
export async function scanSettled(project: Project, known: SourceList | null): Promise<ScannedTree> {
  const first = scanSources(project);
  if (!known) return first;
  const present = new Set<string>(first.files.map((file) => file.path));
  if ([...known.entries.keys()].every((path) => present.has(path))) return first;
  await pause(SETTLE_MS);
  return scanSources(project);
}

/** Reads the sources. Refuses `source_unreadable`, `sources_unsettled`. */
export async function readSources(project: Project, options: ReadOptions): Promise<Sources> {
  let last = '';
  for (let attempt = 0; attempt < SCANS_MAX; attempt++) {
    const scanned = (attempt === 0 && options.scanned) || (await scanSettled(project, options.known));
    const result = await readScanned(project, scanned, options);
    if (typeof result !== 'string') return result;
    last = result;
    await pause(SETTLE_MS);
  }
  return refuse('sources_unsettled', { path: last });
}

interface OneFile {
  readonly hash: Sha256;
  readonly extraction: Extraction;
  readonly stat: FileStat;
  readonly read: boolean;
  readonly extracted: boolean;
}

/** The sources of one scan, or the path of a file that is no longer there. */
async function readScanned(project: Project, scanned: ScannedTree, options: ReadOptions): Promise<Sources | string> {
  const files: GraphFile[] = [];
  const entries = new Map<string, SourceEntry>();
  const counts = { files: scanned.files.length, read: 0, extracted: 0 };
  const ahead = await readAhead(project, scanned, options);
  for (const file of scanned.files) {
    const one = ahead.files.get(file.path) ?? readOne(project, file, options);
    if (one === null) return file.path;
    files.push({ path: file.path, hash: one.hash, extraction: one.extraction });
    entries.set(file.path, { path: file.path, hash: one.hash, format: file.format, stamp: stampOf(one.stat) });
    if (one.read) counts.read++;
    if (one.extracted) {
      counts.extracted++;
      await options.sink?.drain();
    }
  }
  const identity = {
    source_hash: sourceHash(files),
    tree_hash: scanned.tree_hash,
    descriptor_hash: project.descriptor_hash,
    versions: VERSIONS,
  };
  return { files, entries, tree: scanned.tree, identity, problems: scanned.problems, counts, counted: ahead.counted };
}

interface Ahead {
  /** What threads have read; `null` for a file that is no longer there. */
  readonly files: ReadonlyMap<string, OneFile | null>;
  readonly counted: readonly CountedBodies[];
}

/** Reads in threads what certainly has to be extracted, when that is much. */
async function readAhead(project: Project, scanned: ScannedTree, options: ReadOptions): Promise<Ahead> {
  const files = new Map<string, OneFile | null>();
  const moved = scanned.files.filter((file) => !isSame(file, options.known));
  if (moved.length - options.cache.size < THREADS_PAY_FILES_MIN || !canReadParallel()) return { files, counted: [] };
  const counted = await readParallel(project, moved, async (row) => {
    if ('code' in row) {
      if (!isGone(row.code)) refuse('source_unreadable', { path: row.path, cause: diskReason(row.code) });
      files.set(row.path, null);
      return;
    }
    const extraction = parseExtraction(row.extraction);
    files.set(row.path, { hash: row.hash, extraction, stat: row.stat, read: true, extracted: true });
    options.sink?.keep(extractionKey(row.hash, extraction.format), extraction, row.extraction, row.bodies);
    await options.sink?.drain();
  });
  return { files, counted };
}

function isGone(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function readOne(project: Project, file: ScannedFile, options: ReadOptions): OneFile | null {
  const { known, cache, sink } = options;
  if (isSame(file, known)) {
    const { hash } = known!.entries.get(file.path)!;
    const extraction = readExtraction(cache, hash, file.format);
    if (extraction) return { hash, extraction, stat: file.stat, read: false, extracted: false };
  }
  const found = readSource(project, file.path);
  if (found === null) return null;
  const hash = hashBytes(found.bytes);
  const cached = readExtraction(cache, hash, file.format);
  if (cached) return { hash, extraction: cached, stat: found.stat, read: true, extracted: false };
  const { extraction, bodies } = extractFile(found.bytes, file.format);
  if (sink) {
    const encoded = bodies.map((body) => Buffer.from(body));
    sink.keep(extractionKey(hash, file.format), extraction, Buffer.from(JSON.stringify(extraction)), encoded);
  }
  return { hash, extraction, stat: found.stat, read: true, extracted: true };
}

/** A source file's bytes and state; `null` when it is not there. Refuses `source_unreadable`. */
export function readSource(project: Project, path: ProjectPath): { bytes: Uint8Array; stat: FileStat } | null {
  try {
    return project.disk.read(path, project.source_bytes_max);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    if (isGone(error.code)) return null;
    return refuse('source_unreadable', { path, cause: diskReason(error.code) });
  }
}

function readExtraction(cache: PackReader, hash: Sha256, format: Format): Extraction | null {
  const bytes = cache.get(extractionKey(hash, format));
  return bytes && parseExtraction(bytes);
}

function parseExtraction(bytes: Uint8Array): Extraction {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as Extraction;
}

/** The hash of all sources: path and hash of each, in order of path. */
export function sourceHash(files: readonly { readonly path: string; readonly hash: Sha256 }[]): Sha256 {
  return hashJson(files.map((file) => [file.path, file.hash]));
}
