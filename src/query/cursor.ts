/**
 * Where an answer goes on. Invariants: a cursor is opaque; it holds for one generation and one question, so a page never
 * mixes two states of the project; a changed project is a refusal, never a page that skips or repeats.
 */
import { hashJson, limits, refuse } from '../base/index.ts';
import type { Index } from '../store/index.ts';

/** The part of an answer that pages. */
export interface Page {
  /** All rows of the question, when they were counted. */
  readonly total: number | null;
  /** Hand it back with the same question to go on; `null` at the end. */
  readonly cursor: string | null;
}

/** What every paged question may carry. */
export interface Paging {
  /** Rows of one page, 1 to `page_rows_max`. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The number of rows asked for. Refuses `invalid_limit`. */
export function pageRows(limit: number | undefined, rowsDefault: number = limits.page_rows_default): number {
  return boundedNumber('limit', limit ?? rowsDefault, 1, limits.page_rows_max);
}

/** A whole number in a range. Refuses `invalid_limit`. */
export function boundedNumber(name: string, value: number, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max) {
    refuse('invalid_limit', { name, min, max, actual: String(value) });
  }
  return value;
}

interface CursorText {
  readonly generation: string;
  readonly question: string;
  readonly after: string | number;
}

/** A cursor that goes on after a place of a question. */
export function formatCursor(index: Index, question: unknown, after: string | number): string {
  const text: CursorText = { generation: index.generation, question: hashJson(question), after };
  return Buffer.from(JSON.stringify(text)).toString('base64url');
}

/** The place a cursor goes on after; `null` without one. Refuses `stale_cursor`, `invalid_cursor`. */
export function readCursor(index: Index, question: unknown, cursor: string | undefined): string | number | null {
  if (cursor === undefined) return null;
  const text = parseCursor(cursor);
  if (text.generation !== index.generation) {
    refuse('stale_cursor', { expected: text.generation, actual: index.generation });
  }
  if (text.question !== hashJson(question)) refuse('invalid_cursor', { reason: 'it belongs to another question' });
  return text.after;
}

function parseCursor(cursor: string): CursorText {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as CursorText;
    const whole = typeof value.generation === 'string' && typeof value.question === 'string';
    if (whole && (typeof value.after === 'string' || Number.isSafeInteger(value.after))) return value;
  } catch {
    return refuse('invalid_cursor', { reason: 'it cannot be read' });
  }
  return refuse('invalid_cursor', { reason: 'it cannot be read' });
}

/** One page of rows that are all at hand; the question's cursor is an offset. */
export function pageOf<T>(
  index: Index,
  question: unknown,
  rows: readonly T[],
  paging: Paging,
): { rows: T[]; page: Page } {
  const limit = pageRows(paging.limit);
  const after = readCursor(index, question, paging.cursor) ?? 0;
  if (typeof after !== 'number' || after < 0) return refuse('invalid_cursor', { reason: 'it cannot be read' });
  const end = after + limit;
  const cursor = end < rows.length ? formatCursor(index, question, end) : null;
  return { rows: rows.slice(after, end), page: { total: rows.length, cursor } };
}
