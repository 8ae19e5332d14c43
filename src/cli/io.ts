/**
 * What the command line touches of the world, handed in so that a test can run a command in its own process.
 *
 * Invariants: answers go to `out`, everything else to `err`; both are written whole and in order.
 */

import { basename, dirname, resolve } from 'node:path';
import { type Ambient, limits, refuse, systemAmbient } from '../base/index.ts';
import { DiskError, diskReason, openDisk, pageText, type ReportWay, writeReport } from '../disk/index.ts';
import type { EditedText, TextToEdit } from '../operation/index.ts';

export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ambient: Ambient;
  /** Whether a person reads the answers. */
  readonly terminal: boolean;
  /** Whether a person can be asked. */
  readonly interactive: boolean;
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Shows a long text page by page. */
  page(text: string): Promise<void>;
  /** Writes a report to a file anywhere on this machine; a relative path begins at `cwd`. Throws `DiskError`. */
  write(path: string, text: string, way: ReportWay): void;
  /** All of standard input. */
  standardInput(): Promise<string>;
  /** Asks for a line. */
  ask(question: string): Promise<string>;
  /** Lets the person edit a text in their editor; `output` says where it may print. */
  edit(text: TextToEdit, output: 'out' | 'error'): Promise<EditedText>;
}

/** The process's own. */
export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process;
  return {
    cwd: process.cwd(),
    env,
    ambient: systemAmbient,
    terminal: stdout.isTTY === true,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    out: (text) => new Promise((done) => stdout.write(text, () => done())),
    err: (text) => void stderr.write(text),
    page: (text) => pageText(text, env),
    write: (path, text, way) => writeReport(resolve(process.cwd(), path), text, way),
    standardInput: () => readStream(stdin),
    ask: askLine,
    edit: async (text, output) => (await import('./edit-text.ts')).editText(text, { cwd: process.cwd(), env, output }),
  };
}

async function readStream(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > limits.changeset_bytes_max) {
      return refuse('unreadable_input', { path: '-', reason: `it is larger than ${limits.changeset_bytes_max} bytes` });
    }
    chunks.push(part);
  }
  return decode('-', Buffer.concat(chunks));
}

async function askLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

/** The text of a file that was named on the command line, or of standard input for `-`. Refuses `unreadable_input`. */
export async function readNamed(path: string, io: Io): Promise<string> {
  if (path === '-') return io.standardInput();
  const whole = resolve(io.cwd, path);
  try {
    const disk = openDisk(dirname(whole));
    try {
      return decode(path, disk.read(basename(whole), limits.changeset_bytes_max).bytes);
    } finally {
      disk.close();
    }
  } catch (cause) {
    if (cause instanceof DiskError) return refuse('unreadable_input', { path, reason: diskReason(cause.code) });
    throw cause;
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('unreadable_input', { path, reason: 'it is not UTF-8' });
  }
}
