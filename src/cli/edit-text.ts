/**
 * A text in the editor of the person at the terminal: `VISUAL`, else `EDITOR`, with arguments as a shell would read
 * them. Invariants: an editor that fails, or leaves nothing that can be read, leaves no copy behind; a text that was
 * written is never removed before somebody has taken it, but for one whose editor says that it shall not count.
 */
import { basename, dirname, resolve } from 'node:path';
import { limits, Refusal, refuse } from '../base/index.ts';
import { DiskError, diskReason, keptScratch, makeScratch, openDisk, runEditor, type Scratch } from '../disk/index.ts';
import type { EditedText, TextToEdit } from '../operation/index.ts';

export interface EditorPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the editor prints: `error` keeps standard output free for the answer. */
  readonly output: 'out' | 'error';
}

/** Opens the editor and gives what it left. Refuses `editor_needed`, `editor_missing`, `editor_failed`, `edit_unreadable`. */
export async function editText({ name, text, from }: TextToEdit, place: EditorPlace): Promise<EditedText> {
  const editor = editorOf(place.env, name);
  const { scratch, kept } = scratchFor({ name, text, from }, place.cwd);
  const drop = () => {
    if (!kept) scratch.remove();
  };
  const before = readBytes(scratch, drop);
  await run(editor, scratch, before, place.output, drop);
  const after = decodeUtf8(readBytes(scratch, drop));
  if (after !== null) return { text: after, path: scratch.path, remove: scratch.remove };
  throw new Refusal('edit_unreadable', { reason: 'it is not UTF-8', kept: scratch.path });
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function editorOf(env: EditorPlace['env'], node: string): [string, ...string[]] {
  const set = [env.VISUAL, env.EDITOR].find((value) => value !== undefined && value.trim() !== '');
  if (set === undefined) return refuse('editor_needed', { node });
  const [command, ...args] = splitWords(set) ?? [];
  if (command === undefined) return refuse('editor_missing', { editor: set, reason: 'a quote in it is not closed' });
  return [command, ...args];
}

/**
 * Words as a shell reads them: blanks part them, quotes hold together, and so does a backslash before a blank, a quote
 * or another backslash (any other is part of a Windows path). `null` for an open quote.
 */
export function splitWords(text: string): string[] | null {
  const part = /\s+|"((?:[^"\\]|\\.)*)"|'([^']*)'|\\([\s"'\\])|([^\s"'])/suy;
  const words: string[] = [];
  let word: string | null = null;
  while (part.lastIndex < text.length) {
    const found = part.exec(text);
    if (found === null) return null;
    const [, double, single, escaped, plain] = found;
    const piece = double?.replace(/\\(["\\])/g, '$1') ?? single ?? escaped ?? plain;
    if (piece !== undefined) word = (word ?? '') + piece;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  return word === null ? words : [...words, word];
}

/** A kept copy is edited where it is; the text of any other file is copied. */
function scratchFor({ name, text, from }: TextToEdit, cwd: string): { scratch: Scratch; kept: boolean } {
  if (from === undefined) return { scratch: makeScratch(name, Buffer.from(text)), kept: false };
  const path = resolve(cwd, from);
  const bytes = readNamedBytes(path, from);
  const scratch = keptScratch(path);
  return scratch === null ? { scratch: makeScratch(name, bytes), kept: false } : { scratch, kept: true };
}

function readNamedBytes(path: string, named: string): Uint8Array {
  try {
    return readAt(path);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return refuse('unreadable_input', { path: named, reason: diskReason(error.code) });
  }
}

function readAt(path: string): Uint8Array {
  const disk = openDisk(dirname(path));
  try {
    return disk.read(basename(path), limits.source_bytes_max).bytes;
  } finally {
    disk.close();
  }
}

async function run(
  editor: readonly [string, ...string[]],
  scratch: Scratch,
  before: Uint8Array,
  output: 'out' | 'error',
  drop: () => void,
): Promise<void> {
  const [name] = editor;
  const end = await runEditor(editor, scratch.path, output).catch((error: unknown) => {
    drop();
    if (!(error instanceof DiskError)) throw error;
    return refuse('editor_missing', { editor: name, reason: diskReason(error.code) });
  });
  if (end.status === 0) return;
  const killed = end.status === null;
  const how = killed ? `the signal ${end.signal}` : `status ${end.status}`;
  if (killed && Buffer.compare(before, readBytes(scratch, drop)) !== 0) {
    throw new Refusal('editor_failed', { editor: name, how, kept: scratch.path });
  }
  drop();
  refuse('editor_failed', { editor: name, how });
}

/** What the editor left. A file that is gone was not meant to be taken. */
function readBytes(scratch: Scratch, drop: () => void): Uint8Array {
  try {
    return readAt(scratch.path);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    if (error.code !== 'ENOENT') {
      throw new Refusal('edit_unreadable', { reason: diskReason(error.code), kept: scratch.path });
    }
    drop();
    return refuse('edit_unreadable', { reason: diskReason(error.code) });
  }
}
