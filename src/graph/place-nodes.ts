/**
 * Nodes at their places: an extraction knows no path, so what a page leaves to its path is decided here.
 *
 * Invariants: the result depends on the set of files and not on their order; two nodes with an id made from a path
 * never have the same id, and none takes an id that another node declares.
 *
 * The rule for an id made from a path: the path without its extension, and for `README`, `index` and `_index` the
 * folder (`guide/README.md` is `guide`; at the root, where there is no folder, `README`). Where several pages would
 * have one id, the page named like it keeps it (`a.md` before `a/README.md`), and the others are named by their path
 * without extension, then by their whole path, then with a number. A data file is named by its whole path.
 */
import {
  compareText,
  limits,
  type NodeId,
  nodeId,
  type ProjectPath,
  sha256Hex,
  type TomlTable,
} from '../base/index.ts';
import type { ExtractedNode, Format } from '../source/index.ts';
import type { GraphFile, GraphRules } from './types.ts';

/** One node of one file, with everything that its path or the descriptor adds to it. */
export interface PlacedNode {
  readonly id: NodeId;
  /** `null` where the file leaves out what it must say; the file's own problems name it. */
  readonly family: string | null;
  readonly status: string | null;
  readonly authority: string | null;
  readonly title: string;
  readonly path: ProjectPath;
  readonly format: Format;
  readonly fields: TomlTable;
  readonly node: ExtractedNode;
}

const FOLDER_PAGES: readonly string[] = ['readme', 'index', '_index'];

/** Places every node that has an id or may have one made from its path, in order of path and then of line. */
export function placeNodes(files: readonly GraphFile[], rules: GraphRules): PlacedNode[] {
  const sorted = [...files].sort((a, b) => compareText(a.path, b.path));
  const ids = pathIds(sorted);
  const placed: PlacedNode[] = [];
  for (const { path, extraction } of sorted) {
    for (const node of extraction.nodes) {
      const id = nodeId(node.id ?? ids.get(path) ?? '');
      if (id === null) continue;
      const vault = isAsItIs(extraction.format) ? rules.vault : undefined;
      placed.push({
        id,
        family: node.family ?? vault?.familyOf(path) ?? null,
        status: node.status ?? vault?.status ?? null,
        authority: node.authority ?? vault?.authority ?? null,
        title: node.title === '' && vault ? titleOfPath(path, extraction.format) : node.title,
        path,
        format: extraction.format,
        fields: node.fields,
        node,
      });
    }
  }
  return placed;
}

/** Whether a reader takes files of other tools as they are, so that the path and the descriptor say what is missing. */
export function isAsItIs(format: Format): boolean {
  return format === 'vault' || format === 'data';
}

/** Whether a file is the page of its folder: `README`, `index` or `_index`, whatever the case. */
export function isFolderPage(path: string): boolean {
  return FOLDER_PAGES.includes(stemOf(path).toLowerCase());
}

function pathIds(files: readonly GraphFile[]): Map<string, string> {
  const taken = new Set<string>();
  const pages: string[] = [];
  const data: string[] = [];
  for (const { path, extraction } of files) {
    for (const node of extraction.nodes) if (node.id !== null) taken.add(node.id);
    if (extraction.nodes.every((node) => node.id !== null)) continue;
    if (extraction.format === 'vault') pages.push(path);
    if (extraction.format === 'data') data.push(path);
  }
  pages.sort((a, b) => rank(a) - rank(b) || compareText(a, b));
  const ids = new Map<string, string>();
  const give = (path: string, wishes: readonly string[]) => {
    const id = firstFree(path, wishes, taken);
    taken.add(id);
    ids.set(path, id);
  };
  for (const path of pages) give(path, wishesOf(path));
  for (const path of data) give(path, [path]);
  return ids;
}

/** Who keeps an id that several want: `.md` before other extensions, a page named like it before a folder's page. */
function rank(path: string): number {
  const folderPage = isFolderPage(path) ? 2 + 2 * FOLDER_PAGES.indexOf(stemOf(path).toLowerCase()) : 0;
  return folderPage + (path.endsWith('.md') ? 0 : 1);
}

/** The ids that a page would have, the best first. */
function wishesOf(path: string): readonly string[] {
  const whole = withoutExtension(path);
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : whole;
  return isFolderPage(path) ? [folder, whole, path] : [whole, path];
}

function firstFree(path: string, wishes: readonly string[], taken: ReadonlySet<string>): string {
  for (const wish of wishes) {
    const id = bounded(wish);
    if (!taken.has(id)) return id;
  }
  for (let number = 2; ; number++) {
    const id = bounded(`${path}~${number}`);
    if (!taken.has(id)) return id;
  }
}

const UNFIT = /[\p{Cc}\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\s|\s$/gu;

/** A path as an id: NFC, `_` for what no id may hold, and a long one cut and told apart by the start of its hash. */
function bounded(text: string): string {
  const clean = text.toWellFormed().normalize('NFC').replace(UNFIT, '_');
  if (Buffer.byteLength(clean) <= limits.id_bytes_max) return clean;
  const mark = `~${sha256Hex(clean).slice(0, 16)}`;
  const cut = Buffer.from(clean).subarray(0, limits.id_bytes_max - mark.length - 3);
  return cut.toString('utf8').replace(/\ufffd+$/, '') + mark;
}

/** The title of a file that says none: a data file's whole name, a page's name, or that of the folder it stands for. */
export function titleOfPath(path: string, format: Format): string {
  if (format === 'data') return path.slice(path.lastIndexOf('/') + 1).normalize('NFC');
  const parts = path.split('/');
  const named = isFolderPage(path) && parts.length > 1 ? parts[parts.length - 2]! : stemOf(path);
  return named.normalize('NFC');
}

function stemOf(path: string): string {
  return withoutExtension(path.slice(path.lastIndexOf('/') + 1));
}

function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
}
