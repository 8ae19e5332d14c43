/**
 * Where one link leads. Names are compared exactly, case included, with what stands in the tree; nothing is read.
 *
 * The rule for a path: relative to the page's folder; `/…` and `@/…` in the link root that holds the page, then (for
 * `@/`, and in a vault) in a `content` folder above it, then in the other link roots, then from the root. A name that is no file
 * may leave out `.md`; a folder stands for its `README.md`, `index.md` or `_index.md`, where it has one.
 *
 * Invariant: `dead` is said only where it is certain. What leads out of the project, or into a folder that no scan
 * enters, is `unknown`; so is, in a vault, what a site generator may make: a route, an `.html` page, a picture.
 */
import type { Link } from '../source/index.ts';
import { isMarkdown, type LinkContext, withoutMarkdown } from './link-context.ts';
import { resolveWiki } from './resolve-wiki.ts';
import { folderOfPath, joinPath, nodeAt, type Resolution, standing } from './tree-paths.ts';

const GENERATED = /\.(?:html?|xml|json|txt|css|js|atom|rss|php|aspx?)$/i;

/** Resolves a link of the page at `from`. Deterministic; never reads a file. */
export function resolveHref(
  link: Pick<Link, 'kind' | 'href' | 'path' | 'fragment'>,
  from: string,
  context: LinkContext,
): Resolution {
  if (link.path === '') return { outcome: 'here' };
  if (link.kind === 'wiki') return resolveWiki(link.path, from, context);
  const starts = startsOf(link.path, from, context);
  const slash = link.path.endsWith('/');
  let expected: string | undefined;
  for (const start of starts) {
    const path = joinPath(start.folder, start.rest);
    if (path === null) continue;
    expected ??= path;
    const found = standing(path, slash, context);
    if (found !== undefined) return { outcome: 'found', path: found, node: nodeAt(found, link.fragment, context) };
  }
  if (expected === undefined || isSkipped(expected, context)) return { outcome: 'unknown' };
  if (context.vault && !isProvable(link, context)) return { outcome: 'unknown' };
  return { outcome: 'dead', expected, suggestion: nearestFile(expected, context) };
}

interface Start {
  readonly folder: string;
  readonly rest: string;
}

function startsOf(path: string, from: string, context: LinkContext): readonly Start[] {
  const site = path.startsWith('@/');
  if (!site && !path.startsWith('/')) return [{ folder: folderOfPath(from), rest: path }];
  const rest = site ? path.slice(2) : path.slice(1);
  const declared = context.roots.filter((root) => root !== '');
  const own = declared.filter((root) => from.startsWith(`${root}/`));
  const usual = site || context.vault ? contentFolders(from) : [];
  return [...own, ...usual, ...declared, ''].map((folder) => ({ folder, rest }));
}

/** The folders named `content` above a page, the outermost first, and the `static` beside it. */
function contentFolders(from: string): readonly string[] {
  const parts = from.split('/').slice(0, -1);
  const folders = parts.flatMap((part, i) => (part === 'content' ? [parts.slice(0, i + 1).join('/')] : []));
  const first = parts.indexOf('content');
  return first < 0 ? [] : [...folders, [...parts.slice(0, first), 'static'].join('/')];
}

/** Whether a path leads into a folder that no scan enters. */
function isSkipped(path: string, { skipNames }: LinkContext): boolean {
  return skipNames.size > 0 && path.split('/').some((part) => skipNames.has(part));
}

/** Whether, in a vault, a link to nothing is certainly dead: a source file that no generator makes. */
function isProvable(link: Pick<Link, 'href' | 'path'>, context: LinkContext): boolean {
  if (link.path.endsWith('/')) return false;
  if (isMarkdown(link.path)) return true;
  if (link.path.startsWith('/') || GENERATED.test(link.path)) return false;
  const name = link.path.slice(link.path.lastIndexOf('/') + 1);
  return /\.[A-Za-z0-9]{1,8}$/.test(name) && context.filesNamed(name).length === 0;
}

function nearestFile(path: string, context: LinkContext): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = [...context.filesNamed(name), ...(isMarkdown(name) ? [] : context.filesNamed(withoutMarkdown(name)))];
  return named.find((file) => file.toLowerCase() === path.toLowerCase()) ?? (named.length === 1 ? named[0] : undefined);
}
