/**
 * A new value in place of an old one, in the old one's manner: the quotes of a text, the layout of an array, the
 * pairs of an inline table that stay.
 *
 * Invariant: what is given back reads as the new value; a manner that cannot hold it gives way to the canonical one.
 */
import {
  bestLines,
  escapeLines,
  isTable,
  parseToml,
  type TextStyle,
  type TomlTable,
  type TomlValue,
  writeTomlKey,
  writeTomlText,
  writeTomlValue,
} from '../../base/index.ts';
import { type LineForm, replaceLines } from './lines.ts';
import { type Item, isSame, type Splice, type Unit } from './unit.ts';

/** A value as it stands in a unit, with its parts where it is an inline array or table. */
export interface Standing {
  readonly value: TomlValue;
  readonly start: number;
  readonly end: number;
  readonly items?: readonly Item[] | undefined;
}

function styleOf(raw: string): TextStyle {
  if (raw.startsWith('"""')) return 'basic_lines';
  if (raw.startsWith("'''")) return 'literal_lines';
  return raw.startsWith("'") ? 'literal' : 'basic';
}

const BASIC_LINES: LineForm = {
  decode: (raw) => {
    if (!raw.includes('\\')) return raw;
    const read = parseToml(`a = """\n${raw}"""`);
    return read.ok && !raw.endsWith('\\') ? (read.value.a as string) : null;
  },
  encode: escapeLines,
};
const LITERAL_LINES: LineForm = { decode: (raw) => raw, encode: (text) => text };

/** The opening quotes of a string of lines, with the line end after them, and what stands up to the closing ones. */
function splitLines(raw: string): { open: string; inside: string } {
  const open = /^(?:"""|''')(?:\r?\n)?/.exec(raw)![0];
  return { open, inside: raw.slice(open.length, -3) };
}

/** New text in the quotes of the old one, where they can hold it. */
function replaceText(raw: string, text: string, newline: '\n' | '\r\n', lines: boolean): string {
  const style = styleOf(raw);
  if (style === 'basic_lines' || style === 'literal_lines') {
    const fits = writeTomlText(text, style) !== null;
    const { open, inside } = splitLines(raw);
    const replaced = fits
      ? replaceLines(inside, text, newline, style === 'basic_lines' ? BASIC_LINES : LITERAL_LINES)
      : null;
    const quotes = open.slice(0, 3);
    if (replaced === null) return writeTomlText(text, fits ? style : 'basic_lines')!;
    return (open === quotes && /^\r?\n/.test(replaced) ? quotes + newline : open) + replaced + quotes;
  }
  if (lines && /\n./s.test(text)) return writeTomlText(text, bestLines(text))!;
  return writeTomlText(text, style) ?? writeTomlText(text, 'basic')!;
}

/** How elements of an array are set apart: what stands before the second, or before the first. */
function separator(text: string, standing: Standing, items: readonly Item[]): { between: string; lines: boolean } {
  const before =
    items.length > 1 ? text.slice(items[0]!.end, items[1]!.start) : text.slice(standing.start + 1, items[0]!.start);
  const feed = before.lastIndexOf('\n');
  if (feed < 0) return { between: ', ', lines: false };
  return { between: `,\n${/^[ \t]*/.exec(before.slice(feed + 1))![0]}`, lines: true };
}

/** Splices that put `added` after the element `last` (or before all, where there is none before). */
function insertItems(text: string, standing: Standing, at: number, added: readonly string[]): Splice[] {
  const items = standing.items!;
  const { between, lines } = separator(text, standing, items);
  if (at < items.length) {
    const start = items[at]!.start;
    return [{ start, end: start, text: added.map((item) => item + between).join('') }];
  }
  const { end } = items[at - 1]!;
  const comma = /^[ \t]*,/.exec(text.slice(end, standing.end))?.[0];
  if (!lines) return [{ start: end, end, text: added.map((item) => between + item).join('') }];
  const indent = between.slice(2);
  const feed = text.indexOf('\n', end);
  if (feed < 0 || feed >= standing.end)
    return [{ start: end, end, text: added.map((item) => between + item).join('') }];
  const rest = text.slice(end + (comma?.length ?? 0), feed);
  if (!/^[ \t\r]*(?:#.*)?$/.test(rest))
    return [{ start: end, end, text: added.map((item) => between + item).join('') }];
  const rows = added.map((item, i) => `${indent}${item}${comma || i < added.length - 1 ? ',' : ''}\n`).join('');
  const row: Splice = { start: feed + 1, end: feed + 1, text: rows };
  return comma ? [row] : [{ start: end, end, text: ',' }, row];
}

/** Splices that turn an inline array into another, element by element; `undefined` where only a rewrite will do. */
function arraySplices(unit: Unit, standing: Standing, next: readonly TomlValue[]): Splice[] | undefined {
  const old = standing.value as readonly TomlValue[];
  const items = standing.items ?? [];
  if (items.length !== old.length || items.length === 0 || next.length === 0) return undefined;
  let head = 0;
  while (head < old.length && head < next.length && isSame(old[head], next[head])) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < next.length - head &&
    isSame(old[old.length - 1 - tail], next[next.length - 1 - tail])
  ) {
    tail++;
  }
  const gone = items.slice(head, items.length - tail);
  const added = next.slice(head, next.length - tail).map((value) => inlineText(value));
  if (gone.length === 0) return insertItems(unit.text, standing, head, added);
  const [first, last] = [gone[0]!, gone[gone.length - 1]!];
  if (added.length > 0) {
    const { between } = separator(unit.text, standing, items);
    return [{ start: first.start, end: last.end, text: added.join(between) }];
  }
  return removeItems(unit.text, standing, head, items.length - tail);
}

/** Where the comma after an element stands, comments skipped. */
function commaAfter(text: string, end: number): number {
  return end + /^(?:[ \t\r\n]|#[^\n]*\n)*/.exec(text.slice(end))![0].length;
}

/** Splices that take out the elements from `head` up to `end`; where they have lines of their own, those lines. */
function removeItems(text: string, standing: Standing, head: number, end: number): Splice[] {
  const items = standing.items!;
  const [first, last] = [items[head]!, items[end - 1]!];
  const before = head > 0 ? items[head - 1]!.end : standing.start + 1;
  const lineStart = text.lastIndexOf('\n', first.start - 1) + 1;
  const [rest] = /^[ \t]*,?[ \t]*(?:#[^\n]*)?\r?\n/.exec(text.slice(last.end, standing.end)) ?? [];
  if (lineStart > before && text.slice(lineStart, first.start).trim() === '' && rest !== undefined) {
    const lines: Splice = { start: lineStart, end: last.end + rest.length, text: '' };
    const trailing = /^[ \t]*,/.test(rest) || end < items.length;
    const comma = head > 0 && !trailing ? commaAfter(text, before) : -1;
    return comma < 0 ? [lines] : [{ start: comma, end: comma + 1, text: '' }, lines];
  }
  if (end < items.length) return [{ start: first.start, end: items[end]!.start, text: '' }];
  return [{ start: items[head - 1]!.end, end: last.end, text: '' }];
}

/** A value as an element or as the value of a pair: always on one line. */
export function inlineText(value: TomlValue): string {
  if (typeof value === 'string') return writeTomlText(value, 'basic')!;
  if (Array.isArray(value)) return `[${(value as TomlValue[]).map(inlineText).join(', ')}]`;
  return writeTomlValue(value);
}

/** Splices that turn an inline table into another, pair by pair; `undefined` where only a rewrite will do. */
function tableSplices(unit: Unit, standing: Standing, next: TomlTable): Splice[] | undefined {
  const items = standing.items ?? [];
  const old = standing.value as TomlTable;
  if (items.length === 0 || items.some(({ keys }) => keys?.length !== 1)) return undefined;
  const kept = items.filter(({ keys }) => Object.hasOwn(next, keys![0]!));
  if (kept.length === 0 || kept.length < items.length) return undefined;
  const splices: Splice[] = [];
  for (const { keys, valueStart, end } of items) {
    const [before, after] = [old[keys![0]!]!, next[keys![0]!]!];
    if (!isSame(before, after)) {
      splices.push(...valueSplices(unit, { value: before, start: valueStart, end }, after, false));
    }
  }
  const added = Object.entries(next).filter(([key]) => !Object.hasOwn(old, key));
  const { end } = items[items.length - 1]!;
  const pairs = added.map(([key, value]) => `, ${writeTomlKey(key)} = ${inlineText(value)}`).join('');
  return added.length === 0 ? splices : [...splices, { start: end, end, text: pairs }];
}

/**
 * Splices that turn a standing value into `next`. `lines` allows a text of several lines in place of a text on one
 * line.
 */
export function valueSplices(unit: Unit, standing: Standing, next: TomlValue, lines: boolean): Splice[] {
  const { value, start, end } = standing;
  const whole = (text: string): Splice[] => [{ start, end, text }];
  if (typeof next === 'string') {
    if (typeof value !== 'string') return whole(lines ? writeTomlValue(next) : inlineText(next));
    return whole(replaceText(unit.text.slice(start, end), next, unit.newline, lines));
  }
  if (Array.isArray(next) && Array.isArray(value))
    return arraySplices(unit, standing, next) ?? whole(writeTomlValue(next));
  if (isTable(next) && isTable(value)) return tableSplices(unit, standing, next) ?? whole(inlineText(next));
  return whole(lines ? writeTomlValue(next) : inlineText(next));
}
