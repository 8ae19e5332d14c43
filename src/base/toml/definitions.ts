/**
 * Who defined which table: the rules of TOML 1.0 about defining something only once.
 *
 * Beside each table of the result stands a `Definition`, which knows how the table came to be. Invariants: every table
 * of the result is an object without a prototype, so a key named `toString` or `__proto__` is data like any other;
 * a place that was defined is never defined again.
 */
import type { TomlTable, TomlValue } from '../toml-value.ts';

export type TomlPath = readonly (string | number)[];

/** A rule was broken: something is defined for the second time at the key or header that begins at `offset`. */
export class DefinitionError extends Error {
  /** Where the thing that stands in the way is. */
  readonly path: TomlPath;
  readonly offset: number;
  constructor(state: string, path: TomlPath, offset: number) {
    super(`${JSON.stringify(path[path.length - 1])} is already ${state}`);
    this.path = path;
    this.offset = offset;
  }
}

/** `implied`: only passed through by a header. `dotted`: made by a dotted key. `header`: has its own header. */
type Origin = 'implied' | 'dotted' | 'header' | 'inline';

/** An array made by `[[headers]]`. */
class TableArray {
  readonly kind = 'array';
  readonly items: Definition[] = [];
  readonly value: TomlTable[] = [];
}

/** One table being built. Keys that are in `value` and not in `children` hold complete values. */
export class Definition {
  readonly kind = 'table';
  readonly value: Record<string, TomlValue> = Object.create(null);
  readonly path: TomlPath;
  origin: Origin;
  private children: Map<string, Definition | TableArray> | undefined;

  constructor(origin: Origin, path: TomlPath) {
    this.origin = origin;
    this.path = path;
  }

  private put<Child extends Definition | TableArray>(key: string, child: Child): Child {
    this.children ??= new Map();
    this.children.set(key, child);
    this.value[key] = child.value;
    return child;
  }

  private clash(key: string, offset: number, state: string): never {
    throw new DefinitionError(state, [...this.path, key], offset);
  }

  private add(key: string, origin: Origin): Definition {
    return this.put(key, new Definition(origin, [...this.path, key]));
  }

  /** Enters or makes the tables on the way of a header, all keys but the last. */
  private enter(keys: readonly string[], offset: number): Definition {
    let table: Definition = this;
    for (const key of keys.slice(0, -1)) {
      const child = table.children?.get(key);
      if (child instanceof TableArray) table = child.items[child.items.length - 1]!;
      else if (child) table = child;
      else if (key in table.value) table.clash(key, offset, 'a value, so it cannot be extended');
      else table = table.add(key, 'implied');
    }
    return table;
  }

  /** Opens `[a.b.c]` from the root table. */
  openTable(keys: readonly string[], offset: number): Definition {
    const table: Definition = this.enter(keys, offset);
    const last = keys[keys.length - 1]!;
    const child = table.children?.get(last);
    if (!(last in table.value)) return table.add(last, 'header');
    if (!(child instanceof Definition) || child.origin !== 'implied') table.clash(last, offset, 'defined');
    child.origin = 'header';
    return child;
  }

  /** Opens the next item of `[[a.b.c]]` from the root table. */
  openItem(keys: readonly string[], offset: number): Definition {
    const table: Definition = this.enter(keys, offset);
    const last = keys[keys.length - 1]!;
    const array = last in table.value ? table.children?.get(last) : table.put(last, new TableArray());
    if (!(array instanceof TableArray)) table.clash(last, offset, 'defined');
    const item = new Definition('header', [...table.path, last, array.items.length]);
    array.items.push(item);
    array.value.push(item.value);
    return item;
  }

  /** Sets `a.b.c = value` in this table. */
  assign(keys: readonly string[], value: TomlValue, offset: number): void {
    let table: Definition = this;
    const last = keys[keys.length - 1]!;
    for (let i = 0; i < keys.length - 1; i++) {
      const key = keys[i]!;
      const child = table.children?.get(key);
      if (!(key in table.value)) table = table.add(key, 'dotted');
      else if (child instanceof Definition && (child.origin === 'dotted' || child.origin === 'implied')) {
        child.origin = 'dotted';
        table = child;
      } else table.clash(key, offset, 'defined, so a dotted key cannot extend it');
    }
    if (last in table.value) table.clash(last, offset, 'defined');
    table.value[last] = value;
  }
}
