/**
 * Values to TOML text, canonically: what is written reads back as the same value.
 *
 * Invariants: pure and deterministic; LF line ends; a caller that takes values from outside passes them through
 * `tomlFromJson` first, so depth is bounded and every value is one that TOML has.
 */
import { limits } from '../limits.ts';
import { isTagged, type TomlTable, type TomlTagged, type TomlValue } from '../toml-value.ts';
import { readScalar } from './scalar.ts';

/** How a text is quoted: `"…"`, `'…'`, `"""…"""`, `'''…'''`. */
export type TextStyle = 'basic' | 'literal' | 'basic_lines' | 'literal_lines';

const ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};
/** What must be escaped, and what a reader could not see: other controls, line separators, changes of direction. */
const HIDDEN = '\\u0080-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff';
const IN_BASIC = new RegExp(`["\\\\\\u0000-\\u001f\\u007f${HIDDEN}]`, 'g');
const IN_LINES = new RegExp(`\\\\|""(?:"|$)|"$|[\\u0000-\\u0008\\u000b-\\u001f\\u007f${HIDDEN}]`, 'g');
const NOT_LITERAL = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const NOT_LITERAL_LINES = /[\u0000-\u0008\u000b-\u001f\u007f]|'''|'$/;

function escapeBasic(text: string): string {
  return text.replace(IN_BASIC, (c) => ESCAPES[c] ?? unicode(c));
}

function unicode(c: string): string {
  return `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The inside of a `"""` string for one text, without the line end after the opening quotes. */
export function escapeLines(text: string): string {
  return text.replace(IN_LINES, (found) =>
    found.startsWith('"') ? '\\"'.repeat(found.length) : (ESCAPES[found] ?? unicode(found)),
  );
}

/** A text in one style, or `null` where the style cannot hold it. A style of lines begins on the line after its quotes. */
export function writeTomlText(text: string, style: TextStyle): string | null {
  switch (style) {
    case 'basic':
      return `"${escapeBasic(text)}"`;
    case 'literal':
      return NOT_LITERAL.test(text) || text.includes("'") ? null : `'${text}'`;
    case 'basic_lines':
      return `"""\n${escapeLines(text)}"""`;
    case 'literal_lines':
      return NOT_LITERAL_LINES.test(text) ? null : `'''\n${text}'''`;
  }
}

/** The style in which a text of several lines reads best. */
export function bestLines(text: string): 'basic_lines' | 'literal_lines' {
  if (escapeLines(text) === text) return 'basic_lines';
  return NOT_LITERAL_LINES.test(text) ? 'basic_lines' : 'literal_lines';
}

/** A key: bare where TOML allows it, else quoted. */
export function writeTomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : `"${escapeBasic(key)}"`;
}

function writeNumber(value: number): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return BigInt(value).toString();
  if (Number.isInteger(value)) return String(value === 0 ? 0 : value);
  return Number.isNaN(value) ? 'nan' : Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}

/** A value on one line, as it stands inside an array or an inline table. */
function writeInline(value: TomlValue): string {
  if (typeof value === 'string') return `"${escapeBasic(value)}"`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (Array.isArray(value)) return `[${(value as TomlValue[]).map(writeInline).join(', ')}]`;
  if (isTagged(value)) return value.text;
  const pairs = Object.entries(value as TomlTable).map(
    ([key, child]) => `${writeTomlKey(key)} = ${writeInline(child)}`,
  );
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** Longer arrays are written one element a line. */
const LINE_CHARS_MAX = 100;

/**
 * A value as the right side of `key = value`: text of several lines in `"""` or `'''`, long arrays one element a line,
 * tables inline. A text with a line that begins with `+++` stays on one line, so that no reader of pages can take it
 * for the end of a block.
 */
export function writeTomlValue(value: TomlValue): string {
  if (typeof value === 'string' && /\n./s.test(value) && !/^\+\+\+/m.test(value)) {
    return writeTomlText(value, bestLines(value))!;
  }
  const inline = writeInline(value);
  if (!Array.isArray(value) || value.length < 2 || inline.length <= LINE_CHARS_MAX) return inline;
  return `[\n${(value as TomlValue[]).map((item) => `  ${writeInline(item)},\n`).join('')}]`;
}

/** Either the value as TOML has it, or why there is none. */
export type TomlConversion = { readonly value: TomlValue } | { readonly reason: string };

function fromTagged(value: TomlTagged, where: string): TomlConversion {
  const keys = Object.keys(value);
  const known = keys.length === 2 && typeof value.text === 'string';
  const reading = known ? readScalar(value.text) : { reason: '' };
  if ('reason' in reading) return { reason: `${where} is not a tagged TOML value` };
  const kind = isTagged(reading.value) ? reading.value.$toml : typeof reading.value === 'number' ? 'integer' : '';
  return kind === value.$toml ? reading : { reason: `the text of ${where} is not of the kind ${value.$toml}` };
}

/**
 * A value from JSON as a TOML value: numbers that are no integers become floats with their text, tagged values are
 * checked and normalised, tables lose their prototype. Refuses `null`, half surrogate pairs, a key `$toml` beside others
 * and nesting beyond the limit. `where` names the value in the reason.
 */
export function tomlFromJson(value: unknown, where: string, depth = 0): TomlConversion {
  if (depth > limits.toml_depth_max) return { reason: `${where} is nested deeper than ${limits.toml_depth_max}` };
  if (typeof value === 'boolean') return { value };
  if (typeof value === 'string') {
    return value.isWellFormed() ? { value } : { reason: `${where} holds half a surrogate pair` };
  }
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return { value: value === 0 ? 0 : value };
    const text = writeNumber(value);
    return readScalar(/[.e]|inf|nan/.test(text) ? text : `${text}.0`);
  }
  if (typeof value !== 'object' || value === null) return { reason: `${where} is ${value}, which TOML cannot hold` };
  if (Array.isArray(value)) {
    const items: TomlValue[] = [];
    for (const [i, child] of value.entries()) {
      const item = tomlFromJson(child, `${where}[${i}]`, depth + 1);
      if ('reason' in item) return item;
      items.push(item.value);
    }
    return { value: items };
  }
  if (isTagged(value)) return fromTagged(value, where);
  const table = Object.create(null) as Record<string, TomlValue>;
  for (const [key, child] of Object.entries(value)) {
    if (!key.isWellFormed()) return { reason: `a key of ${where} holds half a surrogate pair` };
    const item = tomlFromJson(child, `${where}.${key}`, depth + 1);
    if ('reason' in item) return item;
    table[key] = item.value;
  }
  return { value: table };
}
