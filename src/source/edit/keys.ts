/**
 * Keys of a unit set and removed, whatever form they stand in: a statement, dotted keys, a table with its own header,
 * an array of tables, or a place inside an inline value.
 *
 * Invariants: what already has its value is not touched; a new key stands before the first header below the node, in
 * the usual order of keys; a key that goes takes its own lines and nothing else.
 */
import { isTable, type TomlTable, type TomlValue } from '../../base/index.ts';
import { holderOf, insertLines, replaceAt, statementText } from './entries.ts';
import { appendItems, removeSection } from './tables.ts';
import {
  CannotWrite,
  entryAt,
  headerText,
  indentAt,
  isBelow,
  isSame,
  lineStartAt,
  nextLineAt,
  type Path,
  samePath,
  sectionEnd,
  sectionStart,
  spliced,
  type Unit,
  valueAt,
} from './unit.ts';

const ORDER: readonly string[] = ['id', 'family', 'title', 'status', 'authority', 'tags'];
const LAST: readonly string[] = ['relations', 'extra', 'content'];

/** The place of a key in the usual order: known keys, then fields, then relations, extra and content. */
function rankOf(key: string | number | undefined): number {
  const [first, last] = [ORDER.indexOf(String(key)), LAST.indexOf(String(key))];
  if (first >= 0) return first;
  return ORDER.length + (last >= 0 ? last + 1 : 0);
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

/** Adds a key to a table that has a header, dotted keys, or only headers below it. */
function insertInTable(unit: Unit, path: Path, value: TomlValue): Unit {
  const container = path.slice(0, -1);
  const own = unit.sections.find((section) => samePath(section.path, container));
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
    return appendItems(unit, path, value);
  }
  if (key === 'extra' && isTable(value) && Object.keys(value).length > 0) {
    return Object.entries(value).reduce((next, [name, child]) => insertInTable(next, [key, name], child), unit);
  }
  const { at, indent } = placeInRoot(unit, String(key));
  return insertLines(unit, at, statementText(indent, path, value));
}

/**
 * Removes everything at and below some paths. What has lines of its own goes at once, from the end of the text
 * backwards, so that places stay right. A comment above a line that goes does not become the comment of a header
 * below it: a blank line then stands between.
 */
export function removePaths(unit: Unit, paths: readonly Path[]): Unit {
  let next = unit;
  const standing: Path[] = [];
  for (const path of paths) {
    const holder = holderOf(next, path);
    if (valueAt(next.table, path) === undefined) continue;
    if (holder) next = replaceAt(next, holder, path, undefined);
    else standing.push(path);
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
    const above = left.text.slice(lineStartAt(left.text, start - 1), start);
    const joins = /^[ \t]*#/.test(above) && /^[ \t]*\[/.test(left.text.slice(end));
    return spliced(left, { start, end, text: joins ? '\n' : '' });
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
    next = appendItems(next, path, value.slice(kept.length));
    return value.length > 0 || samePath(path, ['relations']) ? next : insertKey(next, path, value);
  }
  const gone = current.slice(value.length).map((_, i): Path => [...path, value.length + i]);
  next = removePaths(next, gone);
  for (const [i, item] of value.slice(0, current.length).entries()) next = setPath(next, [...path, i], item);
  return appendItems(next, path, value.slice(current.length));
}

/** Sets the value at a path: as little as possible of the text changes. Tables above the path's last step exist. */
export function setPath(unit: Unit, path: Path, value: TomlValue): Unit {
  const current = valueAt(unit.table, path);
  if (current !== undefined && isSame(current, value)) return unit;
  const holder = holderOf(unit, path);
  if (holder) return replaceAt(unit, holder, path, value);
  if (current === undefined) return insertKey(unit, path, value);
  const entry = entryAt(unit, path);
  if (entry) return replaceAt(unit, entry, path, value);
  if (isTable(current) && isTable(value)) return setTable(unit, path, current, value);
  const tables = Array.isArray(current) && Array.isArray(value) && value.every(isTable);
  if (tables) return setTables(unit, path, current as TomlTable[], value as TomlTable[]);
  if (path.length > 1 && typeof path[path.length - 1] === 'number') {
    throw new CannotWrite('an item of an array of tables can only be another table');
  }
  return insertKey(removePaths(unit, [path]), path, value);
}
