/**
 * Statements of a unit: found, given a new value, and written.
 *
 * Invariant: a new value that the manner of the old one cannot hold is written in canonical form instead.
 */
import { type TomlValue, writeTomlKey, writeTomlValue } from '../../base/index.ts';
import { CannotWrite, type Entry, entryAt, isSame, type Path, spliced, type Unit, valueAt } from './unit.ts';
import { valueSplices } from './value.ts';

/** Inserts whole lines where a line begins, or after a last line that has no line end. */
export function insertLines(unit: Unit, at: number, lines: string): Unit {
  const open = at > 0 && unit.text[at - 1] !== '\n';
  return spliced(unit, { start: at, end: at, text: open ? `\n${lines.replace(/\n$/, '')}` : lines });
}

/** One `key = value` line. */
export function statementText(indent: string, path: Path, value: TomlValue): string {
  return `${indent}${path.map((step) => writeTomlKey(String(step))).join('.')} = ${writeTomlValue(value)}\n`;
}

/** The statement of the nearest inline value that holds a path, above it. */
export function holderOf(unit: Unit, path: Path): Entry | undefined {
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

/** Gives the value at a path, which stands in the statement or within its inline value, another; `undefined` removes it. */
export function replaceAt(unit: Unit, entry: Entry, path: Path, value: TomlValue | undefined): Unit {
  const whole = valueAt(unit.table, entry.path)!;
  return replaceEntry(unit, entry, withPart(whole, path.slice(entry.path.length), value));
}
