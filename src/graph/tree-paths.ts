/** Paths against the tree: joining them, and what stands at one. No I/O, names compared exactly. */
import type { NodeId } from '../base/index.ts';
import type { LinkContext } from './link-context.ts';

export type Resolution =
  /** A part of the page itself. */
  | { readonly outcome: 'here' }
  /** A file or folder of the tree. `node` is the one node that is meant, `null` where that is none or not one. */
  | { readonly outcome: 'found'; readonly path: string; readonly node: NodeId | null }
  /** Several pages fit, and nothing decides between them: their paths, in order. */
  | { readonly outcome: 'ambiguous'; readonly candidates: readonly string[] }
  /** Nothing stands there: the project path that was looked for first, and the nearest one that exists. */
  | { readonly outcome: 'dead'; readonly expected: string; readonly suggestion: string | undefined }
  /** Cannot be told from the tree alone. */
  | { readonly outcome: 'unknown' };

const FOLDER_PAGES: readonly string[] = ['README.md', 'readme.md', 'Readme.md', 'index.md', '_index.md'];

/** The node a file or folder stands for: the only one in it, or the one of several that the fragment names. */
export function nodeAt(path: string, fragment: string | null, context: LinkContext): NodeId | null {
  const ids = context.nodesOf(path);
  if (ids.length === 1) return ids[0]!;
  return ids.find((id) => id === fragment) ?? null;
}

/** A path from a folder, with `.` and `..` resolved; `null` where it leads out of the project. `''` is the root. */
export function joinPath(folder: string, rest: string): string | null {
  let base = folder;
  let at = 0;
  for (;;) {
    if (rest.startsWith('./', at)) at += 2;
    else if (rest.startsWith('../', at)) {
      if (base === '') return null;
      base = folderOfPath(base);
      at += 3;
    } else break;
  }
  const tail = at === 0 ? rest : rest.slice(at);
  if (UNEVEN.test(tail)) return joinParts(base, tail);
  return base === '' || tail === '' ? base + tail : `${base}/${tail}`;
}

/** A path that is not yet in its plain form: an empty part, `.` or `..`. */
const UNEVEN = /(?:^|\/)(?:\.{0,2})(?:\/|$)/;

function joinParts(folder: string, rest: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of rest.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** The folder of a path; `''` for the root. */
export function folderOfPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The file or folder that a joined path stands for; `undefined` for none. */
export function standing(path: string, slash: boolean, context: LinkContext): string | undefined {
  const { files, folders } = context.tree;
  if (!slash) {
    if (files.has(path)) return path;
    if (files.has(`${path}.md`)) return `${path}.md`;
  }
  if (path === '' || folders.has(path)) {
    const prefix = path === '' ? '' : `${path}/`;
    const page = FOLDER_PAGES.find((name) => files.has(prefix + name));
    return page === undefined ? path : prefix + page;
  }
  if (slash) return files.has(`${path}.md`) ? `${path}.md` : undefined;
  if (!context.vault || !path.endsWith('.html')) return undefined;
  const bare = path.slice(0, -'.html'.length);
  if (files.has(`${bare}.md`)) return `${bare}.md`;
  return /(^|\/)index$/.test(bare) ? standing(folderOfPath(bare), true, context) : undefined;
}
