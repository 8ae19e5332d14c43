/** The system layer: exact modes, hooks before each call, the two modes equal in what they leave, leases, parallel flushes. */
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DiskOptions, openDisk, type System, type SystemCall } from '../../src/disk/index.ts';
import { codeOf, openHere, recorder, Script, temporaryRoot, WAYS, writeTree } from './support.ts';

/** Whether this machine has the native calls; the tests of the portable mode run everywhere. */
const native = (() => {
  const disk = openDisk(tmpdir());
  const { mode } = disk.capabilities();
  disk.close();
  return mode === 'native';
})();

describe('createFile', () => {
  it.each([0o022, 0o077, 0o000, 0o777])('gives the exact mode under umask %o, and is never wider before', (mask) => {
    const { root } = temporaryRoot();
    const before = process.umask(mask);
    onTestFinished(() => {
      process.umask(before);
    });
    for (const [_name, options] of WAYS) {
      for (const mode of [0o644, 0o600, 0o755, 0o664, 0o666, 0o444]) {
        const name = `m${mode.toString(8)}.md`;
        const system = openHere(root, options).system({
          hook: (call, path) => {
            if (call === 'writeFile') expect(statSync(join(root, path)).mode & 0o7777 & ~mode).toBe(0);
          },
        });
        system.createFile(name, Buffer.from('x'), mode);
        expect((statSync(join(root, name)).mode & 0o7777).toString(8)).toBe(mode.toString(8));
        system.unlink(name);
      }
    }
  });

  it('never replaces what stands there', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'old' });
    const system = openHere(root).system();
    expect(codeOf(() => system.createFile('a.md', Buffer.from('new'), 0o644))).toBe('EEXIST');
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('old');
  });
});

describe('hooks', () => {
  /** Runs every call once; returns what the hook saw. */
  async function story(mode: 'native' | 'portable', hookReads: boolean): Promise<string[]> {
    const { root } = temporaryRoot();
    const { calls, hook } = recorder();
    const system = openHere(root).system({ mode, hook, hookReads });
    system.makeFolder('d', 0o700);
    system.createFile('d/a', Buffer.from('a'), 0o644);
    system.createFile('d/b', Buffer.from('b'), 0o644);
    await system.flushFile('d/a');
    await system.flushFolder('d');
    await system.flushFolder('');
    system.exchange?.('d/a', 'd/b');
    system.renameNoReplace('d/a', 'd/c');
    system.take('d/b', 'd/e');
    system.list('d');
    system.identify('d/c');
    system.noWriters('d/c');
    system.readFile('d/c');
    system.exists('d/c');
    system.unlink('d/c');
    system.unlink('d/e');
    system.removeFolder('d');
    return calls;
  }

  it.runIf(native)('run before each native call, reads only when asked', async () => {
    const writes = [
      'makeFolder d',
      'createFile d/a',
      'writeFile d/a',
      'createFile d/b',
      'writeFile d/b',
      'flushFile d/a',
      'flushFolder d',
      'flushFolder ',
      'exchange d/a d/b',
      'renameNoReplace d/a d/c',
      'renameNoReplace d/b d/e',
    ];
    const end = ['unlink d/c', 'unlink d/e', 'removeFolder d'];
    expect(await story('native', false)).toEqual([...writes, ...end]);
    const reads = ['list d', 'identify d/c', 'lease d/c', 'readFile d/c'];
    expect(await story('native', true)).toEqual([...writes, ...reads, ...end]);
  });

  it('run before each portable call', async () => {
    expect(await story('portable', false)).toEqual([
      'makeFolder d',
      'createFile d/a',
      'writeFile d/a',
      'createFile d/b',
      'writeFile d/b',
      'flushFile d/a',
      'flushFolder d',
      'flushFolder ',
      'link d/a d/c',
      'unlinkAfterLink d/a',
      'detach d/b d/e',
      'unlink d/c',
      'unlink d/e',
      'removeFolder d',
    ]);
  });

  it('stop a call that they fail, which then has done nothing', async () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'a', 'b.md': 'b', 'd/x': 'x' });
    for (const mode of native ? (['native', 'portable'] as const) : (['portable'] as const)) {
      const hook = (call: SystemCall) => {
        throw Object.assign(new Error(call), { code: 'EIO' });
      };
      const system = openHere(root).system({ mode, hook });
      const steps: (() => unknown)[] = [
        () => system.makeFolder('n'),
        () => system.createFile('n.md', Buffer.from('n'), 0o644),
        () => system.renameNoReplace('a.md', 'n.md'),
        () => system.take('a.md', 'n.md'),
        () => system.unlink('a.md'),
        () => system.removeFolder('d'),
        ...(system.exchange === undefined ? [] : [() => system.exchange!('a.md', 'b.md')]),
      ];
      for (const step of steps) expect(codeOf(step)).toBe('EIO');
      await expect(system.flushFile('a.md')).rejects.toMatchObject({ code: 'EIO' });
      await expect(system.flushFolder('')).rejects.toMatchObject({ code: 'EIO' });
    }
    expect(readdirSync(root).sort()).toEqual(['a.md', 'b.md', 'd']);
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('a');
  });
});

describe('flushes', () => {
  it('run in parallel and report a missing file', async () => {
    const { root } = temporaryRoot();
    const system = openHere(root).system();
    const names = Array.from({ length: 40 }, (_, i) => `f${i}`);
    for (const name of names) system.createFile(name, Buffer.from(name), 0o600);
    await Promise.all(names.map((name) => system.flushFile(name)));
    await system.flushFolder('');
    await expect(system.flushFile('none')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are left out, but not their hooks, when they are switched off', async () => {
    const { root } = temporaryRoot();
    const { calls, hook } = recorder();
    const system = openHere(root).system({ flush: false, hook });
    await system.flushFile('none');
    expect(calls).toEqual(['flushFile none']);
  });
});

describe('identify', () => {
  it('hashes the bytes and tells mode, size and names', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'hello' });
    chmodSync(join(root, 'a.md'), 0o640);
    const stat = lstatSync(join(root, 'a.md'), { bigint: true });
    expect(openHere(root).system().identify('a.md')).toEqual({
      content: 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      device: stat.dev,
      inode: stat.ino,
      links: 1,
      mode: 0o640,
      size: 5,
    });
  });
});

describe.runIf(native)('leases', () => {
  it('see an open writer, and its end', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'x' });
    const system = openHere(root).system();
    expect(system.noWriters('a.md')).toBe(true);
    const writer = openSync(join(root, 'a.md'), 'r+');
    expect(system.noWriters('a.md')).toBe(false);
    closeSync(writer);
    expect(system.noWriters('a.md')).toBe(true);
    const reader = openSync(join(root, 'a.md'), 'r');
    expect(system.noWriters('a.md')).toBe(true);
    closeSync(reader);
    expect(system.noWriters('none')).toBe(null);
    expect(openHere(root).system({ mode: 'portable' }).noWriters('a.md')).toBe(null);
  });

  it('do not end this process when a writer opens the file just then', async () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'x' });
    const script = new Script('lease-under-writers.ts', [root]);
    expect(await script.ended()).toBe(0);
    expect(script.output()).toMatch(/granted [1-9]/);
  });
});

/** A repeatable story of operations; the outcome of each, and the tree it leaves. */
function randomStory(root: string, system: System, seed: number): string[] {
  let state = seed;
  const next = (bound: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % bound;
  };
  const names = ['a', 'b', 'c', 'd/a', 'd/b', 'd/e/a', 'f', 'f/a'];
  const pick = () => names[next(names.length)]!;
  const seen: string[] = [];
  for (let i = 0; i < 120; i++) {
    const [a, b] = [pick(), pick()];
    const calls: (() => unknown)[] = [
      () => system.makeFolder(a),
      () => system.createFile(a, Buffer.from(`${i}`), i % 2 === 0 ? 0o644 : 0o600),
      () => system.createFile(a, Buffer.from(`${i}`), 0o664),
      () => system.renameNoReplace(a, b),
      () => system.take(a, `taken-${i}`),
      () => system.unlink(a),
      () => system.removeFolder(a),
      () => system.list(a),
      () => system.exists(a),
      () => Buffer.from(system.readFile(a)).toString(),
      () => system.identify(a),
    ];
    const kind = next(calls.length);
    let outcome: unknown;
    const code = codeOf(() => {
      outcome = calls[kind]!();
    });
    // Device and inode differ between two trees, and so does the size of a folder.
    const text = JSON.stringify(outcome ?? null, (key, value: unknown) =>
      typeof value === 'bigint' || key === 'size' ? 0 : value,
    );
    seen.push(`${i} ${kind} ${a} ${b} ${code ?? text}`);
  }
  return [...seen, ...tree(root)];
}

function tree(root: string): string[] {
  return (readdirSync(root, { recursive: true }) as string[]).sort().map((path) => {
    const stat = lstatSync(join(root, path));
    const mode = (stat.mode & 0o7777).toString(8);
    return stat.isDirectory()
      ? `${path} folder`
      : `${path} ${mode} ${stat.nlink} ${readFileSync(join(root, path), 'utf8')}`;
  });
}

describe.runIf(native)('the portable mode', () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))('leaves what the native mode leaves (seed %i)', (seed) => {
    const run = (options: DiskOptions, mode: 'native' | 'portable') => {
      const { root } = temporaryRoot();
      return randomStory(root, openHere(root, options).system({ mode, flush: false }), seed);
    };
    const expected = run({}, 'native');
    expect(run({}, 'portable')).toEqual(expected);
    for (const [_name, options] of WAYS.slice(1)) expect(run(options, 'portable')).toEqual(expected);
  });
});

describe('modes', () => {
  it('say which is in use, and refuse what is not there', () => {
    const { root } = temporaryRoot();
    const weak = openHere(root, { native: false });
    expect(weak.capabilities()).toMatchObject({ mode: 'portable', leases: false });
    expect(weak.system().mode).toBe('portable');
    expect(weak.system().exchange).toBe(undefined);
    expect(codeOf(() => weak.system({ mode: 'native' }))).toBe('native_unavailable');
    const strong = openHere(root);
    expect(strong.system().mode).toBe(strong.capabilities().mode);
    expect(readdirSync(root)).toEqual([]);
  });

  it('honour DOCFORGE_NATIVE=off', async () => {
    const { root } = temporaryRoot();
    const script = new Script('print-capabilities.ts', [root], { ...process.env, DOCFORGE_NATIVE: 'off' });
    await script.ended();
    expect(JSON.parse(script.output())).toEqual({ mode: 'portable', leases: false, confinement: 'handle_walk' });
  });
});
