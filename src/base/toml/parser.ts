/**
 * The state machine of @iarna/toml, made exact: strings, keys, comments and white space are the library's; values
 * without quotes, what may be defined where, and the record of every span are ours.
 *
 * Invariants: it is the only importer of the library; nothing is ever written to an object that has a prototype; it
 * works on text with LF line ends only and reports offsets in that text; depth is bounded, and nothing recurses.
 */
import { createRequire } from 'node:module';
import { limits } from '../limits.ts';
import type { TomlTable, TomlValue } from '../toml-value.ts';
import { Definition, DefinitionError, type TomlPath } from './definitions.ts';
import { readScalar } from './scalar.ts';

/** A span of the text, from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A part of an inline array (an element) or of an inline table (a `key = value` pair). */
export interface RawItem extends Span {
  readonly keys?: readonly string[];
  readonly valueStart: number;
}

export interface RawStatement extends Span {
  readonly path: TomlPath;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly items: readonly RawItem[] | undefined;
}

export interface RawHeader extends Span {
  readonly path: TomlPath;
  readonly kind: 'table' | 'array';
}

/** The text is not TOML: why, and where. */
export class TomlStop extends Error {
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

interface Assignment {
  readonly key: readonly string[];
  readonly value: TomlValue;
  readonly start: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly items: readonly RawItem[] | undefined;
}

/** The library's frame, with our additions: where things began, and what an open array or table holds so far. */
interface Frame {
  parser: Step;
  buf: string;
  resultTable: string[] | null;
  start?: number;
  keyEnd?: number;
  valueStart?: number;
  elements?: TomlValue[];
  table?: Definition;
  items?: RawItem[];
}

type Step = (this: Machine, returned?: never) => unknown;

/** The part of the library's parser that we build on. */
declare class Machine {
  ii: number;
  char: number;
  _buf: string;
  state: Frame;
  stack: Frame[];
  parse(text: string): void;
  runOne(): unknown;
  next(step: unknown): void;
  goto(step: unknown): unknown;
  call(step: unknown, then?: unknown): unknown;
  callNow(step: unknown, then?: unknown): unknown;
  return(value?: unknown): void;
  returnNow(value?: unknown): unknown;
  error(cause: Error): Error;
  parseStart(): unknown;
  parseComment(): unknown;
  parseWhitespaceToEOL(): unknown;
  parseAssign(): unknown;
  parseKeyword(): unknown;
  recordAssignKeyword(key: string): unknown;
  recordAssignValue(value: TomlValue): unknown;
  recordAssignStatement(assignment: Assignment): unknown;
  parseTableOrList(): unknown;
  parseTable(): unknown;
  parseTableNext(): unknown;
  parseTableMore(key: string): unknown;
  parseList(): unknown;
  parseListNext(): unknown;
  parseListMore(key: string): unknown;
  parseListEnd(): unknown;
  parseValue(): unknown;
  recordValue(value: TomlValue): unknown;
  parseBasicString(): unknown;
  parseLiteralString(): unknown;
  parseMultiStringContent(): unknown;
  parseLiteralMultiStringContent(): unknown;
  parseInlineList(): unknown;
  recordInlineListValue(value: TomlValue): unknown;
  parseInlineListNext(): unknown;
  parseInlineTable(): unknown;
  recordInlineTableValue(assignment: Assignment): unknown;
  parseInlineTableNext(): unknown;
}

const Library = createRequire(import.meta.url)('@iarna/toml/lib/toml-parser.js') as typeof Machine;

const END = 0x110000;
const [TAB, NEWLINE, SPACE, QUOTE, APOSTROPHE, DOT] = [0x09, 0x0a, 0x20, 0x22, 0x27, 0x2e];
const [OPEN_SQUARE, CLOSE_SQUARE, OPEN_CURLY, CLOSE_CURLY] = [0x5b, 0x5d, 0x7b, 0x7d];

const WORD = /(?:[0-9]{4}-[0-9]{2}-[0-9]{2} (?=[0-9]))?[0-9A-Za-z_:.+-]+/y;
const PLAIN_BASIC = /[^"\\\u0000-\u0008\u000a-\u001f\u007f]+/y;
const PLAIN_LITERAL = /[^'\u0000-\u0008\u000a-\u001f\u007f]+/y;
const PLAIN_BASIC_LINES = /[^"\\\u0000-\u0008\u000b-\u001f\u007f]+/y;
const PLAIN_LITERAL_LINES = /[^'\u0000-\u0008\u000b-\u001f\u007f]+/y;

/** The library's words for what is wrong, in ours. What is not listed is shown as the library says it. */
const PLAIN_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^Unknown character/, 'a key, a [header] or a comment is expected here'],
  [/^Unknown escape/, 'this character cannot follow a backslash; write \\\\ for a backslash'],
  [/^Can't escape whitespace/, 'only a line end can follow a backslash and blanks'],
  [/^Unterminated multi-line/, 'the multi-line string is not closed'],
  [/^Unterminated string/, 'the string is not closed on its line'],
  [/^Unterminated inline/, 'an inline table must end on its line'],
  [/^Trailing commas/, 'an inline table may not end with a comma'],
  [/^Empty elements/, 'an inline table holds two commas in a row'],
  [/^Invalid character, expected "="/, 'an "=" is expected after the key'],
  [/^Invalid character, expected whitespace, comma/, 'a comma or the closing bracket is expected here'],
  [/^Unexpected character, expected only/, 'nothing but a comment may follow on this line'],
  [/^Empty bare keys/, 'a key is expected here'],
  [/^Key ended/, 'the key has no value'],
  [/^Control characters/, 'a control character must be written as an escape such as \\u0007'],
  [/^Invalid unicode|^Invalid code point/, 'the escape does not name a Unicode character'],
  [/^Invalid character in unicode/, 'hexadecimal digits are expected in this escape'],
];

class Parser extends Library {
  readonly statements: RawStatement[] = [];
  readonly headers: RawHeader[] = [];
  private readonly root = new Definition('header', []);
  private table = this.root;
  private header: { start: number; keys: string[] } = { start: 0, keys: [] };
  private depth = 0;
  /** Items of the array or inline table that has just been closed. */
  private closed: readonly RawItem[] | undefined;
  private readonly text: string;
  private readonly lines: (offset: number) => { line: number };

  constructor(text: string, lines: (offset: number) => { line: number }) {
    super();
    this.text = text;
    this.lines = lines;
  }

  /** Reads the whole text. Throws `TomlStop`. */
  read(): TomlTable {
    try {
      if (this.text.length > 0) this.parse(this.text);
      this.finishText();
      return this.root.value;
    } catch (cause) {
      throw cause instanceof DefinitionError ? this.doubled(cause) : cause;
    }
  }

  /** Tells the open steps that the text has ended, until none is open. */
  private finishText(): void {
    this.char = END;
    this.ii = this.text.length;
    while (this.stack.length > 0 || (this.state.parser as unknown) !== this.parseStart) {
      const { state } = this;
      const before = state.parser;
      this.runOne();
      if (this.state === state && state.parser === before) this.stop('the value is not closed');
    }
  }

  override error(cause: Error): Error {
    if (cause instanceof TomlStop) return cause;
    const plain = PLAIN_REASONS.find(([pattern]) => pattern.test(cause.message));
    return new TomlStop(plain ? plain[1] : cause.message, this.ii);
  }

  private stop(reason: string, offset = this.ii): never {
    throw new TomlStop(reason, offset);
  }

  /** A definition that came second, in words: with the line of the first, where the text has one. */
  private doubled({ message, path, offset }: DefinitionError): TomlStop {
    const isFirst = ({ path: other, start }: RawStatement | RawHeader) =>
      start < offset && path.every((step, i) => other[i] === step);
    const first = [...this.statements, ...this.headers].filter(isFirst).map(({ start }) => start);
    const where = first.length > 0 ? ` (first on line ${this.lines(Math.min(...first)).line})` : '';
    return new TomlStop(message + where, offset);
  }

  private checkKeys(keys: readonly string[], offset: number): void {
    if (keys.includes('$toml')) this.stop('the key "$toml" is kept for DocForge', offset);
    if (this.table.path.length + keys.length + this.depth > limits.toml_depth_max) {
      this.stop(`tables and arrays are nested deeper than ${limits.toml_depth_max}`, offset);
    }
  }

  override parseTableOrList(): unknown {
    this.header = { start: this.ii - 1, keys: [] };
    this.table = this.root;
    return super.parseTableOrList();
  }
  override parseTable(): unknown {
    return this.goto(this.parseTableNext);
  }
  override parseList(): unknown {
    return this.goto(this.parseListNext);
  }

  private headerKey(key: string, more: unknown, then: () => unknown): unknown {
    if (this.char === SPACE || this.char === TAB) return null;
    if (this.char !== DOT && this.char !== CLOSE_SQUARE) this.stop('a "." or "]" is expected in the header');
    this.header.keys.push(key);
    this.checkKeys(this.header.keys, this.header.start);
    return this.char === DOT ? this.next(more) : then();
  }
  override parseTableMore(key: string): unknown {
    return this.headerKey(key, this.parseTableNext, () => this.openHeader('table'));
  }
  override parseListMore(key: string): unknown {
    return this.headerKey(key, this.parseListNext, () => this.next(this.parseListEnd));
  }
  override parseListEnd(): unknown {
    if (this.char !== CLOSE_SQUARE) this.stop('the header of an array of tables ends with "]]"');
    return this.openHeader('array');
  }
  private openHeader(kind: 'table' | 'array'): unknown {
    const { start, keys } = this.header;
    this.table = kind === 'table' ? this.root.openTable(keys, start) : this.root.openItem(keys, start);
    this.headers.push({ path: this.table.path, kind, start, end: this.ii + 1 });
    return this.next(this.parseWhitespaceToEOL);
  }

  override parseAssign(): unknown {
    this.state.start = this.ii;
    return super.parseAssign();
  }
  override recordAssignKeyword(key: string): unknown {
    this.state.keyEnd = this.ii;
    return super.recordAssignKeyword(key);
  }
  override recordAssignValue(value: TomlValue): unknown {
    const { resultTable, start, keyEnd, valueStart } = this.state;
    const assignment = { key: resultTable!, value, start, keyEnd, valueStart, valueEnd: this.ii, items: this.closed };
    this.closed = undefined;
    return this.returnNow(assignment);
  }
  override recordAssignStatement({ key, value, start, keyEnd, valueStart, valueEnd, items }: Assignment): unknown {
    this.checkKeys(key, start);
    this.table.assign(key, value, start);
    this.statements.push({ path: [...this.table.path, ...key], start, end: valueEnd, keyEnd, valueStart, items });
    return this.goto(this.parseWhitespaceToEOL);
  }

  override parseValue(): unknown {
    this.closed = undefined;
    this.stack[this.stack.length - 1]!.valueStart = this.ii;
    if (this.char === QUOTE || this.char === APOSTROPHE) return super.parseValue();
    if (this.char === OPEN_SQUARE || this.char === OPEN_CURLY) {
      this.depth++;
      this.checkKeys([], this.ii);
      return super.parseValue();
    }
    WORD.lastIndex = this.ii;
    const word = this.char === END ? undefined : WORD.exec(this.text)?.[0];
    if (word === undefined) this.stop('a value is expected here');
    const reading = readScalar(word);
    if ('reason' in reading) this.stop(reading.reason);
    this.ii += word.length - 1;
    this.char = this.text.charCodeAt(this.ii);
    return this.return(reading.value);
  }
  override recordValue(value: TomlValue): unknown {
    this.depth--;
    return this.returnNow(value);
  }

  private addItem(item: RawItem): void {
    this.state.items ??= [];
    this.state.items.push(item);
  }
  override parseInlineList(): unknown {
    if (this.char === END) this.stop('the array is not closed');
    if (this.char !== CLOSE_SQUARE) return super.parseInlineList();
    this.closed = this.state.items ?? [];
    return this.return(this.state.elements ?? []);
  }
  override recordInlineListValue(value: TomlValue): unknown {
    const start = this.state.valueStart!;
    this.state.elements ??= [];
    this.state.elements.push(value);
    this.addItem({ start, valueStart: start, end: this.ii });
    return this.goto(this.parseInlineListNext);
  }
  override parseInlineListNext(): unknown {
    if (this.char === END) this.stop('the array is not closed');
    return super.parseInlineListNext();
  }

  override parseInlineTable(): unknown {
    this.state.table ??= new Definition('inline', []);
    if (this.char === SPACE || this.char === TAB) return null;
    if (this.char === NEWLINE || this.char === END) this.stop('an inline table must end on its line');
    if (this.char !== CLOSE_CURLY) return this.callNow(this.parseAssign, this.recordInlineTableValue);
    this.closed = this.state.items ?? [];
    return this.return(this.state.table.value);
  }
  override recordInlineTableValue({ key, value, start, valueStart, valueEnd }: Assignment): unknown {
    this.checkKeys(key, start);
    this.state.table!.assign(key, value, start);
    this.addItem({ keys: key, start, valueStart, end: valueEnd });
    return this.goto(this.parseInlineTableNext);
  }

  /** Takes a run of ordinary characters at once, but for the last one, which the library takes. */
  private takeRun(plain: RegExp): void {
    if (this.char === END) return;
    plain.lastIndex = this.ii;
    const run = plain.exec(this.text)?.[0];
    if (run === undefined || run.length < 2) return;
    this.state.buf += run.slice(0, -1);
    this.ii += run.length - 1;
    this.char = this.text.charCodeAt(this.ii);
  }
  override parseBasicString(): unknown {
    this.takeRun(PLAIN_BASIC);
    return super.parseBasicString();
  }
  override parseLiteralString(): unknown {
    this.takeRun(PLAIN_LITERAL);
    return super.parseLiteralString();
  }
  override parseMultiStringContent(): unknown {
    this.takeRun(PLAIN_BASIC_LINES);
    return super.parseMultiStringContent();
  }
  override parseLiteralMultiStringContent(): unknown {
    this.takeRun(PLAIN_LITERAL_LINES);
    return super.parseLiteralMultiStringContent();
  }
}

/** What the machine found, in offsets of its own text. */
export interface Reading {
  readonly value: TomlTable;
  readonly statements: readonly RawStatement[];
  readonly headers: readonly RawHeader[];
}

/** Reads text with LF line ends. `lines` tells the line of an offset, for reasons. Throws `TomlStop`. */
export function readMachine(text: string, lines: (offset: number) => { line: number }): Reading {
  const parser = new Parser(text, lines);
  const value = parser.read();
  return { value, statements: parser.statements, headers: parser.headers };
}
