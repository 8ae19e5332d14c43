/**
 * TOML 1.0, text to value: exact values, exact spans, plain reasons.
 *
 * Invariants: every offset, line and column is one of the text that was given, whatever its line ends; a text that is
 * not TOML 1.0 is refused, never read in part; the value holds line ends as LF only, so a file means the same with
 * CRLF; keys of any name are data.
 */
import { lineStarts, positionAt } from '../text.ts';
import type { TomlTable } from '../toml-value.ts';
import type { TomlPath } from './definitions.ts';
import { type RawItem, readMachine, type Span, TomlStop } from './parser.ts';

/** An element of an inline array, or a `key = value` pair of an inline table. */
export interface TomlItem extends Span {
  /** The key of a pair, relative to its table; absent for an element. */
  readonly keys?: readonly string[];
  readonly valueStart: number;
}

/** One `key = value` line: from the key to the end of the value, without comment and line end. */
export interface TomlStatement extends Span {
  /** From the root, with the index of each array of tables. */
  readonly path: TomlPath;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly line: number;
  readonly column: number;
  /** For an inline array or table: its parts, one level deep. */
  readonly items?: readonly TomlItem[];
}

/** One `[table]` or `[[array]]` header, brackets included. */
export interface TomlHeader extends Span {
  readonly path: TomlPath;
  readonly kind: 'table' | 'array';
  readonly line: number;
  readonly column: number;
}

export interface TomlDocument {
  readonly ok: true;
  readonly value: TomlTable;
  /** In order of the text. */
  readonly statements: readonly TomlStatement[];
  readonly headers: readonly TomlHeader[];
}

export interface TomlFault {
  readonly ok: false;
  readonly reason: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Maps offsets of the LF text back to the text that was given. */
function mapOffsets(part: string, base: number): { text: string; original: (offset: number) => number } {
  if (!part.includes('\r\n')) return { text: part, original: (offset) => base + offset };
  const breaks: number[] = [];
  for (let at = part.indexOf('\r\n'); at >= 0; at = part.indexOf('\r\n', at + 2)) breaks.push(at - breaks.length);
  const original = (offset: number): number => {
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (breaks[mid]! < offset) low = mid + 1;
      else high = mid;
    }
    return base + offset + low;
  };
  return { text: part.replaceAll('\r\n', '\n'), original };
}

/** The first offset of a lone surrogate. */
function loneSurrogate(text: string): number {
  return text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

/** Spans of the LF text, in order, as spans of the text that was given, with their lines and columns. */
function placed<Raw extends Span>(
  parts: readonly Raw[],
  original: (offset: number) => number,
  starts: readonly number[],
) {
  let line = 0;
  return parts.map((raw) => {
    const start = original(raw.start);
    while (line + 1 < starts.length && starts[line + 1]! <= start) line++;
    return { raw, start, end: original(raw.end), line: line + 1, column: start - starts[line]! + 1 };
  });
}

function placedItem(raw: RawItem, original: (offset: number) => number): TomlItem {
  const spans = { start: original(raw.start), valueStart: original(raw.valueStart), end: original(raw.end) };
  return raw.keys === undefined ? spans : { keys: raw.keys, ...spans };
}

/**
 * Reads TOML 1.0. With `range`, reads only that part of the text, and every place is still one of the whole text. A
 * byte order mark at the start of the part is skipped. Never throws.
 */
export function parseToml(text: string, range: Span = { start: 0, end: text.length }): TomlDocument | TomlFault {
  const base = range.start + (text.charCodeAt(range.start) === 0xfeff ? 1 : 0);
  const part = text.slice(base, range.end);
  const starts = lineStarts(text.slice(0, range.end));
  const place = (offset: number) => positionAt(starts, offset);
  const fault = (reason: string, offset: number): TomlFault => ({ ok: false, reason, ...place(offset), offset });

  if (!part.isWellFormed()) return fault('the text holds half a surrogate pair', base + loneSurrogate(part));
  const bare = /\r(?!\n)/.exec(part);
  if (bare) return fault('a carriage return stands without its line feed', base + bare.index);

  const { text: plain, original } = mapOffsets(part, base);
  try {
    const reading = readMachine(plain, (offset) => place(original(offset)));
    return {
      ok: true,
      value: reading.value,
      statements: placed(reading.statements, original, starts).map(({ raw, start, end, line, column }) => {
        const [keyEnd, valueStart] = [original(raw.keyEnd), original(raw.valueStart)];
        const spans = { start, end, keyStart: start, keyEnd, valueStart, valueEnd: end, line, column };
        if (raw.items === undefined) return { path: raw.path, ...spans };
        return { path: raw.path, ...spans, items: raw.items.map((item) => placedItem(item, original)) };
      }),
      headers: placed(reading.headers, original, starts).map(({ raw: { path, kind }, ...span }) => ({
        path,
        kind,
        ...span,
      })),
    };
  } catch (cause) {
    if (cause instanceof TomlStop) return fault(cause.message, original(cause.offset));
    throw cause;
  }
}
