/**
 * The metadata of one node as a text of its own: the block of a page, or one node's part of a TOML file.
 *
 * Invariants: a unit is always valid TOML; each change gives a new unit, read again, so every span is of the text it
 * is used on; new lines end as the file's lines do. Paths are relative to the node.
 */
import {
  canonicalJson,
  parseToml,
  type TomlItem,
  type TomlStatement,
  type TomlTable,
  type TomlValue,
  writeTomlKey,
} from '../../base/index.ts';

export type Path = readonly (string | number)[];

/** Stops an edit that cannot be written exactly; the door turns it into a refusal. */
export class CannotWrite extends Error {}

/** One `key = value`, below its node. */
export interface Entry {
  readonly path: Path;
  readonly statement: TomlStatement;
  /** The section that the statement stands in. */
  readonly section: Section;
}

/** A header and the statements that follow it; the first section of a page has no header. */
export interface Section {
  readonly path: Path;
  readonly kind: 'root' | 'table' | 'array';
  /** Where its header begins and ends; 0 and 0 without one. */
  readonly start: number;
  readonly end: number;
  readonly entries: Entry[];
}

export interface Unit {
  readonly text: string;
  readonly newline: '\n' | '\r\n';
  /** `['nodes', 0]` for a node of a TOML file, `[]` for a page. */
  readonly prefix: Path;
  readonly table: TomlTable;
  /** In order of the text; the first is the node's own. */
  readonly sections: readonly Section[];
}

/** Whether a path stands at or below another. */
export function isBelow(path: Path, above: Path): boolean {
  return above.length <= path.length && above.every((step, i) => step === path[i]);
}

/** Whether two paths are the same. */
export function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && isBelow(a, b);
}

/** Whether two values are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Reads a unit. Throws `CannotWrite` where the text is not TOML any more. */
export function readUnit(text: string, newline: '\n' | '\r\n', prefix: Path): Unit {
  const document = parseToml(text);
  if (!document.ok) throw new CannotWrite(document.reason);
  const tables = document.value.nodes as readonly TomlTable[] | undefined;
  if (prefix.length > 0 && (!Array.isArray(tables) || tables.length !== 1)) {
    throw new CannotWrite('the node cannot be told from its neighbours');
  }
  const root: Section = { path: [], kind: 'root', start: 0, end: 0, entries: [] };
  const sections: Section[] = prefix.length > 0 ? [] : [root];
  let current = root;
  const parts = [...document.headers, ...document.statements].sort((a, b) => a.start - b.start);
  for (const part of parts) {
    if (!isBelow(part.path, prefix)) throw new CannotWrite('a table of another kind stands between its parts');
    const path = part.path.slice(prefix.length);
    if ('kind' in part) {
      current = { path, kind: path.length === 0 ? 'root' : part.kind, start: part.start, end: part.end, entries: [] };
      sections.push(current);
    } else {
      current.entries.push({ path, statement: part, section: current });
    }
  }
  return { text, newline, prefix, table: prefix.length > 0 ? tables![0]! : document.value, sections };
}

/** One replacement of a span; an insertion has an empty span. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The unit with spans replaced; they may not overlap. New text is given with LF and gets the unit's line ends. */
export function spliced(unit: Unit, ...splices: readonly Splice[]): Unit {
  const sorted = [...splices].sort((a, b) => b.start - a.start || b.end - a.end);
  let { text } = unit;
  for (const splice of sorted) {
    const added = unit.newline === '\n' ? splice.text : splice.text.replace(/\r?\n/g, '\r\n');
    text = text.slice(0, splice.start) + added + text.slice(splice.end);
  }
  return readUnit(text, unit.newline, unit.prefix);
}

/** The value at a path, or `undefined`. */
export function valueAt(table: TomlTable, path: Path): TomlValue | undefined {
  let value: TomlValue | undefined = table;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, TomlValue>)[step];
  }
  return value;
}

/** The statement that sets exactly this path. */
export function entryAt(unit: Unit, path: Path): Entry | undefined {
  for (const section of unit.sections) {
    if (section.path.length > path.length || !isBelow(path, section.path)) continue;
    const entry = section.entries.find((candidate) => samePath(candidate.path, path));
    if (entry) return entry;
  }
  return undefined;
}

/** Where the line of an offset begins. */
export function lineStartAt(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line of an offset ends, its line end included. */
export function nextLineAt(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}

/** The blanks before the first character of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartAt(text, offset), offset))?.[0] ?? '';
}

/** Where the last line of a section's own parts ends, its line end included. */
export function sectionEnd(unit: Unit, section: Section): number {
  const last = section.entries.at(-1)?.statement.end ?? section.end;
  if (section.kind === 'root' && last === 0) return 0;
  return nextLineAt(unit.text, last);
}

/** Where a section begins: at the comment lines that touch its header from above. */
export function sectionStart(text: string, section: Section): number {
  let start = lineStartAt(text, section.start);
  while (start > 0) {
    const above = lineStartAt(text, start - 1);
    if (!/^[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** The header of a table below the node, as it is written. */
export function headerText(unit: Unit, path: Path, kind: 'table' | 'array'): string {
  const keys = [...unit.prefix, ...path].filter((step) => typeof step === 'string');
  const name = keys.map((key) => writeTomlKey(key as string)).join('.');
  return kind === 'array' ? `[[${name}]]` : `[${name}]`;
}

/** An element or a pair of an inline value. */
export type Item = TomlItem;
