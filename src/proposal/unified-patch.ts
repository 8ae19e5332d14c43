/**
 * One unified diff over all files of a change, as `git apply` reads it.
 *
 * Invariants: applied to the texts before, it yields exactly the texts after (each section is applied again here, by a
 * reader that shares nothing with the writer, before it is handed out); exact bytes, nothing made visible or trimmed.
 */
import { applyHunks, formatHunks, type Hunk, planHunks } from './hunks.ts';
import { headerPath, quotePath } from './patch-path.ts';

/** One file of a change. `path_before` and `path_after` differ for a file that moved; `null` where there is none. */
export interface FileTexts {
  readonly path_before: string | null;
  readonly path_after: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the file before may be executed; Git keeps nothing else of a mode. */
  readonly executable: boolean;
}

export interface FilePatch extends FileTexts {
  readonly hunks: readonly Hunk[];
  /** This file's section of the diff. */
  readonly patch: string;
}

function extended(file: FileTexts): string {
  const mode = file.executable ? '100755' : '100644';
  if (file.path_before === null) return 'new file mode 100644\n';
  if (file.path_after === null) return `deleted file mode ${mode}\n`;
  if (file.path_before === file.path_after) return '';
  const from = `rename from ${quotePath(file.path_before)}\n`;
  return `${from}rename to ${quotePath(file.path_after)}\n`;
}

/** The section of one file. */
export function planFilePatch(file: FileTexts): FilePatch {
  const before = file.before ?? '';
  const after = file.after ?? '';
  const hunks = planHunks(before, after);
  const body = formatHunks(hunks);
  if (applyHunks(before, body) !== after) throw new Error('the diff of a file does not lead to its text after');
  const a = file.path_before ?? file.path_after!;
  const b = file.path_after ?? file.path_before!;
  const names =
    hunks.length === 0
      ? ''
      : `--- ${file.path_before === null ? '/dev/null' : headerPath(`a/${a}`)}\n` +
        `+++ ${file.path_after === null ? '/dev/null' : headerPath(`b/${b}`)}\n`;
  const patch = `diff --git ${quotePath(`a/${a}`)} ${quotePath(`b/${b}`)}\n${extended(file)}${names}${body}`;
  return { ...file, hunks, patch };
}

/** The whole diff: the sections in the order given. */
export function formatPatch(files: readonly FilePatch[]): string {
  return files.map((file) => file.patch).join('');
}
