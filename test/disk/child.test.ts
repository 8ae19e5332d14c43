/** Child processes: bounded in time and bytes, no shell, and no harm from a child that does not read. */
import { describe, expect, it } from 'vitest';
import { DiskError, findUpward, pageText, runChild } from '../../src/disk/index.ts';
import { Script, temporaryRoot, writeTree } from './support.ts';

const node = (script: string) => [process.execPath, ['-e', script]] as const;

describe('runChild', () => {
  it('gives input, takes output, and tells the status', async () => {
    const result = await runChild(
      ...node("process.stdin.pipe(process.stdout); console.error('note'); process.exitCode = 3"),
      {
        input: 'hello',
        timeout_ms: 20_000,
      },
    );
    expect({ ...result, stdout: Buffer.from(result.stdout).toString() }).toEqual({
      status: 3,
      signal: null,
      stdout: 'hello',
      stderr: 'note\n',
      timed_out: false,
    });
  });

  it('gives the child only the environment and folder it is told', async () => {
    const { root } = temporaryRoot();
    const result = await runChild(
      ...node('console.log(JSON.stringify([process.env.A, process.env.HOME, process.cwd()]))'),
      {
        env: { A: 'a' },
        cwd: root,
        timeout_ms: 20_000,
      },
    );
    expect(JSON.parse(Buffer.from(result.stdout).toString())).toEqual(['a', null, root]);
  });

  it('ends a child and its grandchild when the time is over', async () => {
    const script =
      "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' }); setInterval(() => {}, 1e6)";
    const result = await runChild(...node(script), { timeout_ms: 700 });
    expect(result).toMatchObject({ status: null, signal: 'SIGKILL', timed_out: true });
  });

  it('ends a child that says too much', async () => {
    const script = "setInterval(() => process.stdout.write('x'.repeat(100000)), 1)";
    const run = runChild(...node(script), { timeout_ms: 20_000, output_bytes_max: 1_000_000 });
    await expect(run).rejects.toMatchObject({ code: 'too_large' });
  });

  it('says that there is no such program', async () => {
    const run = runChild('docforge-no-such-program', [], { timeout_ms: 1_000 });
    await expect(run).rejects.toBeInstanceOf(DiskError);
    await expect(run).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('survives a child that does not read its input', async () => {
    const result = await runChild(...node('process.exit(0)'), { input: 'x'.repeat(1_000_000), timeout_ms: 20_000 });
    expect(result.status).toBe(0);
  });
});

describe('pageText', () => {
  it('writes straight out when stdout is no terminal', async () => {
    await expect(pageText('', { PAGER: 'docforge-no-such-pager' })).resolves.toBeUndefined();
  });
});

describe('pageText on a closed pipe', () => {
  it('is no error', async () => {
    const script = new Script('page-much.ts', []);
    await script.printed('line');
    script.process.stdout!.destroy();
    expect(await script.ended()).toBe(0);
  });
});

describe('findUpward', () => {
  it('gives the nearest folder that holds the name', () => {
    const { root } = temporaryRoot();
    writeTree(root, { '.docforge/project.toml': '', 'a/b/c.md': '', 'a/.docforge/x': '' });
    expect(findUpward(`${root}/a/b`, '.docforge/project.toml')).toBe(root);
    expect(findUpward(root, '.docforge/project.toml')).toBe(root);
    expect(findUpward(`${root}/a/b`, 'no-such-name-anywhere')).toBe(null);
    expect(findUpward(`${root}/none`, '.docforge')).toBe(null);
  });
});
