/**
 * An href as it is written into a page, for each place a destination may stand.
 *
 *     [a](href)      [a](<href>)      <a href="href">      [[href|alias]]
 *
 * Invariants: read back as Markdown or HTML, the written form leads where the href leads; what would end or change the
 * construct is percent-encoded, the rest stays letter for letter.
 */

/** How a destination is written where it stands. */
export type HrefStyle = 'raw' | 'angle' | 'attribute' | 'wiki';

const ENTITY = /&(?=[a-z#][a-z0-9]{1,31};)/gi;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;
/** What a page cannot hold in a destination of each style. A bar would end the cell of a table, a backtick open code. */
const UNSAFE = {
  raw: /[\0-\x20\x7f<>`|]/g,
  angle: /[\0-\x1f\x7f<>`|]/g,
  attribute: /[\0-\x20\x7f"'<>`|=]/g,
} as const;

function percent(c: string): string {
  return `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The written form of an href, or `null` when the style has none (a wikilink cannot hold a bracket or a bar). */
export function writtenHref(href: string, style: HrefStyle): string | null {
  if (style === 'wiki') return href.trim() === '' || /[[\]|\n\r]/.test(href) ? null : href.trim();
  let written = href.replace(UNSAFE[style], percent).replace(ENTITY, '&amp;');
  if (style === 'attribute') return written;
  written = written.replace(ESCAPE, '\\\\');
  if (style === 'angle') return written;
  if (written === '') return '<>';
  return isBalanced(written) ? written : written.replaceAll('(', '%28').replaceAll(')', '%29');
}

function isBalanced(text: string): boolean {
  let depth = 0;
  let deepest = 0;
  for (const c of text) {
    if (c === '(') deepest = Math.max(deepest, ++depth);
    else if (c === ')' && --depth < 0) return false;
  }
  return depth === 0 && deepest < 32;
}
