/**
 * What of a node is searchable, and carrying the inverted index over from the generation before: documents whose texts
 * did not change keep their postings, the others are counted.
 */
import { isTagged, type Sha256, type TomlTable, type TomlValue } from '../base/index.ts';
import type { GraphNode } from '../graph/index.ts';
import type { Database } from './database.ts';
import { mergeSegments, type SegmentPart } from './merge-segments.ts';
import { type Block, FIELDS, type Field } from './postings.ts';
import { type CountedBodies, documentKey, headingsText } from './read-batch.ts';
import { SegmentBuilder, segmentOf, segmentOfBlocks } from './text-segment.ts';

/** The parts of a node that no listing filters by, as one JSON text: `{tags, relations, fields, extra}`. */
export function metadataText(node: GraphNode): string {
  const { tags, relations, fields, extra } = node;
  return JSON.stringify({ tags, relations, fields, extra });
}

/** Where the words of the nodes come from. What saves work changes nothing of the result. */
export interface TextSources {
  /** The body of a node in UTF-8; asked for new and changed nodes. */
  bodyOf(node: GraphNode): Uint8Array;
  /** Words of bodies and headings that were counted while the files were read. */
  readonly counted?: readonly CountedBodies[];
  /** An attested image of an earlier generation, written by this very version. */
  readonly prior?: Database | null;
}

const NOTHING = new Uint8Array();

/** The texts of a node by field number; with no body where body and headings were counted already. */
function textsOf(node: GraphNode, body: Uint8Array | null): Uint8Array[] {
  const texts: Record<Exclude<Field, 'body'>, string> = {
    title: node.title,
    tags: node.tags.join('\n'),
    headings: body ? headingsText(node) : '',
    path: node.path,
    id: node.id,
    meta: `${wordsOfTable(node.fields)}\n${wordsOfTable(node.extra)}`,
  };
  return FIELDS.map((field) => (field === 'body' ? (body ?? NOTHING) : Buffer.from(texts[field])));
}

/** Keys and values of a table, however deep, in order. */
function wordsOfTable(table: TomlTable): string {
  const words: string[] = [];
  const open: TomlValue[] = [table];
  while (open.length > 0) {
    const value = open.pop()!;
    if (typeof value !== 'object') words.push(String(value));
    else if (isTagged(value)) words.push(value.text);
    else if (Array.isArray(value)) open.push(...[...(value as readonly TomlValue[])].reverse());
    else for (const [key, inner] of Object.entries(value as TomlTable).reverse()) open.push(inner, key);
  }
  return words.join('\n');
}

/** Everything that decides the texts of a node, as one text. */
function textKey(path: string, title: string, metadata: string, bodyHash: string): string {
  return [path, title, metadata, bodyHash].join('\0');
}

function priorDocuments(prior: Database): Map<string, { number: number; key: string }> {
  const rows = prior.rows(
    'select n.id, n.node_id, f.path, n.title, n.metadata, n.body_hash from node n join file f on f.id = n.file',
  );
  return new Map(
    rows.map(([number, id, path, title, metadata, hash]) => [
      id as string,
      {
        number: number as number,
        key: textKey(path as string, title as string, metadata as string, hexOf(hash as Uint8Array)),
      },
    ]),
  );
}

function hexOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('hex');
}

/** The 64 hex digits of a hash. */
export function hexDigits(hash: Sha256): string {
  return hash.slice('sha256:'.length);
}

/** Writes the inverted index of the nodes, numbered by their order; returns the lengths of their fields. */
export function writeText(
  nodes: readonly GraphNode[],
  { bodyOf, counted = [], prior = null }: TextSources,
  emit: (block: Block) => void,
): Uint16Array<ArrayBuffer> {
  const known = prior ? priorDocuments(prior) : new Map<string, { number: number; key: string }>();
  const carried = new Int32Array(known.size).fill(-1);
  const taken = counted.map(({ documents }) => new Int32Array(documents.size).fill(-1));
  const own: number[] = [];
  const builder = new SegmentBuilder();
  for (const [number, node] of nodes.entries()) {
    const old = known.get(node.id);
    const key = old && textKey(node.path, node.title, metadataText(node), hexDigits(node.body_hash));
    if (old && old.key === key) {
      carried[old.number] = number;
      continue;
    }
    const name = documentKey(node.path, node.line);
    const part = counted.findIndex(({ documents }) => documents.has(name));
    if (part >= 0) taken[part]![counted[part]!.documents.get(name)!] = number;
    builder.add(textsOf(node, part >= 0 ? null : bodyOf(node)));
    own.push(number);
  }
  const parts: SegmentPart[] = [
    ...(prior ? [{ segment: priorSegment(prior), numbers: carried }] : []),
    ...counted.map(({ segment }, i) => ({ segment: segmentOf(segment), numbers: taken[i]! })),
    { segment: segmentOf(builder.finish()), numbers: Int32Array.from(own) },
  ];
  return mergeSegments(parts, nodes.length, emit);
}

function priorSegment(prior: Database) {
  const blocks = function* () {
    const ids = prior.rows('select id from block order by id');
    for (const [id] of ids) yield prior.row('select bytes from block where id = ?', [id!])![0] as Uint8Array;
  };
  return segmentOfBlocks(blocks(), readLengths(prior));
}

/** The lengths of all fields of all documents, as the image holds them. */
export function readLengths(database: Database): Uint16Array {
  const bytes = database.row('select bytes from lengths')![0] as Uint8Array;
  return new Uint16Array(bytes.slice().buffer);
}
