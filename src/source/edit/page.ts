/**
 * A page changed: its block by steps, its content line by line. Everything else is carried over character for
 * character: what stands before the block, both delimiter lines, the separator.
 */
import { type Problem, parseToml, type TomlTable } from '../../base/index.ts';
import { type ClosedBlock, parseBlock } from '../block.ts';
import { readMetadata } from '../metadata.ts';
import { removePaths, setPath } from './keys.ts';
import { PLAIN_LINES, replaceLines } from './lines.ts';
import { intendedTable, type Step, saysTheSame } from './node-edit.ts';
import { CannotWrite, readUnit, type Unit } from './unit.ts';
import { writeMetadata } from './write-node.ts';

/** Makes steps on a unit: what goes goes first, then the rest in turn. */
export function takeSteps(unit: Unit, steps: readonly Step[]): Unit {
  const gone = steps.filter(({ value }) => value === undefined).map(({ path }) => path);
  return steps.reduce(
    (next, { path, value }) => (value === undefined ? next : setPath(next, path, value)),
    removePaths(unit, gone),
  );
}

/** The errors in one table of metadata, by their message. */
export function errorsIn(table: TomlTable): Problem[] {
  return readMetadata({ table, parts: [], line: 1 }).problems.filter(({ severity }) => severity === 'error');
}

/** Refuses a table with an error that the one before it did not have. */
export function refuseNewErrors(before: TomlTable | null, after: TomlTable): void {
  const known = new Set(before ? errorsIn(before).map(({ message }) => message) : []);
  const error = errorsIn(after).find(({ message }) => !known.has(message));
  if (error) throw new CannotWrite(error.message.replace(/\.$/, ''));
}

/** A page as it is read for a change. */
export interface Page {
  readonly text: string;
  readonly block: ClosedBlock;
  readonly table: TomlTable;
}

/** Reads a page that has a TOML block. */
export function readPageText(text: string): Page {
  const block = parseBlock(text);
  if (block.kind !== 'toml') throw new CannotWrite('the page has no closed +++ block');
  const document = parseToml(text, { start: block.blockStart, end: block.blockEnd });
  if (!document.ok) throw new CannotWrite(`line ${document.line} is not valid TOML: ${document.reason}`);
  return { text, block, table: document.value };
}

/** Everything after the closing line, for new content. */
function contentText({ text, block }: Page, content: string): string {
  if (content === block.content) return text.slice(block.closeEnd);
  const { newline } = block;
  const afterCloser = text.startsWith('\r\n', block.closeEnd)
    ? '\r\n'
    : text.startsWith('\n', block.closeEnd)
      ? '\n'
      : '';
  const separator = text.slice(block.closeEnd + afterCloser.length, block.contentStart);
  const body = replaceLines(text.slice(block.contentStart), content, newline, PLAIN_LINES)!;
  if (content === '') return afterCloser;
  const needed = block.content === '' || content.startsWith('\n');
  return (afterCloser || newline) + (separator || (needed ? newline : '')) + body;
}

/** The page with its metadata and content changed; proved by reading it back. */
export function changePage(page: Page, steps: readonly Step[], content: string): string {
  const { text, block } = page;
  const unit = readUnit(text.slice(block.blockStart, block.blockEnd), block.newline, []);
  const changed = takeSteps(unit, steps).text;
  const open = text.slice(0, block.blockStart);
  const close = text.slice(block.blockEnd, block.closeEnd);
  const next = open + changed + close + contentText(page, content);
  const read = readPageText(next);
  const kept =
    read.block.blockStart === block.blockStart &&
    next.slice(read.block.blockEnd, read.block.closeEnd) === close &&
    read.block.content === content;
  if (!kept) throw new CannotWrite('the content would not be read back as it was given');
  if (!saysTheSame(read.table, intendedTable(page.table, steps))) {
    throw new CannotWrite('the metadata would not be read back as it was given');
  }
  return next;
}

/** The block of a new page, delimiter lines included and without the last line end. */
export function blockText(table: TomlTable, newline: '\n' | '\r\n'): string {
  return `+++\n${writeMetadata(table, '')}+++`.replaceAll('\n', newline);
}
