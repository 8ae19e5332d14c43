/**
 * A change in bytes: one unified diff over all files, and the same file by file for people to read.
 * Invariant: `patch` holds the exact bytes; every other text has what cannot be seen made visible.
 */
import { type NodeId, type ProjectPath, showHidden } from '../base/index.ts';
import type { ChangedFile, ChangesetPaper } from '../contract/index.ts';
import { DiskError } from '../disk/index.ts';
import { decodeUtf8 } from '../source/index.ts';
import type { Snapshot } from '../store/index.ts';
import { hunkHeader } from './hunks.ts';
import { type FilePatch, type FileTexts, formatPatch, planFilePatch } from './unified-patch.ts';

export interface ShownLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
  /** True for a last line that no line end closes. */
  readonly open: boolean;
}

export interface FileReview {
  readonly change: 'created' | 'deleted' | 'updated' | 'moved';
  readonly path_before: string | null;
  readonly path_after: string | null;
  readonly hash_before: string | null;
  readonly hash_after: string | null;
  readonly bytes_before: number;
  readonly bytes_after: number;
  /** `crlf` where every line of both sides ends so; the mark is then left out of the lines shown. */
  readonly line_ends: 'lf' | 'crlf' | 'mixed';
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly { readonly header: string; readonly lines: readonly ShownLine[] }[];
}

export interface BytesReview {
  readonly files: readonly FileReview[];
  /** For `git apply` at the project root. */
  readonly patch: string;
}

/** The diff of a changeset against the files of a snapshot that it is not stale on. */
export function reviewBytes(snapshot: Snapshot, changeset: Pick<ChangesetPaper, 'operations' | 'files'>): BytesReview {
  const patches = pairMoves(snapshot, changeset).map((file) => ({ file, patch: planFilePatch(file) }));
  return {
    files: patches.map(({ file, patch }) => fileReview(file, patch)),
    patch: formatPatch(patches.map(({ patch }) => patch)),
  };
}

interface PairedFile extends FileTexts {
  readonly hash_before: string | null;
  readonly hash_after: string | null;
}

/** The files as the diff shows them: a page that moved is one file and not two. In order of the path they stand at. */
function pairMoves(
  snapshot: Snapshot,
  { operations, files }: Pick<ChangesetPaper, 'operations' | 'files'>,
): PairedFile[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const partner = new Map<string, ChangedFile>();
  for (const operation of operations) {
    if (operation.op !== 'move') continue;
    const from = byPath.get(snapshot.graph.nodes.get(operation.id as NodeId)?.path ?? '');
    const to = byPath.get(operation.path);
    if (from?.after === null && to?.before === null && to.after !== null) partner.set(to.path, from);
  }
  const taken = new Set([...partner.values()].map((file) => file.path));
  return files
    .filter((file) => !taken.has(file.path))
    .map((file) => pairedFile(snapshot, partner.get(file.path) ?? file, file));
}

function pairedFile(snapshot: Snapshot, before: ChangedFile, after: ChangedFile): PairedFile {
  return {
    path_before: before.before === null ? null : before.path,
    path_after: after.after === null ? null : after.path,
    before: before.before === null ? null : textOf(snapshot, before.path),
    after: after.content,
    executable: before.before !== null && isExecutable(snapshot, before.path),
    hash_before: before.before,
    hash_after: after.after,
  };
}

function textOf(snapshot: Snapshot, path: string): string {
  const decoded = decodeUtf8(snapshot.bytesOf(path as ProjectPath));
  if (!decoded.ok) throw new Error(`${path} is planned to change and is not UTF-8`);
  return decoded.text;
}

function isExecutable(snapshot: Snapshot, path: string): boolean {
  try {
    return ((snapshot.project.disk.stat(path)?.mode ?? 0) & 0o100) !== 0;
  } catch (error) {
    if (error instanceof DiskError) return false;
    throw error;
  }
}

function fileReview(file: PairedFile, patch: FilePatch): FileReview {
  const { path_before, path_after, hash_before, hash_after } = file;
  const crlf = lineEndsOf(file) === 'crlf';
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const shown = (text: string) => showHidden(crlf && text.endsWith('\r') ? text.slice(0, -1) : text);
  return {
    change: changeOf(file),
    ...{ path_before, path_after, hash_before, hash_after },
    bytes_before: Buffer.byteLength(file.before ?? ''),
    bytes_after: Buffer.byteLength(file.after ?? ''),
    line_ends: lineEndsOf(file),
    added: lines.filter(({ kind }) => kind === '+').length,
    removed: lines.filter(({ kind }) => kind === '-').length,
    hunks: patch.hunks.map((hunk) => ({
      header: hunkHeader(hunk),
      lines: hunk.lines.map(({ kind, text, open }) => ({ kind, text: shown(text), open })),
    })),
  };
}

function changeOf({ path_before, path_after }: FileTexts): FileReview['change'] {
  if (path_before === null) return 'created';
  if (path_after === null) return 'deleted';
  return path_before === path_after ? 'updated' : 'moved';
}

function lineEndsOf({ before, after }: FileTexts): FileReview['line_ends'] {
  const texts = [before ?? '', after ?? ''];
  if (texts.every((text) => !text.includes('\r'))) return 'lf';
  return texts.some((text) => /(?:^|[^\r])\n|\r(?!\n)/.test(text)) ? 'mixed' : 'crlf';
}
