/**
 * Child processes. Invariants: no shell; bounded time and bytes; the whole process group ends with the time limit; a
 * child that ignores its input does no harm.
 */
import { spawn } from 'node:child_process';
import { codeOf, diskError } from './disk-error.ts';

export interface ChildOptions {
  readonly input?: Uint8Array | string;
  readonly cwd?: string;
  /** The whole environment of the child; the environment of this process when not given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeout_ms: number;
  /** More output than this ends the child, and the call throws `too_large`. */
  readonly output_bytes_max?: number;
}

export interface ChildResult {
  /** Exit status; `null` when a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: string;
  /** The time limit ended it. */
  readonly timed_out: boolean;
}

const OUTPUT_BYTES_MAX = 64_000_000;

/** Runs a program to its end. Throws a `DiskError`: `ENOENT` when there is no such program, `too_large`. */
export function runChild(command: string, args: readonly string[], options: ChildOptions): Promise<ChildResult> {
  const bound = options.output_bytes_max ?? OUTPUT_BYTES_MAX;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.env === undefined ? {} : { env: options.env }),
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output: { readonly out: Buffer[]; readonly err: Buffer[]; bytes: number } = { out: [], err: [], bytes: 0 };
    let timedOut = false;
    let tooLarge = false;
    const end = () => {
      endGroup(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, options.timeout_ms);
    const collect = (list: Buffer[]) => (chunk: Buffer) => {
      output.bytes += chunk.length;
      if (output.bytes <= bound) list.push(chunk);
      else if (!tooLarge) {
        tooLarge = true;
        end();
      }
    };
    child.stdout.on('data', collect(output.out));
    child.stderr.on('data', collect(output.err));
    child.stdin.on('error', () => {}); // EPIPE: the child did not want its input.
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(diskError(codeOf(error) || 'EIO', command));
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      if (tooLarge) return reject(diskError('too_large', command));
      const stdout = new Uint8Array(Buffer.concat(output.out));
      resolve({ status, signal, stdout, stderr: Buffer.concat(output.err).toString('utf8'), timed_out: timedOut });
    });
    child.stdin.end(options.input ?? '');
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') process.kill(pid);
    else process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/**
 * Shows a long text: through a pager when stdout is a terminal (`DOCFORGE_PAGER`, `PAGER`, else `less -R`; `cat` or an
 * empty value means none), else straight to stdout. A reader that closes the pipe early is no error.
 */
export async function pageText(
  text: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const pager = (env.DOCFORGE_PAGER ?? env.PAGER ?? 'less').trim();
  if (process.stdout.isTTY !== true || pager === '' || pager === 'cat') return writeOut(text);
  const [command, ...args] = pager.split(/\s+/);
  const shown = await runPager(command!, args, text, { ...env, LESS: env.LESS ?? 'FRX' });
  if (!shown) await writeOut(text);
}

/** `false` when there is no such pager. */
function runPager(
  command: string,
  args: readonly string[],
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, shell: false, stdio: ['pipe', 'inherit', 'inherit'] });
    child.on('error', () => resolve(false));
    child.on('close', () => resolve(true));
    child.stdin.on('error', () => {}); // The person left the pager before its end.
    child.stdin.end(text);
  });
}

function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stdout } = process;
    // A failed write is also an event, which nobody else may be listening to.
    const ignore = () => {};
    stdout.on('error', ignore);
    stdout.write(text, (error) => {
      setImmediate(() => stdout.off('error', ignore));
      if (error == null || codeOf(error) === 'EPIPE') resolve();
      else reject(diskError(codeOf(error) || 'EIO', 'stdout'));
    });
  });
}
