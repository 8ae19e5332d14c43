/**
 * New text in place of old text, line by line: the lines that stay at the beginning and at the end keep their exact
 * characters (their line ends, and the escapes their author chose), only the lines between are written anew.
 */

/** How a text of several lines is held. `decode` gives `null` for a line that cannot be taken on its own. */
export interface LineForm {
  readonly decode: (raw: string) => string | null;
  /** Writes any number of whole lines at once. */
  readonly encode: (text: string) => string;
}

/** Lines with their line ends, so that joining them gives the text. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/**
 * The raw form of `text` (LF line ends), nearest to the raw form `before`. New lines end with `newline`. `null` where
 * a line of `before` cannot be read on its own.
 */
export function replaceLines(before: string, text: string, newline: '\n' | '\r\n', form: LineForm): string | null {
  const raw = linesOf(before);
  const old: string[] = [];
  for (const line of raw) {
    const end = /\r*\n$/.exec(line)?.[0].length ?? 0;
    const value = form.decode(line.slice(0, line.length - end));
    if (value === null) return null;
    old.push(value + (end > 0 ? '\n' : ''));
  }
  const lines = linesOf(text);
  let head = 0;
  while (head < old.length && head < lines.length && old[head] === lines[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < lines.length - head &&
    old[old.length - 1 - tail] === lines[lines.length - 1 - tail]
  ) {
    tail++;
  }
  const middle = form.encode(lines.slice(head, lines.length - tail).join(''));
  return [
    ...raw.slice(0, head),
    newline === '\n' ? middle : middle.replace(/\r?\n/g, '\r\n'),
    ...raw.slice(raw.length - tail),
  ].join('');
}

/** Text that is held as it is. */
export const PLAIN_LINES: LineForm = { decode: (raw) => raw, encode: (text) => text };
