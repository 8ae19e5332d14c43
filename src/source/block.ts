/**
 * Where the metadata of a page ends and its content begins.
 *
 *     +++            opener: the first line that is not blank; blanks may follow the signs
 *     id = "a"       the block
 *     +++            closer: the next such line that TOML does not hold inside a multi-line string
 *                    one empty line after the closer is a separator and not content
 *     # Content      content: everything else, to the last byte
 *
 * Invariants: offsets are UTF-16 offsets in the given text; the separator rule lets every content be written and read
 * back, also one that begins with an empty line; the content given out has LF line ends.
 */
import { lineStarts, positionAt } from '../base/index.ts';

interface Common {
  readonly bom: boolean;
  /** The first line end of the text; LF when it has none. */
  readonly newline: '\n' | '\r\n';
}

/** The content of a page and where it begins. */
interface ContentPlace {
  readonly contentStart: number;
  readonly contentLine: number;
  /** The content with LF line ends. */
  readonly content: string;
}

/** A page without metadata: all of it, but for a byte order mark, is content. */
export interface NoBlock extends Common, ContentPlace {
  readonly kind: 'none';
}

/** A block that is opened and never closed. Only `+++` can be: an unclosed `---` is a thematic break. */
export interface UnclosedBlock extends Common {
  readonly kind: 'unclosed';
  readonly line: number;
}

export interface ClosedBlock extends Common, ContentPlace {
  readonly kind: 'toml' | 'yaml';
  /** The opener's line, without its line end. */
  readonly openStart: number;
  readonly openLine: number;
  /** The text between the delimiter lines, its last line end included. */
  readonly blockStart: number;
  readonly blockEnd: number;
  /** The first line of the block in the file. */
  readonly blockLine: number;
  /** The closer's line begins at `blockEnd`; this is where it ends, without its line end. */
  readonly closeEnd: number;
  readonly closeLine: number;
}

export type Block = NoBlock | UnclosedBlock | ClosedBlock;

const TOML_FENCE = /(?<=\n)\+\+\+[ \t]*(?=\r?\n|$)/g;
const YAML_FENCE = /(?<=\n)(?:---|\.\.\.)[ \t]*(?=\r?\n|$)/g;
const OPENER = /(?:\+\+\+|---)[ \t]*(?=\r?\n|$)/y;

/** A text with CRLF written as LF; a CR that stands elsewhere stays. Doing it twice changes nothing more. */
export function normaliseNewlines(text: string): string {
  return text.includes('\r\n') ? text.replace(/\r+\n/g, '\n') : text;
}

/** Where a multi-line string that opens at `at` ends; -1 when it does not. */
function stringEnd(text: string, at: number, quote: string): number {
  let from = at + 3;
  for (;;) {
    const end = text.indexOf(quote.repeat(3), from);
    if (end < 0) return -1;
    let slashes = 0;
    if (quote === '"') while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) {
      let past = end + 3;
      while (past < end + 5 && text[past] === quote) past++;
      return past;
    }
    from = end + 1;
  }
}

/** Where a string or a comment that begins at `at` ends; `at` itself for any other character; -1 for no end at all. */
function tokenEnd(text: string, at: number): number {
  const first = text[at]!;
  if (first !== '"' && first !== "'" && first !== '#') return at;
  if (first !== '#' && text.startsWith(first.repeat(3), at)) return stringEnd(text, at, first);
  for (let i = at + 1; i < text.length; i++) {
    const c = text[i];
    if (c === '\n') return i;
    if (first === '#') continue;
    if (c === first) return i + 1;
    if (c === '\\' && first === '"' && text[i + 1] !== '\n') i++;
  }
  return text.length;
}

/**
 * The start of the line that closes a TOML block, or -1. Walks the block as TOML does: a `+++` line within a
 * multi-line string does not close it. Where a string never ends, the first `+++` line closes, so that the reader of
 * the block can say which string it is.
 */
function tomlCloser(text: string, from: number): number {
  const nextFence = (at: number): number => {
    TOML_FENCE.lastIndex = at;
    return TOML_FENCE.exec(text)?.index ?? -1;
  };
  const first = nextFence(from);
  let fence = first;
  let at = from;
  while (fence >= 0 && at < fence) {
    const end = tokenEnd(text, at);
    if (end < 0) return first;
    at = end === at ? at + 1 : end;
    if (at > fence) fence = nextFence(at);
  }
  return fence >= 0 ? fence : first;
}

function yamlCloser(text: string, from: number): number {
  YAML_FENCE.lastIndex = from;
  return YAML_FENCE.exec(text)?.index ?? -1;
}

/** The end of the line that begins at `start`: without and with its line end. */
function lineEnd(text: string, start: number): { end: number; next: number } {
  const feed = text.indexOf('\n', start);
  if (feed < 0) return { end: text.length, next: text.length };
  return { end: text[feed - 1] === '\r' ? feed - 1 : feed, next: feed + 1 };
}

/** Finds the block of a page. Never throws; the block's own text is not read. */
export function parseBlock(text: string): Block {
  const bom = text.charCodeAt(0) === 0xfeff;
  const feed = text.indexOf('\n');
  const common: Common = { bom, newline: text[feed - 1] === '\r' ? '\r\n' : '\n' };
  const none = (): NoBlock => {
    const contentStart = bom ? 1 : 0;
    return {
      kind: 'none',
      ...common,
      contentStart,
      contentLine: 1,
      content: normaliseNewlines(text.slice(contentStart)),
    };
  };
  let openStart = bom ? 1 : 0;
  for (let i = openStart; ' \t\r\n'.includes(text[i] ?? '-'); i++) if (text[i] === '\n') openStart = i + 1;
  OPENER.lastIndex = openStart;
  const opener = OPENER.exec(text)?.[0];
  if (opener === undefined) return none();
  const kind = opener.startsWith('+') ? 'toml' : 'yaml';
  const blockStart = lineEnd(text, openStart).next;
  const blockEnd = kind === 'toml' ? tomlCloser(text, blockStart) : yamlCloser(text, blockStart);
  if (blockEnd < 0) {
    if (kind === 'yaml') return none();
    return { kind: 'unclosed', ...common, line: positionAt(lineStarts(text.slice(0, blockStart)), openStart).line };
  }
  const starts = lineStarts(text.slice(0, blockEnd));
  const closer = lineEnd(text, blockEnd);
  const closeLine = positionAt(starts, blockEnd).line;
  const separator = /^\r?\n/.exec(text.slice(closer.next, closer.next + 2));
  const contentStart = closer.next + (separator ? separator[0].length : 0);
  return {
    kind,
    ...common,
    openStart,
    openLine: positionAt(starts, openStart).line,
    blockStart,
    blockEnd,
    blockLine: positionAt(starts, blockStart).line,
    closeEnd: closer.end,
    closeLine,
    contentStart,
    contentLine: closeLine + (separator ? 2 : 1),
    content: normaliseNewlines(text.slice(contentStart)),
  };
}
