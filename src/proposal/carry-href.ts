/**
 * The destination of a link after its page or its target has moved.
 *
 *     [x](./spare%20parts.md?plain=1#order)       page docs/index.md, target docs/spare parts.md
 *         ./stores/spare%20parts.md?plain=1#order   target moved to docs/stores/spare parts.md
 *
 * Invariants: what follows the path (`?…`, `#…`) stays byte for byte; the way of writing stays (relative or from a
 * root, `./`, with or without extension, encoded or not) where it still leads to the target, which is looked up anew.
 */
import { folderOf } from '../disk/index.ts';
import { type LinkContext, type Resolution, resolveHref } from '../graph/index.ts';
import type { Link } from '../source/index.ts';

/** Where a link led before, and where its page and its target stand now. */
export interface Carried {
  readonly link: Link;
  /** The file or folder that the link led to. */
  readonly target_before: string;
  readonly target_after: string;
  readonly page_after: string;
  /** As things stand after the move. */
  readonly context: LinkContext;
}

const FOLDER_PAGE = /(^|\/)(?:README|readme|Readme|index|_index)\.md$/;

/** A path relative to a folder, both from the root: `../img/a.png`; `.` for the folder itself. */
export function relativePath(fromFolder: string, to: string): string {
  const from = fromFolder === '' ? [] : fromFolder.split('/');
  const parts = to === '' ? [] : to.split('/');
  let same = 0;
  while (same < from.length && same < parts.length && from[same] === parts[same]) same++;
  return [...from.slice(same).map(() => '..'), ...parts.slice(same)].join('/') || '.';
}

/**
 * Resolves a link of which only matters what it finds. For a dead one `resolveHref` would look for a suggestion among
 * all names; only a wikilink needs those to be found.
 */
export function findTarget(
  link: Pick<Link, 'kind' | 'href' | 'path' | 'fragment'>,
  page: string,
  context: LinkContext,
): Resolution {
  return resolveHref(link, page, link.kind === 'wiki' ? context : { ...context, filesNamed: () => [] });
}

/** The new destination; `null` when the link as it is still leads to the target, or when no way of writing it does. */
export function carriedHref(carried: Carried): string | null {
  const { link, context, page_after: page } = carried;
  if (leadsTo(carried, link.href, link.path)) return null;
  const at = link.href.search(/[?#]/);
  const written = at < 0 ? link.href : link.href.slice(0, at);
  const rest = at < 0 ? '' : link.href.slice(at);
  for (const form of formsOf(carried)) {
    for (const path of [...rootedPaths(link, form, context), relativeTo(page, form, written)]) {
      const href = `${encodeLike(path, written)}${rest}`;
      if (leadsTo(carried, href, path)) return href;
    }
  }
  return null;
}

function leadsTo(carried: Carried, href: string, path: string): boolean {
  const { link, page_after: page, target_after: target, context } = carried;
  const found = findTarget({ kind: link.kind, href, path, fragment: link.fragment }, page, context);
  if (found.outcome === 'here') return target === page;
  return found.outcome === 'found' && found.path === target;
}

/** The names that the target may go by, the one most like the old first: without what the old left out. */
function formsOf({ link, target_before: before, target_after: after }: Carried): string[] {
  const slash = link.path.endsWith('/') ? '/' : '';
  const last = link.path.replace(/\/+$/, '').split('/').pop()!;
  if (before.endsWith(`/${last}`) || before === last) return [after + slash, after];
  if (FOLDER_PAGE.test(before) && !before.endsWith(`/${last}.md`) && FOLDER_PAGE.test(after)) {
    return [after.replace(FOLDER_PAGE, '') + slash, after];
  }
  if (after.endsWith('.md')) return [after.slice(0, -3) + slash, after];
  return [after + slash, after];
}

function relativeTo(page: string, target: string, written: string): string {
  const slash = target.endsWith('/') ? '/' : '';
  const path = relativePath(folderOf(page), target.replace(/\/$/, '')) + slash;
  return written.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
}

/** The target as seen from each root, when the link was written from one. */
function rootedPaths(link: Link, target: string, context: LinkContext): string[] {
  const mark = link.path.startsWith('@/') ? '@/' : link.path.startsWith('/') ? '/' : null;
  if (mark === null) return [];
  const paths: string[] = [];
  for (const root of [...context.roots, '']) {
    if (root === '') paths.push(mark + target);
    else if (target.startsWith(`${root}/`)) paths.push(mark + target.slice(root.length + 1));
  }
  const content = /(?:^|.*\/)content\//.exec(target)?.[0];
  return content === undefined ? paths : [mark + target.slice(content.length), ...paths];
}

/** Percent-encodes what a destination must not hold, and what the old destination did not hold plainly either. */
function encodeLike(path: string, written: string): string {
  const blanks = written.includes(' ');
  const ascii = /%[89a-f][0-9a-f]/i.test(written);
  return path.replace(/[\s\S]/gu, (c) => {
    const plain = c > '\u007f' ? !ascii : c === ' ' ? blanks : !/[\u0000-\u0020"#%<>?\\^`{|}\u007f]/.test(c);
    return plain ? c : encodeURIComponent(c);
  });
}
