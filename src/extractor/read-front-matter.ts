/**
 * Front matter of other tools (Zola, Hugo, Jekyll, Obsidian and their like) as title, tags and fields.
 *
 * Invariants: title and tags are taken, everything else is kept under its own name and never interpreted; the value
 * has a canonical form, or the front matter is not read at all; lines are lines of the file.
 */
import {
  CanonicalError,
  canonicalJson,
  isTable,
  isTagged,
  limits,
  parseToml,
  type TomlTable,
  type TomlValue,
} from '../base/index.ts';
import { type KeyPlace, parseYaml } from '../source/index.ts';

export interface FrontMatter {
  readonly title: string | null;
  readonly tags: readonly string[];
  /** Every other key. */
  readonly fields: TomlTable;
  /** The table `extra`, as Zola has it. */
  readonly extra: TomlTable;
  /** Each key at the top, where it first stands in the file. */
  readonly keys: readonly KeyPlace[];
  /** The text between the fences and the line of the file where it begins. */
  readonly text: string;
  readonly line: number;
}

export type FrontMatterReading =
  | ({ readonly kind: 'read' } & FrontMatter)
  /** DocForge's own block: it names an id and a family. */
  | { readonly kind: 'canonical' }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly line: number; readonly column: number };

const EMPTY_TABLE: TomlTable = Object.freeze(Object.create(null));

/** A page without front matter. */
export const EMPTY: FrontMatter = {
  ...{ title: null, tags: [], fields: EMPTY_TABLE, extra: EMPTY_TABLE, keys: [], text: '', line: 1 },
};

/** Reads the text between the fences; `line` is its first line in the file. Never throws. */
export function readFrontMatter(kind: 'toml' | 'yaml', text: string, line: number): FrontMatterReading {
  const reading = kind === 'toml' ? tomlReading(text) : parseYaml(text);
  const moved = <T extends { readonly line: number }>(place: T): T => ({ ...place, line: place.line + line - 1 });
  if (!reading.ok) {
    const { reason, column } = reading;
    return { kind: 'unreadable', reason, column, line: moved(reading).line };
  }
  const { value } = reading;
  if (kind === 'toml' && Object.hasOwn(value, 'id') && Object.hasOwn(value, 'family')) return { kind: 'canonical' };
  const fault = formFault(value);
  if (fault !== null) return { kind: 'unreadable', reason: fault, line, column: 1 };
  return { kind: 'read', ...partsOf(value), keys: reading.places.map(moved), text, line };
}

type Reading =
  | { readonly ok: true; readonly value: TomlTable; readonly places: readonly KeyPlace[] }
  | { readonly ok: false; readonly reason: string; readonly line: number; readonly column: number };

function tomlReading(text: string): Reading {
  const document = parseToml(text);
  if (!document.ok) return document;
  const places = new Map<string, KeyPlace>();
  const statements = document.statements.map(({ path, line, column }) => ({ path, line, column }));
  const headers = document.headers.map(({ path, line }) => ({ path, line, column: 1 }));
  for (const { path, line, column } of [...statements, ...headers]) {
    const key = String(path[0]);
    const known = places.get(key);
    if (known === undefined || line < known.line) places.set(key, { key, line, column });
  }
  const ordered = [...places.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: true, value: document.value, places: ordered };
}

/** Why a value cannot be hashed: an escape can name half of a surrogate pair, which is no text. */
function formFault(value: TomlTable): string | null {
  try {
    canonicalJson(value);
    return null;
  } catch (cause) {
    if (cause instanceof CanonicalError) return cause.message;
    throw cause;
  }
}

function partsOf(value: TomlTable): Pick<FrontMatter, 'title' | 'tags' | 'fields' | 'extra'> {
  const fields: Record<string, TomlValue> = Object.create(null);
  for (const [key, item] of Object.entries(value)) fields[key] = item;
  const take = (key: string): TomlValue | undefined => {
    const item = fields[key];
    delete fields[key];
    return item;
  };
  const title = typeof fields.title === 'string' && fields.title.trim() !== '' ? String(take('title')).trim() : null;
  const extra = isTable(fields.extra) ? (take('extra') as TomlTable) : EMPTY_TABLE;
  const tags = tagsOf(fields);
  for (const key of TAG_KEYS) if (typeof fields[key] === 'string' || Array.isArray(fields[key])) delete fields[key];
  return { title, tags, fields, extra };
}

const TAG_KEYS = ['tags', 'tag', 'keywords'];

/** Tags under any of their usual names; in `taxonomies` they stay with the others of that table. */
function tagsOf(fields: TomlTable): readonly string[] {
  const taxonomies = isTable(fields.taxonomies) ? fields.taxonomies : EMPTY_TABLE;
  const tags = new Set<string>();
  for (const value of [fields.tags, fields.tag, taxonomies.tags])
    for (const tag of words(value, /[,\s]+/)) tags.add(tag);
  for (const value of [fields.keywords, taxonomies.keywords]) for (const tag of words(value, /,/)) tags.add(tag);
  const short = [...tags].filter((tag) => tag !== '' && Buffer.byteLength(tag) <= limits.text_field_bytes_max);
  return short.slice(0, limits.tags_max);
}

function words(value: TomlValue | undefined, separator: RegExp): string[] {
  if (typeof value === 'string') return value.split(separator).map(tagText);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: TomlValue) => {
    if (typeof item === 'string' || typeof item === 'number') return [tagText(String(item))];
    return isTagged(item) ? [tagText(item.text)] : [];
  });
}

function tagText(text: string): string {
  return text.trim().replace(/^#+/, '');
}
