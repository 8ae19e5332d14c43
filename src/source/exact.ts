/**
 * A document by its exact text: the whole page, or its own part of a TOML file, comments and all. What is handed in is
 * what will stand there, to the last byte; it is read before it is believed.
 *
 * Invariants: a text that does not say exactly one document of the id it is given for is refused with its line; in a
 * TOML file every other document, and every table that is none, keeps its bytes.
 */
import { type Problem, parseToml, refuse, type TomlTable } from '../base/index.ts';
import { parseBlock } from './block.ts';
import { decodeUtf8 } from './decode.ts';
import { type NodeFile, proveOthers, readNodeFile, spanOf } from './edit/node-file.ts';
import { CannotWrite, isSame } from './edit/unit.ts';
import { extractMarkdown } from './markdown.ts';
import { extractToml } from './toml-nodes.ts';
import type { Format } from './types.ts';

function textOf(id: string, bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes);
  return decoded.ok ? decoded.text : wrong(id, `the file is not valid UTF-8 at byte ${decoded.offset}`, decoded.line);
}

function wrong(node: string, reason: string, line = 1, problems: readonly Problem[] = []): never {
  return refuse('invalid_source', { node, line, reason: reason.replace(/\.$/, ''), problems });
}

/** What the reader of a file says of it, as the refusal of this text. */
function reading<T>(id: string, line: number, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CannotWrite) return wrong(id, cause.message, line);
    throw cause;
  }
}

/**
 * The text of one document as it stands in its file: the whole page, or its span of a TOML file without the last line
 * end. Refuses `invalid_source` where the file does not hold it once.
 */
export function nodeSource(bytes: Uint8Array, format: Format, id: string): string {
  const text = textOf(id, bytes);
  if (format !== 'toml') return text;
  return reading(id, 1, () => {
    const { start, end } = spanOf(readNodeFile(text), id);
    return text.slice(start, end);
  });
}

/**
 * The file with this text in place of the document's own. The id stays: a page with a block must name it, a page of a
 * vault without one may leave it out. Refuses `invalid_source` with the line in the text.
 */
export function replaceSource(bytes: Uint8Array, format: Format, id: string, source: string): Uint8Array {
  if (!source.isWellFormed()) wrong(id, 'it holds half a surrogate pair');
  if (format !== 'toml') {
    requirePage(id, format, source, textOf(id, bytes));
    return new TextEncoder().encode(source);
  }
  const text = textOf(id, bytes);
  return reading(id, 1, () => {
    const file = readNodeFile(text);
    const { index, start, end } = spanOf(file, id);
    const own = withoutLastEnd(source);
    requirePart(id, own, text.slice(start, end));
    const next = text.slice(0, start) + own + text.slice(end);
    requireSpan(file, index, next, own, id);
    return new TextEncoder().encode(next);
  });
}

/**
 * The file with one more document of exactly this text: a page of its own (`bytes` is `null`, or a page that holds no
 * readable document), or a further part at the end of a TOML file (`null` begins it). Refuses `invalid_source`.
 */
export function appendSource(bytes: Uint8Array | null, format: Format, id: string, source: string): Uint8Array {
  if (!source.isWellFormed()) wrong(id, 'it holds half a surrogate pair');
  if (format !== 'toml') {
    requirePage(id, format, source, null);
    return new TextEncoder().encode(source);
  }
  return reading(id, 1, () => {
    const text = bytes === null ? '' : textOf(id, bytes);
    const file = text === '' ? null : readNodeFile(text);
    const own = withoutLastEnd(source);
    requirePart(id, own, null);
    const newline = file?.newline ?? (own.includes('\r\n') ? '\r\n' : '\n');
    const blank = text === '' || /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(-1000));
    const next = text + (text === '' || text.endsWith('\n') ? '' : newline) + (blank ? '' : newline) + own + newline;
    requireSpan(file, -1, next, own, id);
    return new TextEncoder().encode(next);
  });
}

/**
 * A TOML file with the same documents, each with its own bytes, in another layout: their order, the blank lines between
 * them, and what stands there that is no document. Refuses `invalid_source`.
 */
export function relayFile(bytes: Uint8Array, id: string, layout: string): Uint8Array {
  if (!layout.isWellFormed()) wrong(id, 'it holds half a surrogate pair');
  return reading(id, 1, () => {
    const partsOf = (text: string) => {
      const { spans } = readNodeFile(text);
      return spans.map(({ start, end }) => text.slice(start, end)).sort();
    };
    if (!isSame(partsOf(textOf(id, bytes)), partsOf(layout)))
      wrong(id, 'the layout changes a document, and not only what stands between them');
    return new TextEncoder().encode(layout);
  });
}

function withoutLastEnd(source: string): string {
  return source.replace(/(?:\r?\n)+$/, '');
}

/** A page of a vault may say anything: what is wrong with its front matter is a problem of it, and loses no text. */
function requirePage(id: string, format: Format, source: string, before: string | null): void {
  if (format === 'vault' || format === 'data') return;
  const errorsOf = (text: string) =>
    extractMarkdown(new TextEncoder().encode(text)).extraction.problems.filter(isError);
  requireNoNewError(id, errorsOf(source), before === null ? [] : errorsOf(before));
  const block = parseBlock(source);
  if (block.kind !== 'toml') return;
  const document = parseToml(source, { start: block.blockStart, end: block.blockEnd });
  if (document.ok) requireId(id, document.value, block.blockLine);
}

/** The part of a TOML file must be one document with this id. */
function requirePart(id: string, own: string, before: string | null): void {
  const errorsOf = (text: string) => extractToml(new TextEncoder().encode(text)).extraction.problems.filter(isError);
  requireNoNewError(id, errorsOf(own), before === null ? [] : errorsOf(before));
  const document = parseToml(own);
  const nodes = document.ok ? document.value.nodes : undefined;
  if (!document.ok || !Array.isArray(nodes) || nodes.length !== 1 || Object.keys(document.value).length !== 1) {
    wrong(id, 'it must be one [[nodes]] table and nothing else');
  }
  requireId(id, nodes[0] as TomlTable, 1);
}

function requireId(id: string, table: TomlTable, line: number): void {
  if (table.id === id) return;
  const named = typeof table.id === 'string' ? `"${table.id}"` : 'missing';
  wrong(id, `its id is ${named}, and the id of a document does not change`, line);
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** An error that was there before does not stand in the way. */
function requireNoNewError(id: string, now: readonly Problem[], before: readonly Problem[]): void {
  const known = new Set(before.map(({ message }) => message));
  const fresh = now.filter(({ message }) => !known.has(message));
  const [first] = fresh;
  if (first === undefined) return;
  const problems = fresh.map((row) => ({ ...row, file: `the text of ${id}` }));
  wrong(id, first.message, first.line, problems);
}

function requireSpan(before: NodeFile | null, index: number, next: string, own: string, id: string): void {
  const read = readNodeFile(next);
  const span = spanOf(read, id);
  if (before !== null) proveOthers(before, index, read, span.index);
  if (next.slice(span.start, span.end) !== own)
    wrong(id, 'its first or last lines would be taken for a neighbour of it');
}
