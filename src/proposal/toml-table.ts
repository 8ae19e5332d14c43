/** A table that was handed in as JSON, as TOML holds it: no `null`, and a fraction as a tagged float. */
import { refuse, tomlFromJson } from '../base/index.ts';
import type { CreateOperation } from '../contract/index.ts';

/** A table as an operation on paper holds it. */
export type PaperTable = NonNullable<CreateOperation['fields']>;

/** The table with every value in its canonical form. Refuses `invalid_operation` for what TOML cannot hold. */
export function tomlTable(
  node: string,
  name: 'fields' | 'extra',
  table: Readonly<Record<string, unknown>>,
): PaperTable {
  const converted = tomlFromJson(table, name);
  if ('reason' in converted) return refuse('invalid_operation', { node, reason: converted.reason });
  return converted.value as PaperTable;
}
