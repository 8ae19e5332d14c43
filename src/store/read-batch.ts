/**
 * Reading and extracting many files as plain data that can cross threads. Invariant: whether it runs in a worker or in
 * the main thread, the same files give the same rows and the same counts of words.
 */
import { hashBytes, type ProjectPath, type Sha256 } from '../base/index.ts';
import { type Disk, DiskError, type FileStat } from '../disk/index.ts';
import type { ExtractedNode, Format } from '../source/index.ts';
import { extractFile } from './extract-file.ts';
import { FIELDS } from './postings.ts';
import { type CountedSegment, SegmentBuilder } from './text-segment.ts';

/** A file to read. */
export interface BatchFile {
  readonly path: ProjectPath;
  readonly format: Format;
}

/** What a reader of files is given at its start. */
export interface BatchTask {
  readonly root: string;
  readonly bytesMax: number;
  readonly files: readonly BatchFile[];
}

/** A file that was read; or the code of the error that the disk gave. */
export type BatchRow = ReadRow | { readonly path: ProjectPath; readonly code: string };

export interface ReadRow {
  readonly path: ProjectPath;
  readonly hash: Sha256;
  readonly stat: FileStat;
  /** The extraction as JSON in UTF-8. */
  readonly extraction: Uint8Array<ArrayBuffer>;
  /** The body of each node in UTF-8, in order. */
  readonly bodies: readonly Uint8Array<ArrayBuffer>[];
}

/** Words of bodies and headings that were counted while the files were read. */
export interface CountedBodies {
  readonly segment: CountedSegment;
  /** The document of the node at a path and line, as `documentKey` writes it. */
  readonly documents: ReadonlyMap<string, number>;
}

const NOTHING = new Uint8Array();

/** Names a node before the graph is built. */
export function documentKey(path: string, line: number): string {
  return `${line} ${path}`;
}

/** Reads files one by one and counts their words. */
export class BatchReader {
  readonly #disk: Disk;
  readonly #bytesMax: number;
  readonly #builder = new SegmentBuilder();
  readonly #documents = new Map<string, number>();
  readonly #encoder = new TextEncoder();

  constructor(disk: Disk, bytesMax: number) {
    this.#disk = disk;
    this.#bytesMax = bytesMax;
  }

  read({ path, format }: BatchFile): BatchRow {
    try {
      const { bytes, stat } = this.#disk.read(path, this.#bytesMax);
      const { extraction, bodies } = extractFile(bytes, format);
      const encoded = bodies.map((body) => this.#encoder.encode(body));
      for (const [i, node] of extraction.nodes.entries()) this.#count(path, node, encoded[i]!);
      const json = this.#encoder.encode(JSON.stringify(extraction));
      return { path, hash: hashBytes(bytes), stat, extraction: json, bodies: encoded };
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return { path, code: error.code };
    }
  }

  #count(path: string, node: ExtractedNode, body: Uint8Array): void {
    const texts = { body, headings: Buffer.from(headingsText(node)) };
    this.#builder.add(FIELDS.map((field) => (field === 'body' || field === 'headings' ? texts[field] : NOTHING)));
    this.#documents.set(documentKey(path, node.line), this.#documents.size);
  }

  /** What was counted. The reader is spent. */
  finish(): CountedBodies {
    return { segment: this.#builder.finish(), documents: this.#documents };
  }
}

/** The headings of a node as one text. */
export function headingsText(node: Pick<ExtractedNode, 'outline'>): string {
  return node.outline.headings.map((heading) => heading.text).join('\n');
}
