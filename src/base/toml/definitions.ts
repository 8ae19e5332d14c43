/**
 * Who defined which table, and where: the rules of TOML 1.0 about defining something only once.
 *
 * Beside each table of the result stands a `Definition`, which knows how the table came to be. Invariants: every table
 * of the result is an object without a prototype, so a key named `toString` or `__proto__` is data like any other;
 * a place that was defined is never defined again.
 */
import type { TomlTable, TomlValue } from '../toml-value.ts';

export type TomlPath = readonly (string | number)[];

/** A rule was broken at a key; `offset` is where the key or header begins. */
export class DefinitionError extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** `implied`: only passed through by a header. `dotted`: made by a dotted key. `header`: has its own header. */
type Origin = 'implied' | 'dotted' | 'header' | 'inline';

type Child = Definition | TableArray | ClosedValue;

/** A value that is complete: a scalar, an inline array or an inline table. */
class ClosedValue {
  readonly kind = 'closed';
  readonly offset: number;
  constructor(offset: number) {
    this.offset = offset;
  }
}

/** An array made by `[[headers]]`. */
class TableArray {
  readonly kind = 'array';
  readonly items: Definition[] = [];
  readonly value: TomlTable[] = [];
  readonly offset: number;
  constructor(offset: number) {
    this.offset = offset;
  }
}

type Tally = (offset: number) => { line: number };

/** One table being built. */
export class Definition {
  readonly kind = 'table';
  readonly value: TomlTable = Object.create(null) as TomlTable;
  readonly children = new Map<string, Child>();
  readonly path: TomlPath;
  readonly offset: number;
  origin: Origin;

  constructor(origin: Origin, path: TomlPath, offset: number) {
    this.origin = origin;
    this.path = path;
    this.offset = offset;
  }

  /** Enters or makes the table `key` on the way of a header. */
  private stepOfHeader(key: string, offset: number, lines: Tally): Definition {
    const child = this.children.get(key);
    if (child === undefined) return this.add(key, 'implied', offset);
    if (child instanceof TableArray) return child.items[child.items.length - 1]!;
    if (child instanceof Definition) return child;
    throw clash(key, child.offset, offset, lines, 'a value, so it cannot be extended');
  }

  /** Makes an empty table under a key that is still free. */
  private add(key: string, origin: Origin, offset: number): Definition {
    const made = new Definition(origin, [...this.path, key], offset);
    this.children.set(key, made);
    (this.value as Record<string, TomlValue>)[key] = made.value;
    return made;
  }

  /** Opens `[a.b.c]` from the root table. */
  openTable(keys: readonly string[], offset: number, lines: Tally): Definition {
    let table: Definition = this;
    for (const key of keys.slice(0, -1)) table = table.stepOfHeader(key, offset, lines);
    const last = keys[keys.length - 1]!;
    const child = table.children.get(last);
    if (child === undefined) return table.add(last, 'header', offset);
    if (child instanceof Definition && child.origin === 'implied') {
      child.origin = 'header';
      return child;
    }
    throw clash(last, child.offset, offset, lines, 'defined');
  }

  /** Opens the next item of `[[a.b.c]]` from the root table. */
  openItem(keys: readonly string[], offset: number, lines: Tally): Definition {
    let table: Definition = this;
    for (const key of keys.slice(0, -1)) table = table.stepOfHeader(key, offset, lines);
    const last = keys[keys.length - 1]!;
    let array = table.children.get(last);
    if (array === undefined) {
      array = new TableArray(offset);
      table.children.set(last, array);
      (table.value as Record<string, TomlValue>)[last] = array.value;
    }
    if (!(array instanceof TableArray)) throw clash(last, array.offset, offset, lines, 'defined');
    const item = new Definition('header', [...table.path, last, array.items.length], offset);
    array.items.push(item);
    array.value.push(item.value);
    return item;
  }

  /** Sets `a.b.c = value` in this table. */
  assign(keys: readonly string[], value: TomlValue, offset: number, lines: Tally): void {
    let table: Definition = this;
    for (const key of keys.slice(0, -1)) {
      const child = table.children.get(key);
      if (child === undefined) table = table.add(key, 'dotted', offset);
      else if (child instanceof Definition && child.origin === 'dotted') table = child;
      else throw clash(key, child.offset, offset, lines, 'defined, so a dotted key cannot extend it');
    }
    const last = keys[keys.length - 1]!;
    const child = table.children.get(last);
    if (child !== undefined) throw clash(last, child.offset, offset, lines, 'defined');
    table.children.set(last, new ClosedValue(offset));
    (table.value as Record<string, TomlValue>)[last] = value;
  }
}

function clash(key: string, first: number, offset: number, lines: Tally, state: string): DefinitionError {
  return new DefinitionError(`${JSON.stringify(key)} is already ${state} (first on line ${lines(first).line})`, offset);
}
