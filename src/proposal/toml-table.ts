/** A table that was handed in as JSON, as TOML holds it: no `null`, and a fraction as a tagged float. */

import { isTagged, limits, refuse, type TomlTable, type TomlValue } from '../base/index.ts';
import type { CreateOperation } from '../contract/index.ts';

/** A table as an operation on paper holds it. */
export type PaperTable = NonNullable<CreateOperation['fields']>;

/** The table with every value in its canonical form. Refuses `invalid_operation` for what TOML cannot hold. */
export function tomlTable(node: string, table: Readonly<Record<string, unknown>>): PaperTable {
  return tableOf(node, table, 1) as PaperTable;
}

function tableOf(node: string, table: object, depth: number): TomlTable {
  if (depth > limits.toml_depth_max) {
    refuse('invalid_operation', { node, reason: `its metadata is nested deeper than ${limits.toml_depth_max}` });
  }
  const out: Record<string, TomlValue> = Object.create(null);
  for (const [key, value] of Object.entries(table)) out[key] = tomlValue(node, key, value, depth);
  return out;
}

function tomlValue(node: string, key: string, value: unknown, depth: number): TomlValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value;
    const text = String(value);
    return { $toml: 'float', text: /[.en]/.test(text) ? text : `${text}.0` };
  }
  if (isTagged(value)) return value;
  if (typeof value !== 'object' || value === null) {
    return refuse('invalid_operation', { node, reason: `TOML has no value for ${key} = ${JSON.stringify(value)}` });
  }
  if (!Array.isArray(value)) return tableOf(node, value, depth + 1);
  if (depth >= limits.toml_depth_max) return tableOf(node, {}, depth + 1) as never;
  return value.map((item) => tomlValue(node, key, item, depth + 1));
}
