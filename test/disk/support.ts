/** Real temporary folders, the three ways of confinement, a recorder of calls, and child scripts for the disk's tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import { type Disk, type DiskOptions, openDisk, type SystemHook } from '../../src/disk/index.ts';

/** A fresh folder with `root` and `root-evil` in it, removed when the test ends. */
export function temporaryRoot(): { readonly base: string; readonly root: string; readonly outside: string } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'docforge-disk-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'root');
  const outside = join(base, 'root-evil');
  mkdirSync(root);
  mkdirSync(outside);
  return { base, root, outside };
}

/** Opens a disk that is closed when the test ends. */
export function openHere(root: string, options: DiskOptions = {}): Disk {
  const disk = openDisk(root, options);
  onTestFinished(() => disk.close());
  return disk;
}

/** Writes files, by path below a folder. */
export function writeTree(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The ways of confinement, each as the options that ask for it. */
export const WAYS: readonly (readonly [string, DiskOptions])[] = [
  ['openat2', { confinement: 'openat2' }],
  ['the handle walk', { native: false, confinement: 'handle_walk' }],
  ['open then check', { native: false, confinement: 'open_then_check' }],
];

/** The code of what a call throws; `undefined` when it throws nothing. */
export function codeOf(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return undefined;
}

/** The refusal that a promise ends in. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => new Error('It did not refuse.'),
    (reason: unknown) => reason,
  );
  if (error instanceof Refusal) return error;
  throw error;
}

/** A hook that writes down every call as `name path other`. */
export function recorder(): { readonly calls: string[]; readonly hook: SystemHook } {
  const calls: string[] = [];
  return {
    calls,
    hook: (call, path, other) => calls.push(other === undefined ? `${call} ${path}` : `${call} ${path} ${other}`),
  };
}

/** A script of this folder in a process of its own, killed when the test ends. */
export class Script {
  readonly process: ChildProcess;
  private text = '';

  constructor(name: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    const file = fileURLToPath(new URL(name, import.meta.url));
    this.process = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.process.stdout!.on('data', (chunk: Buffer) => {
      this.text += chunk.toString();
    });
    onTestFinished(() => {
      this.process.kill('SIGKILL');
    });
  }

  /** Waits until the script has printed a text. */
  async printed(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      if (this.process.exitCode !== null)
        throw new Error(`The script ended (${this.process.exitCode}) without "${text}".`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** All it has printed so far. */
  output(): string {
    return this.text;
  }

  say(text: string): void {
    this.process.stdin!.write(`${text}\n`);
  }

  /** Waits for the end; the exit status, or the signal. */
  ended(): Promise<number | string | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) {
      return Promise.resolve(this.process.exitCode ?? this.process.signalCode);
    }
    return new Promise((resolve) => {
      this.process.on('exit', (status, signal) => resolve(status ?? signal));
    });
  }
}
