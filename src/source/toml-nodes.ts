/**
 * A TOML file of nodes: one or more `[[nodes]]`, the content of each in `content`.
 *
 *     # about the file            preamble: belongs to no node
 *
 *     # about the first node      comment lines that touch a header belong to its node
 *     [[nodes]]
 *     id = "first"
 *
 *     [[nodes]]                   and so does everything up to where the next node or a table of another kind begins,
 *                                 without the blank lines that set the two apart and without the last line end
 *
 * Invariants: the spans of the nodes do not overlap, and between them are blank lines and tables that are
 * no nodes; a node's `content_hash` is
 * the hash of its span, so a neighbour that comes, goes or changes leaves it alone.
 */
import {
  hashBytes,
  lineStarts,
  type Problem,
  parseToml,
  positionAt,
  problem,
  type TomlDocument,
  type TomlHeader,
  type TomlStatement,
  type TomlTable,
} from '../base/index.ts';
import { normaliseNewlines } from './block.ts';
import { decodeUtf8 } from './decode.ts';
import { unreadable } from './markdown.ts';
import { describeValue, partsBelow, readMetadata } from './metadata.ts';
import { readOutline } from './outline.ts';
import type { ExtractedFile, ExtractedNode, Outline } from './types.ts';

/** One node of a TOML file: its part of the text and of the document. */
export interface NodeSpan {
  readonly index: number;
  readonly header: TomlHeader;
  readonly start: number;
  readonly end: number;
  /** Where what follows begins: the next node, a table of another kind, or the end of the text. */
  readonly limit: number;
  readonly table: TomlTable;
  /** The statements and headers of this node, as a document of their own (paths still from the root). */
  readonly part: TomlDocument;
}

/** Where the comment lines that touch the line of `offset` from above begin. */
function commentStart(text: string, offset: number): number {
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (!/^\ufeff?[ \t]*#/.test(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** The end of the last line before `end` that is not blank, without its line end. */
export function lastLineEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from) {
    const feed = text.lastIndexOf('\n', at - 1);
    if (feed < from) break;
    if (text.slice(feed + 1, at).trim() !== '') break;
    at = text[feed - 1] === '\r' ? feed - 1 : feed;
  }
  return at;
}

/** The nodes of a file, in order; empty when it has no `[[nodes]]`. */
export function nodeSpans(text: string, document: TomlDocument): NodeSpan[] {
  const tables = document.value.nodes;
  const headers = document.headers.filter(
    ({ path, kind }) => kind === 'array' && path.length === 2 && path[0] === 'nodes',
  );
  if (headers.length === 0 || !Array.isArray(tables)) return [];
  const starts = headers.map((header) => commentStart(text, header.start));
  const grouped = headers.map(() => ({ statements: [] as TomlStatement[], headers: [] as TomlHeader[] }));
  for (const statement of document.statements) {
    if (statement.path[0] === 'nodes') grouped[statement.path[1] as number]?.statements.push(statement);
  }
  for (const header of document.headers) {
    if (header.path[0] === 'nodes') grouped[header.path[1] as number]?.headers.push(header);
  }
  const strays = document.headers.filter(({ path }) => path[0] !== 'nodes');
  return headers.map((header, index) => {
    const part: TomlDocument = { ok: true, value: document.value, ...grouped[index]! };
    const next = starts[index + 1] ?? text.length;
    const last = Math.max(...[...part.headers, ...part.statements].map(({ end }) => end));
    const stray = strays.find(({ start }) => start > last && start < next);
    const limit = stray ? commentStart(text, stray.start) : next;
    const end = lastLineEnd(text, header.end, limit);
    return { index, header, start: starts[index]!, end, limit, table: tables[index] as TomlTable, part };
  });
}

/**
 * Moves the places of an outline from the lines of the content to the lines of the file. In a string that is written
 * line by line they agree but for the first line; in one with escaped line ends only its own line is known.
 */
function placeOutline(
  outline: Outline,
  statement: TomlStatement,
  text: string,
  content: string,
  first: FirstLine,
): Outline {
  const raw = text.slice(statement.valueStart, statement.valueEnd);
  const rawLines = lineStarts(raw).length;
  const lines = lineStarts(content).length;
  const exact = rawLines - lines === (first.column === 1 ? 1 : 0);
  const line = (at: number) => (exact ? at : statement.line);
  const column = (at: { line: number; column: number }) => {
    if (!exact) return 1;
    return at.line === first.line ? at.column + first.column - 1 : at.column;
  };
  return {
    anchors: outline.anchors,
    headings: outline.headings.map((heading) => ({
      ...heading,
      line: line(heading.line),
      end_line: line(heading.end_line),
    })),
    links: outline.links.map((link) => ({ ...link, line: line(link.line), column: column(link) })),
  };
}

interface FirstLine {
  readonly line: number;
  readonly column: number;
}

/** Where the first character of a string's content stands. */
function firstLine(text: string, valueStart: number, starts: readonly number[]): FirstLine {
  const long = /^(?:"""|''')/.test(text.slice(valueStart, valueStart + 3));
  let at = valueStart + (long ? 3 : 1);
  if (long) at += /^\r?\n/.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  return positionAt(starts, at);
}

function readNode(text: string, starts: readonly number[], span: NodeSpan) {
  const position = (offset: number) => positionAt(starts, offset);
  const parts = partsBelow(span.part, ['nodes', span.index], position);
  const { metadata, problems } = readMetadata({ table: span.table, parts, line: span.header.line });
  const raw = span.table.content;
  const statement = span.part.statements.find(({ path }) => path.length === 3 && path[2] === 'content');
  const wrong: Problem[] = [];
  if (raw !== undefined && typeof raw !== 'string') {
    const details = { field: 'content', expected: 'text in quotes', actual: describeValue(raw) };
    const { line, column } = parts.find(({ path }) => path[0] === 'content') ?? { line: span.header.line, column: 1 };
    wrong.push(problem('wrong_type', details, { line, column, node: metadata.id ?? undefined }));
  }
  const content = typeof raw === 'string' ? normaliseNewlines(raw) : '';
  const first = statement ? firstLine(text, statement.valueStart, starts) : { line: span.header.line, column: 1 };
  const { outline, digest } = readOutline(content, first.line);
  const own = text.slice(span.start, span.end);
  const node: ExtractedNode = {
    ...metadata,
    line: span.header.line,
    content_line: first.line,
    end_line: position(span.end).line,
    content_hash: hashBytes(own),
    body_hash: hashBytes(content),
    body_bytes: Buffer.byteLength(content),
    body_digest: digest,
    outline: statement ? placeOutline(outline, statement, text, content, first) : outline,
  };
  return { node, content, problems: [...problems, ...wrong] };
}

/** Keys of the file that belong to no node. */
function strayKeys(document: TomlDocument): Problem[] {
  const seen = new Set<string>(['nodes']);
  const problems: Problem[] = [];
  for (const { path, line, column } of [...document.statements, ...document.headers]) {
    const field = path[0] as string;
    if (seen.has(field)) continue;
    seen.add(field);
    problems.push(problem('unknown_field', { field, suggestion: '' }, { line, column }));
  }
  return problems;
}

/** Reads one TOML file of nodes. Incomplete nodes are kept, as `extractMarkdown` keeps them. Never throws. */
export function extractToml(bytes: Uint8Array): ExtractedFile {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    return unreadable('toml', problem('invalid_utf8', { offset: decoded.offset }, { line: decoded.line }));
  }
  const { text } = decoded;
  const document = parseToml(text);
  if (!document.ok) {
    const { reason, line, column } = document;
    return unreadable('toml', problem('invalid_toml', { reason }, { line, column }));
  }
  const spans = nodeSpans(text, document);
  if (spans.length === 0) {
    const other = document.value.nodes;
    const place = [...document.headers, ...document.statements].find(({ path }) => path[0] === 'nodes');
    if (other !== undefined && place) {
      const details = { field: 'nodes', expected: 'one or more [[nodes]] tables', actual: describeValue(other) };
      return unreadable('toml', problem('wrong_type', details, { line: place.line, column: place.column }));
    }
    return unreadable('toml', problem('missing_nodes', {}, { line: 1, column: 1 }), ...strayKeys(document));
  }
  const starts = lineStarts(text);
  const read = spans.map((span) => readNode(text, starts, span));
  return {
    extraction: {
      format: 'toml',
      nodes: read.map(({ node }) => node),
      problems: [...strayKeys(document), ...read.flatMap(({ problems }) => problems)],
    },
    bodies: read.map(({ content }) => content),
  };
}
