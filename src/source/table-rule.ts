/**
 * GFM's table with the place of each cell, so that a link in a cell has its column.
 *
 *     | Part | From               |      a row: cells between bars that are not escaped
 *     |------|-------------------:|      a delimiter row with as many cells as the header
 *     | Seal | [[North Works\|NW]] |     `\|` is a bar within the cell
 *
 * Invariants: every row has as many cells as the header, as a reader sees them; linear in the length of the lines, and
 * the empty cells added to short rows are bounded as markdown-it bounds them.
 */
import type { StateBlock } from 'markdown-it';
import type { Block } from './block-state.ts';

const ADDED_CELLS_MAX = 65_536;

interface Cell {
  readonly from: number;
  readonly to: number;
}

/** A cheap look at the next line: whether a table can begin here at all. */
export function mayBeTable(state: StateBlock, line: number, endLine: number): boolean {
  if (line + 1 >= endLine) return false;
  const c = state.src.charCodeAt(state.bMarks[line + 1]! + state.tShift[line + 1]!);
  return c === 124 || c === 45 || c === 58;
}

function cellsOf(src: string, lineFrom: number, lineTo: number): Cell[] {
  const cells: Cell[] = [];
  let from = lineFrom;
  if (src.charCodeAt(from) === 124) from++;
  for (let at = from; at <= lineTo; at++) {
    const c = at < lineTo ? src.charCodeAt(at) : 124;
    if (c === 92 && src.charCodeAt(at + 1) === 124) at++;
    else if (c === 124) {
      if (at < lineTo || src.slice(from, lineTo).trim() !== '') cells.push(trimmed(src, from, Math.min(at, lineTo)));
      from = at + 1;
    }
  }
  return cells;
}

function trimmed(src: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && isBlank(src.charCodeAt(start))) start++;
  while (end > start && isBlank(src.charCodeAt(end - 1))) end--;
  return { from: start, to: end };
}

function isBlank(c: number): boolean {
  return c === 32 || c === 9;
}

/** The alignment of each column (`l`, `r`, `lr` or nothing), or `null` when the row is no delimiter row. */
function alignmentsOf(row: string): string[] | null {
  const alignments: string[] = [];
  const from = row.startsWith('|') ? 1 : 0;
  const to = row.endsWith('|') && row.length > from ? row.length - 1 : row.length;
  for (const part of row.slice(from, to).split('|')) {
    const mark = part.trim();
    if (!/^:?-+:?$/.test(mark)) return null;
    alignments.push((mark.startsWith(':') ? 'l' : '') + (mark.endsWith(':') ? 'r' : ''));
  }
  return alignments;
}

function pushRow(state: StateBlock, line: number, cells: readonly Cell[], columns: number): void {
  state.push('tr_open', 'tr', 1).map = [line, line + 1];
  for (let i = 0; i < columns; i++) {
    const cell = cells[i];
    const block = state.push('cell', '', 0) as unknown as Block;
    if (!cell) continue;
    block.content = state.src.slice(cell.from, cell.to);
    block.place = { line, starts: [cell.from] };
  }
  state.push('tr_close', 'tr', -1);
}

function lineBounds(state: StateBlock, line: number): [number, number] {
  const from = state.bMarks[line]! + state.tShift[line]!;
  return [from, state.skipSpacesBack(state.eMarks[line]!, from)];
}

export function tableRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!mayBeTable(state, startLine, endLine)) return false;
  const { src } = state;
  const next = startLine + 1;
  const indent = state.sCount[next]! - state.blkIndent;
  if (indent < 0 || indent >= 4 || state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const row = src.slice(...lineBounds(state, next));
  const head = src.slice(...lineBounds(state, startLine));
  if (!head.includes('|') && !row.includes('|') && !row.includes(':')) return false;
  const alignments = alignmentsOf(row);
  if (!alignments) return false;
  const header = cellsOf(src, ...lineBounds(state, startLine));
  if (header.length === 0 || header.length !== alignments.length) return false;
  if (silent) return true;
  const parentType = state.parentType;
  state.parentType = 'table';
  state.push('table_open', 'table', 1).info = alignments.join(',');
  pushRow(state, startLine, header, header.length);
  state.line = pushRows(state, startLine + 2, endLine, header.length);
  state.push('table_close', 'table', -1);
  state.parentType = parentType;
  return true;
}

/** Adds the rows of the body; the line after the last. */
function pushRows(state: StateBlock, firstLine: number, endLine: number, columns: number): number {
  const terminators = state.md.block.ruler.getRules('blockquote');
  let added = 0;
  let line = firstLine;
  for (; line < endLine; line++) {
    const indent = state.sCount[line]! - state.blkIndent;
    if (indent < 0 || indent >= 4 || state.isEmpty(line)) break;
    if (terminators.some((rule) => rule(state, line, endLine, true))) break;
    const cells = cellsOf(state.src, ...lineBounds(state, line));
    added += Math.max(0, columns - cells.length);
    if (added > ADDED_CELLS_MAX) break;
    pushRow(state, line, cells, columns);
  }
  return line;
}
