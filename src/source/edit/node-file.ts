/**
 * A TOML file of nodes changed: one node's span is taken out, changed as a text of its own, and put back. All other
 * characters of the file are carried over.
 */
import { parseToml, type TomlTable } from '../../base/index.ts';
import { normaliseNewlines } from '../block.ts';
import { lastLineEnd, type NodeSpan, nodeSpans } from '../toml-nodes.ts';
import { intendedTable, type NewNode, type Step, saysTheSame, stepsOfNode } from './node-edit.ts';
import { takeSteps } from './page.ts';
import { CannotWrite, isSame, readUnit } from './unit.ts';
import { writeMetadata } from './write-node.ts';

/** A TOML file as it is read for a change. */
export interface NodeFile {
  readonly text: string;
  readonly newline: '\n' | '\r\n';
  readonly spans: readonly NodeSpan[];
  /** The keys of the file that belong to no node. */
  readonly strays: TomlTable;
}

/** Reads a file of nodes; one without nodes has no spans. */
export function readNodeFile(text: string): NodeFile {
  const document = parseToml(text);
  if (!document.ok) throw new CannotWrite(`line ${document.line} is not valid TOML: ${document.reason}`);
  const strays = Object.assign(Object.create(null), document.value) as Record<string, TomlTable>;
  const spans = nodeSpans(text, document);
  if (spans.length > 0) delete strays.nodes;
  return { text, newline: newlineOf(text), spans, strays };
}

/** The first line end of a text that has one. */
function newlineOf(text: string): '\n' | '\r\n' {
  return text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
}

/** The span of the one node with an id. */
export function spanOf(file: NodeFile, id: string): NodeSpan {
  const found = file.spans.filter(({ table }) => table.id === id);
  if (found.length !== 1) {
    throw new CannotWrite(found.length === 0 ? 'the file does not hold it' : 'the file holds its id more than once');
  }
  return found[0]!;
}

/**
 * Proves a change: every other node has the bytes it had, and so has everything that is no node. `skip` is the place
 * of the changed node in each file, or `-1`.
 */
export function proveOthers(before: NodeFile, skipBefore: number, after: NodeFile, skipAfter: number): void {
  const others = ({ text, spans }: NodeFile, skip: number) =>
    spans.filter(({ index }) => index !== skip).map(({ start, end }) => text.slice(start, end));
  const [old, now] = [others(before, skipBefore), others(after, skipAfter)];
  if (old.length !== now.length || old.some((text, i) => text !== now[i])) {
    throw new CannotWrite('another node of the file would change with it');
  }
  if (!isSame(before.strays, after.strays)) throw new CannotWrite('another table of the file would change with it');
}

/** The file with one node changed; proved by reading it back. */
export function changeNode(file: NodeFile, id: string, steps: readonly Step[], content: string | undefined): string {
  const span = spanOf(file, id);
  const { start, end } = span;
  const all = content === undefined ? steps : [...steps, { path: ['content'], value: content }];
  const old = span.table.content ?? '';
  const same = typeof old === 'string' && content === normaliseNewlines(old);
  const own = file.text.slice(start, end);
  const unit = readUnit(own, own.includes('\n') ? newlineOf(own) : file.newline, ['nodes', 0]);
  const changed = takeSteps(unit, same ? steps : all).text.replace(/(?:\r?\n)+$/, '');
  const next = file.text.slice(0, start) + changed + file.text.slice(end);
  const read = readNodeFile(next);
  proveOthers(file, span.index, read, span.index);
  const now = read.spans[span.index]!;
  if (!saysTheSame(now.table, intendedTable(span.table, same ? steps : all))) {
    throw new CannotWrite('the node would not be read back as it was given');
  }
  return next;
}

/** The file (or a new one) with a node added at its end; proved by reading it back. */
export function addNode(file: NodeFile | null, node: NewNode, content: string): string {
  const newline = file?.newline ?? '\n';
  const steps = content === '' ? stepsOfNode(node) : [...stepsOfNode(node), { path: ['content'], value: content }];
  const table = intendedTable(Object.create(null) as TomlTable, steps);
  const added = `[[nodes]]\n${writeMetadata(table, 'nodes.')}`.replaceAll('\n', newline);
  let next = added;
  if (file && file.text !== '') {
    const { text } = file;
    const blank = /(?:^|\n)[ \t]*\r?\n$/.test(text.slice(-1000));
    next = text + (text.endsWith('\n') ? '' : newline) + (blank ? '' : newline) + added;
  }
  const read = readNodeFile(next);
  if (file) proveOthers(file, -1, read, read.spans.length - 1);
  const now = read.spans[read.spans.length - 1];
  if (!now || !saysTheSame(now.table, table)) throw new CannotWrite('the node would not be read back as it was given');
  return next;
}

/** The file without a node, with the blank lines that set it apart; `null` when nothing but comments would be left. */
export function dropNode(file: NodeFile, id: string): string | null {
  const span = spanOf(file, id);
  const { text, spans } = file;
  if (spans.length === 1) {
    if (Object.keys(file.strays).length > 0) throw new CannotWrite('the file would be left with other tables only');
    return null;
  }
  const next =
    span.limit < text.length
      ? text.slice(0, span.start) + text.slice(span.limit)
      : text.slice(0, lastLineEnd(text, 0, span.start)) + /(?:\r?\n)?$/.exec(text)![0];
  proveOthers(file, span.index, readNodeFile(next), -1);
  return next;
}
