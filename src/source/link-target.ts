/**
 * What a written destination points at: the one rule that turns an href into a path and a fragment.
 *
 * Invariants: an href is percent-decoded exactly once, after it was split; a query (`?plain=1`) is dropped from the
 * path and a fragment begins at the first `#`; a part whose percent signs are not a valid encoding is kept as written.
 * A destination with a scheme (`mailto:`), a host (`//host`) or a template (`{{ url }}`, `{% link %}`) leaves the
 * project or is known only to a site generator: it has no target here.
 */

/** Where an href leads within the project, decoded. `path` is `''` for the page itself. */
export interface LinkTarget {
  readonly path: string;
  readonly fragment: string | null;
}

const ELSEWHERE = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)|\{[{%]/i;
const WIKI_ELSEWHERE = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/i;

function decoded(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The target of a Markdown or HTML destination, or `null` when it does not point into the project. */
export function linkTarget(href: string): LinkTarget | null {
  if (ELSEWHERE.test(href)) return null;
  const hash = href.indexOf('#');
  const beforeHash = hash < 0 ? href : href.slice(0, hash);
  const query = beforeHash.indexOf('?');
  return {
    path: decoded(query < 0 ? beforeHash : beforeHash.slice(0, query)),
    fragment: hash < 0 ? null : decoded(href.slice(hash + 1)),
  };
}

/**
 * The target of a wikilink, or `null` when it is an address. Nothing is decoded: a wikilink names a page or a heading
 * as people write it, with `%` and `?` as letters.
 */
export function wikiTarget(href: string): LinkTarget | null {
  if (WIKI_ELSEWHERE.test(href)) return null;
  const hash = href.indexOf('#');
  if (hash < 0) return { path: href, fragment: null };
  return { path: href.slice(0, hash).trimEnd(), fragment: href.slice(hash + 1).trimStart() };
}
