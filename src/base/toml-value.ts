/**
 * How a TOML value looks in memory and on paper: plain JSON, with what JSON cannot hold written as a small tagged
 * object. Dates keep their own text, so no time zone of a machine can ever move them.
 */

export type TomlKind = 'integer' | 'float' | 'offset_datetime' | 'local_datetime' | 'local_date' | 'local_time';

/** An integer beyond 2^53, a float, a date or a time: its kind and its exact normalised text. */
export interface TomlTagged {
  readonly $toml: TomlKind;
  readonly text: string;
}

export type TomlValue = string | boolean | number | TomlTagged | readonly TomlValue[] | TomlTable;

/** A table. The object has no prototype, so no key can be mistaken for an inherited one. */
export interface TomlTable {
  readonly [key: string]: TomlValue;
}

/** Whether a value is one of the tagged kinds. A table may not have a key `$toml`: the parser refuses it. */
export function isTagged(value: unknown): value is TomlTagged {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, '$toml');
}

/** Whether a value is a table. */
export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '$toml');
}
