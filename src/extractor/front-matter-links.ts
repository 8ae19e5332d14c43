/**
 * Wikilinks in front matter, as Obsidian writes them: `up: "[[Home]]"`, `people: ["[[A]]", "[[B|b]]"]`.
 *
 * Invariant: only values that are text are read, never the raw lines, so a comment or a key makes no link.
 */
import { isTagged, lineStarts, positionAt, type TomlTable, type TomlValue } from '../base/index.ts';
import type { Link } from '../source/index.ts';
import type { FrontMatter } from './read-front-matter.ts';

/** What is read of front matter: its values, and where they stand in `text`, which begins at `line` of the file. */
type Valued = Pick<FrontMatter, 'fields' | 'extra' | 'keys' | 'text' | 'line'>;

const WIKILINK = /\[\[([^[\]|\n]+?)(?:\\?\|[^\]\n]*)?\]\]/g;

/** The wikilinks in all values, in order of the text, each at its place in the file where that can be found. */
export function linksOfValues(front: Valued): readonly Link[] {
  const { fields, extra, keys, text, line } = front;
  if (!text.includes('[[')) return [];
  const starts = lineStarts(text);
  const links: Link[] = [];
  for (const { key, line: keyLine } of keys) {
    const value = Object.hasOwn(fields, key) ? fields[key] : key === 'extra' ? extra : undefined;
    if (value === undefined) continue;
    let from = starts[keyLine - line] ?? 0;
    for (const { written, href } of wikilinksOf(value)) {
      const at = text.indexOf(written, from);
      const place = positionAt(starts, at < 0 ? from : at);
      if (at >= 0) from = at + written.length;
      links.push({ kind: 'wiki', href, ...partsOf(href), line: place.line + line - 1, column: place.column });
    }
  }
  return links;
}

function partsOf(href: string): { path: string; fragment: string | null } {
  const hash = href.indexOf('#');
  if (hash < 0) return { path: href, fragment: null };
  return { path: href.slice(0, hash).trim(), fragment: href.slice(hash + 1).trim() };
}

function wikilinksOf(value: TomlValue | TomlTable): { written: string; href: string }[] {
  const found: { written: string; href: string }[] = [];
  const open: TomlValue[] = [value];
  while (open.length > 0) {
    const item = open.pop()!;
    if (typeof item === 'string') {
      for (const [written, href] of item.matchAll(WIKILINK)) found.push({ written, href: href!.trim() });
    } else if (typeof item === 'object' && !isTagged(item)) {
      open.push(...Object.values(item).reverse());
    }
  }
  return found;
}
