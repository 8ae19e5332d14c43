/**
 * One walk over the tree below the root, by stat alone. Invariants: no link is followed, so the walk ends and each file
 * counts once; a folder is a folder whatever its name; everything that is not taken is named with the reason; what could
 * not be read is listed apart and must never be taken for deleted; the result is sorted by code unit.
 */
import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs';
import {
  compareText,
  limits,
  type Problem,
  type ProjectPath,
  problem,
  refuse,
  showHidden,
  sortProblems,
} from '../base/index.ts';
import type { Confinement, Folder } from './confinement.ts';
import { asDiskError, codeOf, DiskError, diskReason } from './disk-error.ts';
import { nameFlaw, OWN_DOCUMENTS, pathFlaw, pathReason, privateName, spellingKey } from './project-path.ts';
import { type FileStat, fileStat } from './stable-read.ts';

export type SkipReason = 'symlink' | 'special' | 'unsafe_name' | 'too_deep' | 'skipped_folder' | 'mount';

/** What a scan found. Every list is sorted by path. */
export interface TreeScan {
  readonly files: readonly { readonly path: ProjectPath; readonly stat: FileStat }[];
  readonly folders: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason }[];
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Files and folders whose names some file systems take for one (letter case, or how accents are composed). */
  readonly twins: readonly { readonly path: string; readonly other: string }[];
}

interface Found {
  readonly files: { path: ProjectPath; stat: FileStat }[];
  readonly folders: string[];
  readonly skipped: { path: string; reason: SkipReason }[];
  readonly unreadable: { path: string; code: string }[];
}

/** Walks everything below the root but the names to skip. Synchronous. Refuses `too_many_files`. */
export function scanTree(confinement: Confinement, skipNames: ReadonlySet<string>): TreeScan {
  const found: Found = { files: [], folders: [], skipped: [], unreadable: [] };
  scanFolder({ confinement, skipNames, found }, '', () => confinement.openFolder(''));
  const byPath = (a: { path: string }, b: { path: string }) => compareText(a.path, b.path);
  return {
    files: found.files.sort(byPath),
    folders: found.folders.sort(compareText),
    skipped: found.skipped.sort(byPath),
    unreadable: found.unreadable.sort(byPath),
    twins: findTwins(found),
  };
}

interface Walk {
  readonly confinement: Confinement;
  readonly skipNames: ReadonlySet<string>;
  readonly found: Found;
}

/** Scans a folder and, while it is held open, the folders in it. The depth of a path is bounded, and so are the handles. */
function scanFolder(walk: Walk, path: string, open: () => Folder): void {
  const { found } = walk;
  let folder: Folder;
  try {
    folder = open();
  } catch (error) {
    recordFolderError(error, path, found);
    return;
  }
  try {
    const entries = asDiskError(path, () => readdirSync(folder.address, { withFileTypes: true }));
    if (path !== '') found.folders.push(path);
    for (const entry of entries) scanEntry(walk, folder, path, entry);
  } catch (error) {
    recordFolderError(error, path, found);
  } finally {
    folder.close();
  }
}

/** A folder that is gone or was replaced since it was listed has moved on; anything else could not be read. */
function recordFolderError(error: unknown, path: string, found: Found): void {
  if (!(error instanceof DiskError)) throw error;
  if (path !== '' && error.code === 'ENOENT') return;
  if (error.code === 'symlink') found.skipped.push({ path, reason: 'symlink' });
  else if (error.code === 'other_device') found.skipped.push({ path, reason: 'mount' });
  else found.unreadable.push({ path, code: error.code });
}

function scanEntry(walk: Walk, folder: Folder, parent: string, entry: Dirent): void {
  const { confinement, found } = walk;
  const name = entry.name;
  const path = parent === '' ? name : `${parent}/${name}`;
  if (path === '.docforge' && entry.isDirectory()) {
    scanFolder(walk, OWN_DOCUMENTS, () => confinement.openFolder(OWN_DOCUMENTS));
  }
  if (walk.skipNames.has(name) || privateName(name)) {
    found.skipped.push({ path, reason: 'skipped_folder' });
  } else if (nameFlaw(name) !== null) {
    found.skipped.push({ path, reason: 'unsafe_name' });
  } else if (entry.isFile()) {
    scanFile(folder, name, path, found);
  } else if (entry.isDirectory()) {
    const flaw = pathFlaw(`${path}/x`);
    if (flaw === null) scanFolder(walk, path, () => confinement.openInner(folder, name, path));
    else found.skipped.push({ path, reason: 'too_deep' });
  } else {
    found.skipped.push({ path, reason: entry.isSymbolicLink() ? 'symlink' : 'special' });
  }
}

function scanFile(folder: Folder, name: string, path: string, found: Found): void {
  let stat: BigIntStats | undefined;
  try {
    stat = lstatSync(folder.entry(name), { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    found.unreadable.push({ path, code: codeOf(error) });
    return;
  }
  if (stat === undefined) return;
  if (!stat.isFile()) {
    found.skipped.push({ path, reason: stat.isSymbolicLink() ? 'symlink' : 'special' });
    return;
  }
  if (found.files.length === limits.files_max) refuse('too_many_files', { limit: limits.files_max });
  if (pathFlaw(path) !== null) found.skipped.push({ path, reason: 'unsafe_name' });
  else found.files.push({ path: path as ProjectPath, stat: fileStat(stat) });
}

function findTwins(found: Found): { path: string; other: string }[] {
  const first = new Map<string, string>();
  const twins: { path: string; other: string }[] = [];
  const paths = [...found.files.map((file) => file.path as string), ...found.folders].sort(compareText);
  for (const path of paths) {
    const key = spellingKey(path);
    const other = first.get(key);
    if (other === undefined) first.set(key, path);
    else twins.push({ path, other });
  }
  return twins;
}

/** What a scan has to tell a person: links, special files, unsafe names, twins, and what could not be read. Sorted. */
export function problemsOfScan(scan: TreeScan): Problem[] {
  const problems: Problem[] = [];
  for (const { path, reason } of scan.skipped) {
    const file = showHidden(path);
    if (reason === 'symlink') problems.push(problem('skipped_link', {}, { file }));
    if (reason === 'special') problems.push(problem('skipped_special', { what: 'a pipe, socket or device' }, { file }));
    if (reason === 'mount')
      problems.push(problem('skipped_special', { what: 'a mount point of another disk' }, { file }));
    if (reason === 'too_deep') problems.push(problem('too_deep', { limit: limits.depth_max }, { file }));
    if (reason === 'unsafe_name') {
      const flaw = pathFlaw(path);
      problems.push(
        problem('unsafe_name', { reason: flaw === null ? 'it is not plain text' : pathReason(flaw) }, { file }),
      );
    }
  }
  for (const { path, code } of scan.unreadable) {
    problems.push(problem('unreadable_file', { reason: diskReason(code) }, { file: path === '' ? '.' : path }));
  }
  for (const { path, other } of scan.twins) problems.push(problem('twin_paths', { other }, { file: path }));
  return sortProblems(problems);
}
