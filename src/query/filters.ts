/**
 * What a listing or a search may be narrowed by. Several values of one filter mean any of them; several filters mean all.
 * A path is a file, a folder, or a pattern in which `*` stands for any text.
 */
import type { Cell } from '../store/index.ts';

type Values = string | readonly string[] | undefined;

export interface NodeFilters {
  readonly family?: Values;
  readonly status?: Values;
  readonly tag?: Values;
  readonly authority?: Values;
  readonly path?: Values;
}

export const FILTER_NAMES = ['family', 'status', 'tag', 'authority', 'path'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The values of each filter that is set, as lists: equal filters give equal values. */
export function filterLists(filters: NodeFilters): Partial<Record<FilterName, string[]>> {
  const lists: Partial<Record<FilterName, string[]>> = {};
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    const list = value === undefined ? [] : typeof value === 'string' ? [value] : [...value];
    if (list.length > 0) lists[name] = [...new Set(list)].sort();
  }
  return lists;
}

/** A condition over `node n join file f`, with its values; `1` without filters. */
export function filterCondition(filters: NodeFilters): { readonly sql: string; readonly values: Cell[] } {
  const conditions: string[] = [];
  const values: Cell[] = [];
  for (const [name, list] of Object.entries(filterLists(filters)) as [FilterName, string[]][]) {
    const any = list.map((value) => {
      const [sql, ...cells] = one(name, value);
      values.push(...cells);
      return sql;
    });
    conditions.push(`(${any.join(' or ')})`);
  }
  return { sql: conditions.join(' and ') || '1', values };
}

function one(name: FilterName, value: string): [string, ...string[]] {
  if (name === 'tag') return ['exists (select 1 from tag t where t.tag = ? and t.node = n.id)', value];
  if (name !== 'path') return [`n.${name} = ?`, value];
  const path = value.replace(/^\.\//, '').replace(/\/+$/, '');
  if (path.includes('*')) return ['f.path glob ?', path.replace(/[[?]/g, (c) => `[${c}]`)];
  return ['(f.path = ? or substr(f.path, 1, length(?) + 1) = ? || char(47))', path, path, path];
}
