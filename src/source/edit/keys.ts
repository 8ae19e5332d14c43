/**
 * Keys of a unit set and removed, whatever form they stand in: a statement, dotted keys, a table with its own header,
 * an array of tables, or a place inside an inline value.
 *
 * Invariants: what already has its value is not touched; a new key stands before the first header below the node, in
 * the usual order of keys; a key that goes takes its own lines and nothing else.
 */
import { isTable, type TomlTable, type TomlValue, writeTomlKey, writeTomlValue } from '../../base/index.ts';
import {
  CannotWrite,
  type Entry,
  entryAt,
  headerText,
  indentAt,
  isBelow,
  isSame,
  lineStartAt,
  nextLineAt,
  type Path,
  type Section,
  sectionEnd,
  sectionStart,
  spliced,
  type Unit,
  valueAt,
} from './unit.ts';
import { valueSplices } from './value.ts';

const ORDER: readonly string[] = ['id', 'family', 'title', 'status', 'authority', 'tags'];
const LAST: readonly string[] = ['relations', 'extra', 'content'];

/** The place of a key in the usual order: known keys, then fields, then relations, extra and content. */
function rankOf(key: string | number | undefined): number {
  const [first, last] = [ORDER.indexOf(String(key)), LAST.indexOf(String(key))];
  if (first >= 0) return first;
  return ORDER.length + (last >= 0 ? last + 1 : 0);
}

/** Inserts whole lines where a line begins, or after a last line that has no line end. */
export function insertLines(unit: Unit, at: number, lines: string): Unit {
  const open = at > 0 && unit.text[at - 1] !== '\n';
  return spliced(unit, { start: at, end: at, text: open ? `\n${lines.replace(/\n$/, '')}` : lines });
}

/** The statement of the nearest inline value that holds a path, above it. */
function holderOf(unit: Unit, path: Path): Entry | undefined {
  for (let length = path.length - 1; length > 0; length--) {
    const entry = entryAt(unit, path.slice(0, length));
    if (entry) return entry;
  }
  return undefined;
}

/** A value with one part of it set, or removed where `next` is `undefined`. */
function withPart(value: TomlValue, path: Path, next: TomlValue | undefined): TomlValue {
  const [step, ...rest] = path;
  if (step === undefined) return next!;
  if (Array.isArray(value)) {
    const items = [...(value as TomlValue[])];
    if (rest.length === 0 && next === undefined) items.splice(step as number, 1);
    else items[step as number] = withPart(items[step as number]!, rest, next);
    return items;
  }
  const table = Object.assign(Object.create(null), value) as Record<string, TomlValue>;
  if (rest.length === 0 && next === undefined) delete table[step];
  else table[step] = withPart(table[step]!, rest, next);
  return table;
}

/** Gives a statement a new value in the manner of the old one, or in canonical form where that does not read back. */
function replaceEntry(unit: Unit, entry: Entry, value: TomlValue): Unit {
  const { valueStart: start, valueEnd: end, items } = entry.statement;
  const standing = { value: valueAt(unit.table, entry.path)!, start, end, items };
  try {
    const next = spliced(unit, ...valueSplices(unit, standing, value, true));
    if (isSame(valueAt(next.table, entry.path), value)) return next;
  } catch (cause) {
    if (!(cause instanceof CannotWrite)) throw cause;
  }
  return spliced(unit, { start, end, text: writeTomlValue(value) });
}

/** Where a new key of the node itself goes. */
function placeInRoot(unit: Unit, key: string): { at: number; indent: string } {
  const root = unit.sections[0]!;
  const rank = rankOf(key);
  const before = root.entries.filter((entry) => rankOf(entry.path[0]) <= rank).at(-1);
  if (before) {
    const { start, end } = before.statement;
    return { at: nextLineAt(unit.text, end), indent: indentAt(unit.text, start) };
  }
  if (root.end > 0) return { at: nextLineAt(unit.text, root.end), indent: '' };
  const first = root.entries[0];
  return { at: first ? lineStartAt(unit.text, first.statement.start) : 0, indent: '' };
}

function statementText(indent: string, path: Path, value: TomlValue): string {
  return `${indent}${path.map((step) => writeTomlKey(String(step))).join('.')} = ${writeTomlValue(value)}\n`;
}

/** Adds a key to a table that has a header, dotted keys, or only headers below it. */
function insertInTable(unit: Unit, path: Path, value: TomlValue): Unit {
  const container = path.slice(0, -1);
  const own = unit.sections.find((section) => isSame(section.path, container));
  if (own) {
    const last = own.entries.at(-1);
    const indent = last ? indentAt(unit.text, last.statement.start) : '';
    return insertLines(unit, sectionEnd(unit, own), statementText(indent, path.slice(-1), value));
  }
  const dotted = unit.sections.flatMap(({ entries }) => entries).filter((entry) => isBelow(entry.path, container));
  const near = dotted.filter(({ section }) => section.path.length < container.length).at(-1);
  if (near) {
    const { start, end } = near.statement;
    const written = path.slice(near.section.path.length);
    return insertLines(unit, nextLineAt(unit.text, end), statementText(indentAt(unit.text, start), written, value));
  }
  const header = `${headerText(unit, container, 'table')}\n`;
  const lines = header + statementText('', path.slice(-1), value);
  const below = unit.sections.find((section) => isBelow(section.path, container));
  if (below) return insertLines(unit, sectionStart(unit.text, below), `${lines}\n`);
  const end = unit.sections.reduce((at, section) => Math.max(at, sectionEnd(unit, section)), 0);
  return insertLines(unit, end, end > 0 ? `\n${lines}` : lines);
}

/** Adds a key that the unit does not have. */
function insertKey(unit: Unit, path: Path, value: TomlValue): Unit {
  const key = path[path.length - 1]!;
  if (path.length > 1) return insertInTable(unit, path, value);
  if (key === 'relations' && Array.isArray(value) && value.every(isTable)) {
    return value.reduce((next: Unit, item: TomlTable) => appendItem(next, path, item), unit);
  }
  if (key === 'extra' && isTable(value) && Object.keys(value).length > 0) {
    return Object.entries(value).reduce((next, [name, child]) => insertInTable(next, [key, name], child), unit);
  }
  const { at, indent } = placeInRoot(unit, String(key));
  return insertLines(unit, at, statementText(indent, path, value));
}

/** The sections of one item of an array of tables, or of everything below a path. */
function sectionsBelow(unit: Unit, path: Path): Section[] {
  return unit.sections.filter((section) => section.kind !== 'root' && isBelow(section.path, path));
}

/** Adds a table to an array of tables, or begins one before the first header below the node. */
function appendItem(unit: Unit, path: Path, item: TomlTable): Unit {
  const header = headerText(unit, path, 'array');
  const existing = sectionsBelow(unit, path);
  const last = existing.at(-1);
  const first = existing.filter(({ path: at }) => at.length === path.length + 1).at(-1);
  const outer = first ? indentAt(unit.text, first.start) : '';
  const inner = first?.entries[0] ? indentAt(unit.text, first.entries[0].statement.start) : outer;
  const rows = Object.entries(item).map(([key, value]) => statementText(inner, [key], value));
  const lines = `${outer}${header}\n${rows.join('')}`;
  if (last && first) {
    const blank = /(?:^|\n)[ \t]*\r?\n$/.test(unit.text.slice(0, sectionStart(unit.text, first)));
    return insertLines(unit, sectionEnd(unit, last), blank ? `\n${lines}` : lines);
  }
  const next = unit.sections[1];
  if (next) return insertLines(unit, sectionStart(unit.text, next), `${lines}\n`);
  const end = sectionEnd(unit, unit.sections[0]!);
  return insertLines(unit, end, end > 0 ? `\n${lines}` : lines);
}

/** Removes one section with its header, its comments above, and the blank lines that set it apart. */
function removeSection(unit: Unit, section: Section): Unit {
  let start = sectionStart(unit.text, section);
  let end = sectionEnd(unit, section);
  const after = /^(?:[ \t]*\r?\n)*/.exec(unit.text.slice(end))![0].length;
  if (end + after < unit.text.length) end += after;
  else {
    while (start > 0) {
      const above = lineStartAt(unit.text, start - 1);
      if (unit.text.slice(above, start).trim() !== '') break;
      start = above;
    }
  }
  return spliced(unit, { start, end, text: '' });
}

/**
 * Removes everything at and below some paths. What has lines of its own goes at once, from the end of the text
 * backwards: so places stay right, and no comment comes to touch a header that goes after it.
 */
export function removePaths(unit: Unit, paths: readonly Path[]): Unit {
  let next = unit;
  const standing: Path[] = [];
  for (const path of paths) {
    const holder = holderOf(next, path);
    if (valueAt(next.table, path) === undefined) continue;
    if (!holder) standing.push(path);
    else
      next = replaceEntry(
        next,
        holder,
        withPart(valueAt(next.table, holder.path)!, path.slice(holder.path.length), undefined),
      );
  }
  const goes = (path: Path) => standing.some((above) => isBelow(path, above));
  const sections = next.sections.filter((section) => section.kind !== 'root' && goes(section.path));
  const lines = next.sections
    .filter((section) => !sections.includes(section))
    .flatMap(({ entries }) => entries)
    .filter((entry) => goes(entry.path))
    .map(({ statement }) => statement);
  const parts = [...sections, ...lines].sort((a, b) => b.start - a.start);
  return parts.reduce((left, part) => {
    if ('kind' in part) return removeSection(left, part);
    const [start, end] = [lineStartAt(left.text, part.start), nextLineAt(left.text, part.end)];
    return spliced(left, { start, end, text: '' });
  }, next);
}

/** Turns one table into another, key by key. */
function setTable(unit: Unit, path: Path, current: TomlTable, value: TomlTable): Unit {
  const gone = Object.keys(current).filter((key) => !Object.hasOwn(value, key));
  let next = removePaths(
    unit,
    gone.map((key) => [...path, key]),
  );
  for (const [key, child] of Object.entries(value)) next = setPath(next, [...path, key], child);
  return valueAt(next.table, path) === undefined ? insertKey(next, path, value) : next;
}

/** Turns one array of tables into another: those that stay in order stay as they are. */
function setTables(unit: Unit, path: Path, current: readonly TomlTable[], value: readonly TomlTable[]): Unit {
  const kept: number[] = [];
  for (const [i, item] of current.entries()) {
    if (kept.length < value.length && isSame(item, value[kept.length])) kept.push(i);
  }
  let next = unit;
  if (kept.length > 0 || value.length === 0) {
    const gone = current.map((_, i): Path => [...path, i]).filter((_, i) => !kept.includes(i));
    next = removePaths(next, gone);
    for (const item of value.slice(kept.length)) next = appendItem(next, path, item);
    return value.length > 0 || isSame(path, ['relations']) ? next : insertKey(next, path, value);
  }
  const gone = current.slice(value.length).map((_, i): Path => [...path, value.length + i]);
  next = removePaths(next, gone);
  for (const [i, item] of value.entries()) {
    next = i < current.length ? setPath(next, [...path, i], item) : appendItem(next, path, item);
  }
  return next;
}

/** Sets the value at a path: as little as possible of the text changes. Tables above the path's last step exist. */
export function setPath(unit: Unit, path: Path, value: TomlValue): Unit {
  const current = valueAt(unit.table, path);
  if (current !== undefined && isSame(current, value)) return unit;
  const holder = holderOf(unit, path);
  if (holder) {
    const whole = valueAt(unit.table, holder.path)!;
    return replaceEntry(unit, holder, withPart(whole, path.slice(holder.path.length), value));
  }
  if (current === undefined) return insertKey(unit, path, value);
  const entry = entryAt(unit, path);
  if (entry) return replaceEntry(unit, entry, value);
  if (isTable(current) && isTable(value)) return setTable(unit, path, current, value);
  const tables = Array.isArray(current) && Array.isArray(value) && value.every(isTable);
  if (tables) return setTables(unit, path, current as TomlTable[], value as TomlTable[]);
  if (path.length > 1 && typeof path[path.length - 1] === 'number') {
    throw new CannotWrite('an item of an array of tables can only be another table');
  }
  return insertKey(removePaths(unit, [path]), path, value);
}
