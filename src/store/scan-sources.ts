/**
 * What stands in the project right now, by stat alone: the source files with their readers, the tree that links may
 * lead to, and what a person should know about names. Invariant: what could not be looked at is a refusal, never a
 * deletion.
 */
import { hashBytes, type Problem, type ProjectPath, refuse, type Sha256 } from '../base/index.ts';
import { diskReason, type FileStat, problemsOfScan, type TreeScan } from '../disk/index.ts';
import type { Tree } from '../graph/index.ts';
import type { Project } from '../project/index.ts';
import type { Format } from '../source/index.ts';

/** A source file, not read yet. */
export interface ScannedFile {
  readonly path: ProjectPath;
  readonly format: Format;
  readonly stat: FileStat;
}

/** The tree by stat. Files are sorted by path. */
export interface ScannedTree {
  readonly files: readonly ScannedFile[];
  readonly tree: Tree;
  /** Hash of all names; moves when a file comes or goes. */
  readonly tree_hash: Sha256;
  /** Links, unsafe names and twins among the content, with the descriptor's severities. */
  readonly problems: readonly Problem[];
}

/** Folders below `.docforge` that hold state: they are no part of the tree. */
const STATE = /^\.docforge\/(?:index|changesets|reviews|receipts|objects|application|staging|lock[^/]*)(?:\/|$)/;

/** The text that changes whenever a file may have changed. */
export function stampOf(stat: FileStat): string {
  return `${stat.device}.${stat.inode}.${stat.size}.${stat.mtime_ns}.${stat.ctime_ns}`;
}

/** Walks the project. Refuses `source_unreadable` for a file or a folder that could hold content. */
export function scanSources(project: Project): ScannedTree {
  const scan = project.disk.scan({ skipNames: project.skip_names });
  refuseUnreadable(project, scan);
  const files: ScannedFile[] = [];
  const names = new Set<string>();
  for (const { path, stat } of scan.files) {
    if (STATE.test(path)) continue;
    names.add(path);
    const format = project.formatOf(path);
    if (format === null) continue;
    if (stat.size > project.source_bytes_max) refuse('source_unreadable', { path, cause: diskReason('too_large') });
    files.push({ path, format, stat });
  }
  for (const { path, reason } of scan.skipped) if (reason === 'symlink') names.add(path);
  const tree = treeOf(names);
  const tree_hash = hashBytes([...names].join('\0'));
  return { files, tree, tree_hash, problems: scanProblems(project, scan) };
}

/** The tree of these files. A folder is one that holds a file, as in Git, so an empty folder makes no difference. */
export function treeOf(files: ReadonlySet<string>): Tree {
  const folders = new Set<string>();
  for (const path of files) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return { files, folders };
}

function refuseUnreadable(project: Project, scan: TreeScan): void {
  for (const { path, code } of scan.unreadable) {
    if (mayHoldContent(project, path) || path === '')
      refuse('source_unreadable', { path: path || '.', cause: diskReason(code) });
  }
}

/** Whether a path is content, or could be a folder that holds some. */
function mayHoldContent(project: Project, path: string): boolean {
  const below = path === '' ? '' : `${path}/`;
  return [path, `${below}page.md`, `${below}page.toml`].some((one) => project.formatOf(one) !== null);
}

/** A link may stand for a folder of content; of anything else, only what would be content concerns the project. */
function concerns(project: Project, file: string, code: string): boolean {
  return code === 'skipped_link' ? mayHoldContent(project, file) : project.formatOf(file) !== null;
}

function scanProblems(project: Project, scan: TreeScan): Problem[] {
  const found: Problem[] = [];
  for (const entry of problemsOfScan(scan)) {
    if (entry.file === undefined || !concerns(project, entry.file, entry.code)) continue;
    const severity = project.rules.severities.get(entry.code) ?? entry.severity;
    if (severity !== 'off') found.push({ ...entry, severity });
  }
  return found;
}
