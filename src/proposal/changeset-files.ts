/**
 * Changesets on disk: `.docforge/changesets/<id>/NNNNNN.json`, one file a revision, never altered.
 *
 *   000001.json <- previous -- 000002.json <- previous -- 000003.json      the last one is the changeset
 *
 * Invariants: a revision is published only where none stands (`publishNew`), so of two writers one wins and the other
 * is told; a revision that cannot be trusted stops what was asked for, it is never passed over.
 */
import { compareText, limits, refuse } from '../base/index.ts';
import { type ChangesetPaper, changesetIdWord, changesetSchema, isBroken, openSealed } from '../contract/index.ts';
import { DiskError, diskReason } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { publishPaper } from './publish-paper.ts';

const FOLDER = '.docforge/changesets';
const NAME = /^\d{6}\.json$/;
/** Revisions of one changeset: six digits name them. */
const REVISIONS_MAX = 999_999;

function folderOfChangeset(id: string): string {
  return `${FOLDER}/${id}`;
}

function fileOf(id: string, revision: number): string {
  return `${folderOfChangeset(id)}/${String(revision).padStart(6, '0')}.json`;
}

/** Stops with `invalid_changeset_id` for a text that cannot name a changeset. */
export function requireChangesetId(id: string): void {
  if (!changesetIdWord.safeParse(id).success) refuse('invalid_changeset_id', { changeset: id.slice(0, 100) });
}

function revisionsOf(project: Project, id: string): number[] {
  const names = project.disk.list(folderOfChangeset(id)).filter((name) => NAME.test(name));
  return names.map((name) => Number(name.slice(0, 6))).sort((a, b) => a - b);
}

/** The ids of all stored changesets, in code-unit order. A folder without any revision is a creation that never was. */
export function listChangesetIds(project: Project): string[] {
  const names = project.disk.list(FOLDER).filter((name) => changesetIdWord.safeParse(name).success);
  return names.filter((name) => revisionsOf(project, name).length > 0).sort(compareText);
}

/** The number of the last revision; 0 when there is none. Refuses `damaged_changeset` when one before it is missing. */
function lastRevision(project: Project, id: string): number {
  const numbers = revisionsOf(project, id);
  for (const [at, revision] of numbers.entries()) {
    if (revision !== at + 1) damaged(id, at + 1, 'its file is missing');
  }
  return numbers.length;
}

function damaged(changeset: string, revision: number, reason: string): never {
  refuse('damaged_changeset', { changeset, revision, reason });
}

function readRevision(project: Project, id: string, revision: number): Uint8Array {
  try {
    const bytes = project.disk.readIfPresent(fileOf(id, revision), limits.document_bytes_max);
    return bytes ?? damaged(id, revision, 'its file is missing');
  } catch (error) {
    if (error instanceof DiskError) return damaged(id, revision, `its file cannot be read: ${diskReason(error.code)}`);
    throw error;
  }
}

function loadRevision(project: Project, id: string, revision: number): ChangesetPaper {
  const paper = openSealed(changesetSchema, readRevision(project, id, revision));
  if (isBroken(paper)) return damaged(id, revision, paper.broken);
  if (paper.id !== id || paper.revision !== revision) {
    damaged(id, revision, `it says it is revision ${paper.revision} of ${paper.id}`);
  }
  if (paper.project !== project.fingerprint) damaged(id, revision, 'it belongs to another project');
  return paper;
}

/**
 * The current revision of a changeset. Refuses `no_such_changeset`, and `damaged_changeset` when its seal, its name or
 * its link to the revision before does not hold.
 */
export function loadChangeset(project: Project, id: string): ChangesetPaper {
  requireChangesetId(id);
  const revision = lastRevision(project, id);
  if (revision === 0) refuse('no_such_changeset', { changeset: id });
  const paper = loadRevision(project, id, revision);
  const before = revision === 1 ? null : hashOfRevision(project, id, revision - 1);
  if (paper.previous !== before) damaged(id, revision, 'it does not follow the revision before it');
  return paper;
}

/** The hash that a revision says it has. Its own seal is checked by `loadChangesetHistory`. */
function hashOfRevision(project: Project, id: string, revision: number): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(readRevision(project, id, revision)))?.hash;
  } catch (error) {
    if (error instanceof SyntaxError) return damaged(id, revision, 'it is not JSON');
    throw error;
  }
}

/** Every revision from the first on, each seal and each link checked. */
export function loadChangesetHistory(project: Project, id: string): ChangesetPaper[] {
  requireChangesetId(id);
  const last = lastRevision(project, id);
  if (last === 0) refuse('no_such_changeset', { changeset: id });
  const papers: ChangesetPaper[] = [];
  for (let revision = 1; revision <= last; revision++) {
    const paper = loadRevision(project, id, revision);
    if (paper.previous !== (papers.at(-1)?.hash ?? null)) {
      damaged(id, revision, 'it does not follow the revision before it');
    }
    papers.push(paper);
  }
  return papers;
}

/**
 * Publishes a sealed revision; durable when it returns. `false`: a revision of this number stands there already, and
 * nothing was changed. Refuses `over_limit` for one that is larger than a changeset may be, `not_stored`, `unconfirmed`.
 */
export function publishRevision(project: Project, paper: ChangesetPaper): Promise<boolean> {
  if (paper.revision > REVISIONS_MAX) {
    refuse('over_limit', { what: 'The number of revisions', actual: paper.revision, limit: REVISIONS_MAX });
  }
  return publishPaper(project, fileOf(paper.id, paper.revision), paper, {
    bytesMax: limits.changeset_bytes_max,
    mode: modeOf(project, paper),
  });
}

/** A changeset holds text of the files that it changes, so nobody may read it who may not read each of them. */
function modeOf({ disk }: Project, { files }: ChangesetPaper): number {
  let mode = disk.fileMode;
  for (const { path, before } of files) {
    const stat = before === null ? null : disk.stat(path);
    if (stat) mode &= stat.mode | 0o600;
  }
  return mode;
}
