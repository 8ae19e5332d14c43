/**
 * Where a wikilink leads: `[[id]]`, `[[name]]`, `[[end/of/path]]`, `[[Title]]`.
 *
 * The order, first that fits: in a canonical project the id; then a path that begins with `./` or `../`; a file in
 * the page's own folder; the id (in a vault it is the path); a path from the root; the only file whose path ends so
 * (exact case, then any case in a vault); the only node with that title or alias. Several at one of the last steps
 * is `ambiguous`: none is chosen.
 */
import type { NodeId } from '../base/index.ts';
import { type LinkContext, withoutMarkdown } from './link-context.ts';
import { folderOfPath, joinPath, nodeAt, type Resolution, standing } from './tree-paths.ts';

/** Resolves the path part of a wikilink, without alias, fragment or backslash. */
export function resolveWiki(target: string, from: string, context: LinkContext): Resolution {
  const text = target.trim().normalize('NFC');
  const folder = folderOfPath(from);
  const own = () => foundById(text, context);
  const beside = () => foundByPath(joinPath(folder, text), context);
  if (/^\.{1,2}\//.test(text)) return beside() ?? { outcome: 'dead', expected: text, suggestion: undefined };
  const first = context.vault ? (beside() ?? own()) : (own() ?? beside());
  return (
    first ??
    foundByPath(joinPath('', text), context) ??
    foundBySuffix(text, context) ??
    foundByTitle(text, context) ?? { outcome: 'dead', expected: text, suggestion: undefined }
  );
}

function foundById(id: string, context: LinkContext): Resolution | undefined {
  const path = context.pathOf(id);
  return path === undefined ? undefined : { outcome: 'found', path, node: id as NodeId };
}

function foundByPath(path: string | null, context: LinkContext): Resolution | undefined {
  if (path === null || path === '') return undefined;
  const found = standing(path, false, context);
  return found === undefined || (found === path && context.tree.folders.has(path))
    ? undefined
    : { outcome: 'found', path: found, node: nodeAt(found, null, context) };
}

function foundBySuffix(text: string, context: LinkContext): Resolution | undefined {
  const wanted = withoutMarkdown(text.replace(/^\/+/, ''));
  const named = context.filesNamed(wanted.slice(wanted.lastIndexOf('/') + 1));
  const fits = (fold: (name: string) => string) =>
    named.filter(
      (file) =>
        `/${fold(file)}`.endsWith(`/${fold(wanted)}`) || `/${fold(withoutMarkdown(file))}`.endsWith(`/${fold(wanted)}`),
    );
  const exact = fits((name) => name.normalize('NFC'));
  const files = exact.length > 0 || !context.vault ? exact : fits((name) => name.normalize('NFC').toLowerCase());
  if (files.length === 0) return undefined;
  if (files.length > 1) return { outcome: 'ambiguous', candidates: files };
  return { outcome: 'found', path: files[0]!, node: nodeAt(files[0]!, null, context) };
}

function foundByTitle(text: string, context: LinkContext): Resolution | undefined {
  const ids = context.nodesTitled(text);
  if (ids.length === 0) return undefined;
  if (ids.length > 1) return { outcome: 'ambiguous', candidates: ids.map((id) => context.pathOf(id)!) };
  return foundById(ids[0]!, context);
}
