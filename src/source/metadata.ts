/**
 * One table of metadata as the fields of a node, and everything that is wrong with it.
 *
 * Invariants: all problems are collected, each at its line and column of the file; a field that cannot be used is left
 * out (`null`, `''` or nothing) and never guessed; keys that are not known go to `fields` untouched.
 */
import {
  isTable,
  isTagged,
  limits,
  nodeIdFault,
  type Problem,
  problem,
  type TomlDocument,
  type TomlTable,
  type TomlValue,
} from '../base/index.ts';
import type { ExtractedRelation, KeyPlace } from './types.ts';

/** The keys of the metadata that mean something; all others are `fields`. */
export const NODE_KEYS = ['id', 'family', 'title', 'status', 'authority', 'tags', 'relations', 'extra'] as const;
const REQUIRED = ['id', 'family', 'title', 'status', 'authority'] as const;
const RELATION_KEYS: readonly string[] = ['type', 'target', 'note'];

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A statement or header of one node; its path begins below the node. */
export interface PlacedPart extends Position {
  readonly path: readonly (string | number)[];
  readonly items?: readonly Position[];
}

/** One table of metadata with the places of its parts. `line` is where the node begins. */
export interface MetadataTable {
  readonly table: TomlTable;
  readonly parts: readonly PlacedPart[];
  readonly line: number;
}

/** What the metadata says. */
export interface Metadata {
  readonly id: string | null;
  readonly family: string | null;
  readonly title: string;
  readonly status: string | null;
  readonly authority: string | null;
  readonly tags: readonly string[];
  readonly relations: readonly ExtractedRelation[];
  readonly fields: TomlTable;
  readonly extra: TomlTable;
  readonly keys: readonly KeyPlace[];
}

/** The parts of a document below a path, in order of the text, each with its place in the file. */
export function partsBelow(
  document: TomlDocument,
  prefix: readonly (string | number)[],
  position: (offset: number) => Position,
): PlacedPart[] {
  const below = (path: readonly (string | number)[]) => prefix.every((key, i) => path[i] === key);
  const parts = [
    ...document.headers.filter((header) => below(header.path)),
    ...document.statements
      .filter((statement) => below(statement.path))
      .map(({ items, ...statement }) =>
        items ? { ...statement, items: items.map((item) => position(item.start)) } : statement,
      ),
  ].map((part) => ({ ...part, path: part.path.slice(prefix.length) }));
  return parts.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** What a value is, in words for a message. */
export function describeValue(value: TomlValue): string {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return `the boolean ${value}`;
  if (typeof value === 'number') return `the integer ${value}`;
  if (Array.isArray(value)) return 'an array';
  if (isTagged(value)) return `the ${value.$toml.replace('_', ' ')} ${value.text}`;
  return 'a table';
}

/** Why a text cannot stand in a one-line field, or `null`. */
function textFault(text: string, bytesMax: number): string | null {
  if (text.trim() === '') return 'it is empty';
  if (/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) return 'it holds a control character';
  const bytes = Buffer.byteLength(text);
  return bytes > bytesMax ? `it is ${bytes} bytes long, and at most ${bytesMax} are allowed` : null;
}

function pathKey(path: readonly (string | number)[]): string {
  return path.join('\u0000');
}

/** Reads one table; collects what is wrong as it goes. */
class MetadataReader {
  readonly problems: Problem[] = [];
  private readonly source: MetadataTable;
  private id: string | undefined;

  /** The first part at or below each path of up to three steps; built when a place is first asked for. */
  private index: Map<string, PlacedPart> | undefined;

  constructor(source: MetadataTable) {
    this.source = source;
  }

  private indexed(): Map<string, PlacedPart> {
    if (this.index) return this.index;
    this.index = new Map();
    for (const part of this.source.parts) {
      for (let length = 1; length <= Math.min(3, part.path.length); length++) {
        const key = pathKey(part.path.slice(0, length));
        if (!this.index.has(key)) this.index.set(key, part);
      }
    }
    return this.index;
  }

  /** The place of the first part at or below a path; else of the item of the array above it; else of the node. */
  private place(...path: (string | number)[]): Position {
    for (let length = path.length; length > 0; length--) {
      const part = this.indexed().get(pathKey(path.slice(0, length)));
      if (!part) continue;
      const step = path[part.path.length];
      return (typeof step === 'number' ? part.items?.[step] : undefined) ?? part;
    }
    return { line: this.source.line, column: 1 };
  }

  private report(
    make: (place: Position & { node?: string | undefined }) => Problem,
    ...path: (string | number)[]
  ): void {
    const { line, column } = this.place(...path);
    this.problems.push(make({ line, column, node: this.id }));
  }

  private wrongType(field: string, expected: string, value: TomlValue, path: (string | number)[]): void {
    this.report((place) => problem('wrong_type', { field, expected, actual: describeValue(value) }, place), ...path);
  }

  /** A text within its bounds, or `null` with the reason reported. */
  private text(field: string, value: TomlValue, path: (string | number)[], bytesMax: number): string | null {
    if (typeof value !== 'string') {
      this.wrongType(field, 'text in quotes', value, path);
      return null;
    }
    const reason = textFault(value, bytesMax);
    if (reason === null) return value;
    this.report((place) => problem('bad_text', { field, reason }, place), ...path);
    return null;
  }

  private required(field: string): string | null {
    const value = this.source.table[field];
    return value === undefined ? null : this.text(field, value, [field], limits.text_field_bytes_max);
  }

  private readId(): string | null {
    const value = this.source.table.id;
    if (value === undefined) return null;
    if (typeof value !== 'string') {
      this.wrongType('id', 'text in quotes', value, ['id']);
      return null;
    }
    const reason = nodeIdFault(value);
    if (reason !== null) this.report((place) => problem('bad_id', { id: value.slice(0, 100), reason }, place), 'id');
    return reason === null ? value : null;
  }

  private tags(): string[] {
    const value = this.source.table.tags;
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.wrongType('tags', 'an array of texts', value, ['tags']);
      return [];
    }
    this.bound('tags', value.length, limits.tags_max);
    const first = (value as TomlValue[]).slice(0, limits.tags_max);
    const tags = first.map((tag, i) => this.text('tags', tag, ['tags', i], limits.text_field_bytes_max));
    return tags.filter((tag) => tag !== null);
  }

  private bound(field: 'tags' | 'relations', count: number, limit: number): void {
    if (count > limit) this.report((place) => problem('too_many_items', { field, count, limit }, place), field);
  }

  private relations(): ExtractedRelation[] {
    const value = this.source.table.relations;
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.wrongType('relations', 'an array of tables', value, ['relations']);
      return [];
    }
    this.bound('relations', value.length, limits.relations_max);
    const first = (value as TomlValue[]).slice(0, limits.relations_max);
    return first.map((entry, i) => this.relation(entry, i)).filter((relation) => relation !== null);
  }

  private relation(entry: TomlValue, index: number): ExtractedRelation | null {
    if (!isTable(entry)) {
      this.wrongType('relations', 'a table with type and target', entry, ['relations', index]);
      return null;
    }
    const start = this.place('relations', index).line;
    for (const field of Object.keys(entry)) {
      if (RELATION_KEYS.includes(field)) continue;
      this.report((place) => problem('misplaced_field', { field, start }, place), 'relations', index, field);
    }
    const read = (key: 'type' | 'target'): string | null => {
      const field = `relations.${key}`;
      if (entry[key] !== undefined) return this.text(field, entry[key], ['relations', index, key], limits.id_bytes_max);
      this.report((place) => problem('missing_field', { field }, place), 'relations', index);
      return null;
    };
    const [type, target] = [read('type'), read('target')];
    const note = entry.note;
    if (note !== undefined && typeof note !== 'string') {
      this.wrongType('relations.note', 'text in quotes', note, ['relations', index, 'note']);
    } else if (note !== undefined && Buffer.byteLength(note) > limits.note_bytes_max) {
      const reason = `at most ${limits.note_bytes_max} bytes are allowed`;
      this.report((p) => problem('bad_text', { field: 'relations.note', reason }, p), 'relations', index, 'note');
    }
    if (type === null || target === null) return null;
    return { type, target, ...(typeof note === 'string' ? { note } : {}), line: start };
  }

  private extra(): TomlTable {
    const value = this.source.table.extra;
    if (value !== undefined && isTable(value)) return value;
    if (value !== undefined) this.wrongType('extra', 'a table', value, ['extra']);
    return Object.create(null) as TomlTable;
  }

  private keys(): KeyPlace[] {
    const places = new Map<string, KeyPlace>();
    for (const { path, line, column } of this.source.parts) {
      const [key] = path;
      if (typeof key === 'string' && !places.has(key)) places.set(key, { key, line, column });
    }
    return [...places.values()];
  }

  /** Reads everything. `skip` names keys that are neither known nor fields, such as `content`. */
  read(skip: readonly string[]): Metadata {
    const { table, line } = this.source;
    const id = this.readId();
    this.id = id ?? undefined;
    for (const field of REQUIRED) {
      if (table[field] === undefined) {
        this.problems.push(problem('missing_field', { field }, { line, column: 1, node: this.id }));
      }
    }
    const fields = Object.create(null) as Record<string, TomlValue>;
    for (const [key, value] of Object.entries(table)) {
      if (!(NODE_KEYS as readonly string[]).includes(key) && !skip.includes(key)) fields[key] = value;
    }
    return {
      id,
      family: this.required('family'),
      title: this.required('title') ?? '',
      status: this.required('status'),
      authority: this.required('authority'),
      tags: this.tags(),
      relations: this.relations(),
      fields,
      extra: this.extra(),
      keys: this.keys(),
    };
  }
}

/** Reads one table of metadata. `content` is never a field: in a TOML file it is the content, in a page it is misplaced. */
export function readMetadata(source: MetadataTable): { metadata: Metadata; problems: readonly Problem[] } {
  const reader = new MetadataReader(source);
  return { metadata: reader.read(['content']), problems: reader.problems };
}
