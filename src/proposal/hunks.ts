/**
 * Hunks: what differs between two texts, line by line, with three lines of context.
 *
 *     @@ -12,3 +12,4 @@      lines are counted from 1; a line ends with LF and nothing else, so CR is content
 *
 * Invariants: applying the hunks to `before` gives exactly `after`; the search for a short script is bounded, and
 * past the bound the whole differing middle is replaced; deterministic, no clock.
 */
import { diffArrays } from 'diff/lib/diff/array.js';

export interface DiffLine {
  readonly kind: ' ' | '-' | '+';
  /** The line without its LF. */
  readonly text: string;
  /** True for a last line that no LF ends. */
  readonly open: boolean;
}

export interface Hunk {
  readonly old_start: number;
  readonly old_lines: number;
  readonly new_start: number;
  readonly new_lines: number;
  readonly lines: readonly DiffLine[];
}

const CONTEXT = 3;
/** Inserted and deleted lines of one file up to which a shortest script is looked for; the work grows with its square. */
const EDITS_MAX = 1_000;

/** The lines of a text, each with its LF; none for an empty text. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function lineOf(kind: DiffLine['kind'], line: string): DiffLine {
  const open = !line.endsWith('\n');
  return { kind, text: open ? line : line.slice(0, -1), open };
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: EDITS_MAX });
  if (changes === undefined) {
    return [...before.map((line) => lineOf('-', line)), ...after.map((line) => lineOf('+', line))];
  }
  return changes.flatMap((change) => {
    const kind = change.added ? '+' : change.removed ? '-' : ' ';
    return change.value.map((line) => lineOf(kind, line));
  });
}

/** Every line of both texts in order, with what happens to it. */
function script(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = (line: string) => lineOf(' ', line);
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** Ranges of the script that belong together: changes and their context, merged where contexts meet. */
function ranges(lines: readonly DiffLine[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (lines[i]!.kind === ' ') continue;
    const start = Math.max(0, i - CONTEXT);
    const end = Math.min(lines.length, i + 1 + CONTEXT);
    const last = found[found.length - 1];
    if (last && start <= last.end) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

/** The hunks that turn one text into the other; none when they are equal. */
export function planHunks(before: string, after: string): Hunk[] {
  const lines = script(linesOf(before), linesOf(after));
  const hunks: Hunk[] = [];
  let position = 0;
  let oldLine = 0;
  let newLine = 0;
  const pass = (until: number) => {
    for (; position < until; position++) {
      if (lines[position]!.kind !== '+') oldLine++;
      if (lines[position]!.kind !== '-') newLine++;
    }
  };
  for (const range of ranges(lines)) {
    pass(range.start);
    const oldBefore = oldLine;
    const newBefore = newLine;
    pass(range.end);
    const oldLines = oldLine - oldBefore;
    const newLines = newLine - newBefore;
    hunks.push({
      old_start: oldLines === 0 ? oldBefore : oldBefore + 1,
      old_lines: oldLines,
      new_start: newLines === 0 ? newBefore : newBefore + 1,
      new_lines: newLines,
      lines: lines.slice(range.start, range.end),
    });
  }
  return hunks;
}

function span(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`;
}

/** The `@@` line of a hunk, without line end. */
export function hunkHeader(hunk: Hunk): string {
  return `@@ -${span(hunk.old_start, hunk.old_lines)} +${span(hunk.new_start, hunk.new_lines)} @@`;
}

/** Hunks as the text of a unified diff. */
export function formatHunks(hunks: readonly Hunk[]): string {
  let out = '';
  for (const hunk of hunks) {
    out += `${hunkHeader(hunk)}\n`;
    for (const line of hunk.lines) {
      out += `${line.kind}${line.text}\n${line.open ? '\\ No newline at end of file\n' : ''}`;
    }
  }
  return out;
}

/**
 * Reads the text of hunks and applies it, knowing nothing of how it was made. Returns the text after, or `null` when a
 * header, a count or a line of context does not fit `before` exactly.
 */
export function applyHunks(before: string, patch: string): string | null {
  const source = linesOf(before);
  const out: string[] = [];
  let taken = 0;
  let oldLeft = 0;
  let newLeft = 0;
  const rows = linesOf(patch);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (oldLeft === 0 && newLeft === 0) {
      const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$/.exec(row);
      if (!header) return null;
      oldLeft = Number(header[2] ?? 1);
      newLeft = Number(header[4] ?? 1);
      const start = oldLeft === 0 ? Number(header[1]) : Number(header[1]) - 1;
      if (start < taken || start > source.length) return null;
      for (; taken < start; taken++) out.push(source[taken]!);
      if (out.length !== (newLeft === 0 ? Number(header[3]) : Number(header[3]) - 1)) return null;
      continue;
    }
    const open = rows[i + 1] === '\\ No newline at end of file\n';
    if (open) i++;
    const line = open ? row.slice(1, -1) : row.slice(1);
    if (row[0] !== '+') {
      if (oldLeft-- === 0 || source[taken++] !== line) return null;
    }
    if (row[0] !== '-') {
      if (newLeft-- === 0) return null;
      out.push(line);
    }
    if (row[0] !== ' ' && row[0] !== '+' && row[0] !== '-') return null;
  }
  if (oldLeft !== 0 || newLeft !== 0) return null;
  return out.concat(source.slice(taken)).join('');
}
