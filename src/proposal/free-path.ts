/**
 * Where a new node goes that names no path: a page of its own in its family's folder.
 *
 * The folder, first that is content: the family's `directory`; the folder where most pages of the family stand; the
 * fixed part of the first Markdown glob.
 */
import { compareText, refuse } from '../base/index.ts';
import { folderOf, pathFlaw } from '../disk/index.ts';
import { fileNameFor } from './file-name.ts';
import type { Planning } from './planning.ts';

/** A path where nothing stands, in a folder that is content. Refuses `no_place`. */
export function freePath(node: { id: string; title: string; family: string }, planning: Planning): string {
  const folder = familyFolder(node.family, planning);
  const inside = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  return inside(fileNameFor(node, '.md', (name) => planning.isTaken(inside(name))));
}

function familyFolder(family: string, planning: Planning): string {
  const rule = planning.project.rules.families.get(family);
  const candidates = [
    rule?.directory?.replace(/^\.\/|\/+$/g, ''),
    rule && commonFolder(family, planning),
    fixedFolder(planning.project.descriptor.content?.markdown?.[0] ?? ''),
  ];
  for (const folder of candidates) {
    const probe = folder ? `${folder}/page.md` : 'page.md';
    if (folder === undefined || pathFlaw(probe) !== null) continue;
    const format = planning.project.formatOf(probe);
    if (format === 'markdown' || format === 'vault') return folder;
    if (folder === rule?.directory) {
      refuse('no_place', { family, reason: `its directory ${folder} is not among the Markdown content` });
    }
  }
  return refuse('no_place', { family, reason: 'it has no directory, and no page stands in it yet' });
}

/** The folder that holds most pages of a family, the first in code-unit order of several. */
function commonFolder(family: string, planning: Planning): string | undefined {
  const counts = new Map<string, number>();
  for (const node of planning.snapshot.graph.nodes.values()) {
    if (node.family !== family || node.format === 'toml' || node.format === 'data') continue;
    const folder = folderOf(node.path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))[0]?.[0];
}

/** `docs` of `docs/**` + `/*.md`; the root where the first part holds a sign of a pattern. */
function fixedFolder(glob: string): string {
  const parts = glob.split('/').slice(0, -1);
  const at = parts.findIndex((part) => /[*?[\]{}()!+@]/.test(part));
  return (at === -1 ? parts : parts.slice(0, at)).join('/');
}
