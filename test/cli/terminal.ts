/** A terminal in memory: what a command prints, and what a person would type. */
import { resolve } from 'node:path';
import { type Ambient, fixedAmbient } from '../../src/base/index.ts';
import { editText } from '../../src/cli/edit-text.ts';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { writeReport } from '../../src/disk/index.ts';
import type { EditedText, TextToEdit } from '../../src/operation/index.ts';

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Texts that were shown page by page. */
  readonly paged: readonly string[];
}

export interface Typed {
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  readonly interactive?: boolean;
  readonly stdin?: string;
  readonly answer?: string;
  /** What the person makes of a text in their editor. */
  readonly edit?: (text: TextToEdit) => EditedText;
}

const ambient: Ambient = fixedAmbient();

/** Runs one command line in a folder. Words are split at blanks, but for those that are given as a list. */
export async function docforge(cwd: string, line: string | readonly string[], typed: Typed = {}): Promise<Ran> {
  let out = '';
  let err = '';
  const paged: string[] = [];
  const io: Io = {
    cwd,
    env: typed.env ?? {},
    ambient,
    terminal: typed.terminal ?? false,
    interactive: typed.interactive ?? false,
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    page: async (text) => {
      paged.push(text);
    },
    write: (path, text, way) => writeReport(resolve(cwd, path), text, way),
    standardInput: async () => typed.stdin ?? '',
    ask: async (question) => {
      err += question;
      return typed.answer ?? '';
    },
    edit: async (text) => typed.edit?.(text) ?? editText(text, { cwd, env: typed.env ?? {}, output: 'error' }),
  };
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  return { status: await run(words, io), out, err, paged };
}
