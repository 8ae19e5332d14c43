/**
 * How an answer looks to a person: colours or none, and columns.
 *
 * Invariant: an escape sequence can only come from here. What documents and people wrote has passed `visible` first,
 * so a title can neither colour the terminal nor turn its text around.
 */
import pc from 'picocolors';
import { showHidden } from '../base/index.ts';
import type { Io } from './io.ts';

export type View = ReturnType<typeof pc.createColors>;

/** Colours for a person at a terminal; none under `NO_COLOR`, unless `FORCE_COLOR` asks for them. */
export function viewOf(io: Pick<Io, 'env' | 'terminal'>, options: { readonly color?: boolean | undefined }): View {
  return pc.createColors(options.color ?? wantsColor(io));
}

function wantsColor({ env, terminal }: Pick<Io, 'env' | 'terminal'>): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return env.FORCE_COLOR !== '0';
  return terminal && env.TERM !== 'dumb';
}

/** A copy of plain data in which every text shows its hidden characters. */
export function visible<T>(value: T): T {
  if (typeof value === 'string') return showHidden(value) as T;
  if (Array.isArray(value)) return value.map(visible) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (isMarked(value)) return visibleMarked(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [showHidden(key), visible(item)])) as T;
}

/** A text with places in it, each from a start to an end. */
export interface Marked {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

function isMarked(value: object): value is Marked {
  const { text, marks } = value as Partial<Marked>;
  return typeof text === 'string' && Array.isArray(marks);
}

/** Showing a hidden character makes a text longer, so its marks move. */
function visibleMarked({ text, marks }: Marked): Marked {
  let shown = '';
  let at = 0;
  const moved = marks.map(([start, end]): [number, number] => {
    shown += showHidden(text.slice(at, start));
    const from = shown.length;
    shown += showHidden(text.slice(start, end));
    at = end;
    return [from, shown.length];
  });
  return { text: shown + showHidden(text.slice(at)), marks: moved };
}

/** The text with each mark painted; where there are no colours, a mark stands in guillemets. */
export function paintMarks({ text, marks }: Marked, view: View): string {
  let painted = '';
  let at = 0;
  for (const [start, end] of marks) {
    const word = text.slice(start, end);
    painted += text.slice(at, start) + (view.isColorSupported ? view.bold(view.yellow(word)) : `«${word}»`);
    at = end;
  }
  return painted + text.slice(at);
}

/** Rows as aligned columns; the last one is left as long as it is. Widths count characters before colouring. */
export function columns(rows: readonly (readonly string[])[], paint: (cell: string, column: number) => string): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, width(cell));
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, i) =>
        i === row.length - 1 ? paint(cell, i) : paint(cell, i) + ' '.repeat(widths[i]! - width(cell)),
      );
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function width(text: string): number {
  return [...text].length;
}

/** `1 file`, `2 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
