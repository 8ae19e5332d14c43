/** Where a path of keys stands in the descriptor's text, so that every problem of it names a line and a column. */
import { lineStarts, positionAt, type TomlDocument, type TomlItem, type TomlStatement } from '../base/index.ts';

export type KeyPath = readonly (string | number)[];

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A path as a person writes it: `writers[0].families`. Counting begins at 1, as in "the first writer". */
export function pathText(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part + 1}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** The place of a path: its statement, the part of an inline value it names, else its nearest table, else line 1. */
export function placeOf(text: string, document: TomlDocument, path: KeyPath): Position {
  const statement = longest(document.statements, path);
  const header = longest(document.headers, path);
  const starts = lineStarts(text);
  if (statement && (!header || statement.path.length > header.path.length)) {
    return positionAt(starts, partOf(statement, path) ?? statement.start);
  }
  if (header) return positionAt(starts, header.start);
  const inside = document.statements.find((row) => isPrefix(path, row.path));
  return inside ? { line: inside.line, column: inside.column } : { line: 1, column: 1 };
}

function partOf(statement: TomlStatement, path: KeyPath): number | undefined {
  const next = path[statement.path.length];
  const items: readonly TomlItem[] = statement.items ?? [];
  if (next === undefined) return undefined;
  if (typeof next === 'number') return items[next]?.start;
  return items.find((item) => item.keys?.[0] === next)?.start;
}

function longest<T extends { readonly path: KeyPath }>(rows: readonly T[], path: KeyPath): T | undefined {
  let best: T | undefined;
  for (const row of rows) {
    if (isPrefix(row.path, path) && (!best || row.path.length > best.path.length)) best = row;
  }
  return best;
}

function isPrefix(prefix: KeyPath, path: KeyPath): boolean {
  return prefix.length <= path.length && prefix.every((part, i) => part === path[i]);
}
