/** The program as a process of its own: pipes that close, signals, and streams. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith, page } from '../operation/projects.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const LOADER = import.meta.resolve('tsx');

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program; `closeAfter` closes the pipe after so many bytes were read, `signal` is sent when it reads its input. */
function run(
  cwd: string,
  args: readonly string[],
  options: { closeAfter?: number; signal?: NodeJS.Signals } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', LOADER, MAIN, ...args], {
      cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (options.closeAfter !== undefined && out.length >= options.closeAfter) child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.stdin.on('error', () => {});
    // More than a pipe holds: when all of it is gone, the program is reading, so it has taken its signals over.
    if (options.signal) child.stdin.write(Buffer.alloc(1_000_000, 0x20), () => child.kill(options.signal));
    child.on('close', (status) => resolve({ status, out, err }));
  });
}

describe('the process', () => {
  it.skipIf(!existsSync('/dev/full'))('says so when its answer cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, ['--import', LOADER, MAIN, '--help'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toMatch(/^no: The answer could not be written: .*ENOSPC.*\n$/);
    expect(status).toBe(2);
  });

  it('ends quietly when its reader stops early', async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 900; i++) files[`docs/p${i}.md`] = page(`page-number-${i}`, `tags = ["${'t'.repeat(200)}"]\n`);
    const root = folderWith(files);
    for (const line of [
      ['list', '--limit', '1000'],
      ['list', '--limit', '1000', '--json'],
    ]) {
      const { err, out } = await run(root, line, { closeAfter: 10 });
      expect(err).toBe('');
      expect(out.length).toBeGreaterThan(0);
    }
  });

  it('is cancelled by an interrupt, with status 130', async () => {
    const root = folderWith({ 'docs/a.md': page('a') });
    const { status, err } = await run(root, ['propose', '-'], { signal: 'SIGINT' });
    expect([status, err]).toEqual([130, '']);
  });

  it('prints one JSON document, and its status says what it says', async () => {
    const root = folderWith({ 'docs/a.md': 'no block\n' });
    const { status, out, err } = await run(root, ['check', '--json']);
    expect(JSON.parse(out)).toMatchObject({ ok: true, data: { valid: false } });
    expect([status, err]).toEqual([1, '']);
  });
});
