/** No path leaves the root or follows a link, at any depth, in each way of confinement, also under a race. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Disk, System } from '../../src/disk/index.ts';
import { raceConfinement } from '../torture/confinement.ts';
import { codeOf, openHere, temporaryRoot, WAYS, writeTree } from './support.ts';

/** Every call that takes a path, as a name and a run on that path. */
function callsOn(disk: Disk, system: System): [string, (path: string) => unknown][] {
  return [
    ['read', (path) => disk.read(path, 1_000)],
    ['readIfPresent', (path) => disk.readIfPresent(path, 1_000)],
    ['stat', (path) => disk.stat(path)],
    ['readFile', (path) => system.readFile(path)],
    ['createFile', (path) => system.createFile(path, Buffer.from('x'), 0o644)],
    ['makeFolder', (path) => system.makeFolder(path)],
    ['unlink', (path) => system.unlink(path)],
    ['removeFolder', (path) => system.removeFolder(path)],
    ['renameNoReplace from', (path) => system.renameNoReplace(path, 'gone.md')],
    ['renameNoReplace to', (path) => system.renameNoReplace('in.md', path)],
    ['take', (path) => system.take(path, 'gone.md')],
    ...(system.exchange === undefined
      ? []
      : ([['exchange', (path) => system.exchange!(path, 'in.md')]] as [string, (path: string) => unknown][])),
  ];
}

describe.each(WAYS)('confinement by %s', (_name, options) => {
  it.each([
    ['the first folder', 'link', 'link/deep/page.md'],
    ['an inner folder', 'a/link', 'a/link/page.md'],
    ['a third folder', 'a/b/link', 'a/b/link/deep/page.md'],
  ])('refuses a link in the place of %s, and changes nothing outside', (_place, link, path) => {
    const { root, outside } = temporaryRoot();
    writeTree(outside, { 'page.md': 'outside', 'deep/page.md': 'outside' });
    writeTree(root, { 'in.md': 'inside', 'a/b/x.md': 'inside' });
    symlinkSync(outside, join(root, link));
    const disk = openHere(root, options);
    for (const [name, call] of callsOn(disk, disk.system())) {
      expect([name, codeOf(() => call(path))]).toEqual([name, 'symlink']);
      expect([name, codeOf(() => call(`${link}/new.md`))]).toEqual([name, 'symlink']);
    }
    expect(readdirSync(outside).sort()).toEqual(['deep', 'page.md']);
    expect(readFileSync(join(outside, 'deep/page.md'), 'utf8')).toBe('outside');
    expect(readFileSync(join(root, 'in.md'), 'utf8')).toBe('inside');
  });

  it('reads no link to a file: a good, a dangling and a looping one, inside or out', () => {
    const { root, outside } = temporaryRoot();
    writeTree(outside, { 'page.md': 'outside' });
    writeTree(root, { 'in.md': 'inside' });
    for (const [name, target] of [
      ['out.md', join(outside, 'page.md')],
      ['near.md', 'in.md'],
      ['dangling.md', 'none.md'],
      ['self.md', 'self.md'],
    ] as const) {
      symlinkSync(target, join(root, name));
      const disk = openHere(root, options);
      const system = disk.system();
      expect(codeOf(() => disk.read(name, 1_000))).toBe('symlink');
      expect(codeOf(() => disk.readIfPresent(name, 1_000))).toBe('symlink');
      expect(codeOf(() => disk.stat(name))).toBe('symlink');
      expect(codeOf(() => system.readFile(name))).toBe('symlink');
      expect(codeOf(() => system.createFile(name, Buffer.from('x'), 0o644))).toBe('EEXIST');
      expect(system.identify(name)?.content).toBe('symlink');
      expect(system.exists(name)).toBe(true);
      expect(system.noWriters(name)).toBe(null);
    }
    expect(readFileSync(join(outside, 'page.md'), 'utf8')).toBe('outside');
    expect(existsSync(join(root, 'none.md'))).toBe(false);
  });

  it('takes only regular files: a folder, a pipe, a socket and a device are named, and none blocks', async () => {
    const { root } = temporaryRoot();
    mkdirSync(join(root, 'folder.md'));
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    const server = createServer().listen(join(root, 'socket.md'));
    await new Promise((resolve) => server.on('listening', resolve));
    const disk = openHere(root, options);
    const system = disk.system();
    for (const name of ['folder.md', 'pipe.md', 'socket.md']) {
      expect([name, codeOf(() => disk.read(name, 1_000))]).toEqual([name, 'not_a_file']);
      expect([name, codeOf(() => disk.stat(name))]).toEqual([name, 'not_a_file']);
      expect([name, system.identify(name)?.content]).toEqual([name, 'not_a_file']);
    }
    expect(codeOf(() => openHere('/dev', options).read('null', 1_000))).toBe('not_a_file');
    await new Promise((resolve) => server.close(resolve));
  });

  it('is not misled by a sibling whose name starts like the root', () => {
    const { root, outside } = temporaryRoot();
    writeTree(outside, { 'page.md': 'outside' });
    const disk = openHere(root, options);
    for (const path of ['../root-evil/page.md', `${outside}/page.md`, '-evil/../../root-evil/page.md']) {
      expect(codeOf(() => disk.read(path, 1_000))).toBe('unsafe_path');
    }
  });

  it('shows the names of a hard link, so that the applier can refuse it', () => {
    const { root, outside } = temporaryRoot();
    writeTree(outside, { 'page.md': 'outside' });
    linkSync(join(outside, 'page.md'), join(root, 'page.md'));
    const disk = openHere(root, options);
    expect(disk.stat('page.md')?.links).toBe(2);
    expect(disk.system().identify('page.md')?.links).toBe(2);
  });

  it('says what is missing and what is no folder', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'x' });
    const disk = openHere(root, options);
    expect(codeOf(() => disk.read('none/b.md', 9))).toBe('ENOENT');
    expect(codeOf(() => disk.read('a.md/b.md', 9))).toBe('ENOTDIR');
    expect(disk.readIfPresent('none/b.md', 9)).toBe(null);
    expect(disk.readIfPresent('a.md/b.md', 9)).toBe(null);
    expect(disk.stat('none/b.md')).toBe(null);
    expect(disk.isFolder('none')).toBe(false);
    expect(disk.isFolder('a.md')).toBe(false);
    expect(disk.isFolder('')).toBe(true);
    expect(disk.list('none')).toEqual([]);
    expect(disk.system().identify('none/b.md')).toBe(null);
    expect(disk.system().exists('a.md/b.md')).toBe(false);
  });

  it('bounds what it reads', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'x'.repeat(100), 'empty.md': '' });
    const disk = openHere(root, options);
    expect(disk.read('a.md', 100).bytes).toHaveLength(100);
    expect(disk.read('empty.md', 0).bytes).toHaveLength(0);
    expect(codeOf(() => disk.read('a.md', 99))).toBe('too_large');
  });

  it('writes nothing into .git and nothing derived outside .docforge', async () => {
    const { root } = temporaryRoot();
    writeTree(root, { '.git/HEAD': 'ref: refs/heads/main\n', 'a.md': 'x' });
    const disk = openHere(root, options);
    expect(Buffer.from(disk.read('.git/HEAD', 100).bytes).toString()).toContain('refs/heads/main');
    expect(codeOf(() => disk.system().createFile('.git/hooks', Buffer.from('x'), 0o644))).toBe('unsafe_path');
    expect(codeOf(() => disk.system().createFile('docs/.docforge/x', Buffer.from('x'), 0o644))).toBe('unsafe_path');
    await expect(disk.publish('a.md', Buffer.from('y'))).rejects.toMatchObject({ code: 'not_derived' });
    expect(codeOf(() => disk.remove('a.md'))).toBe('not_derived');
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('x');
  });

  it('says that it is closed', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'x' });
    const disk = openHere(root, options);
    const system = disk.system();
    disk.close();
    expect(codeOf(() => disk.read('a.md', 9))).toBe('closed');
    expect(codeOf(() => system.unlink('a.md'))).toBe('closed');
  });
});

describe.each(WAYS.slice(0, 2))('held handles by %s', (_name, options) => {
  it('keep the root through a rename, even when another folder takes its name', () => {
    const { base, root } = temporaryRoot();
    writeTree(root, { 'a.md': 'first' });
    const disk = openHere(root, options);
    renameSync(root, join(base, 'moved'));
    writeTree(root, { 'a.md': 'second' });
    expect(Buffer.from(disk.read('a.md', 9).bytes).toString()).toBe('first');
    disk.system().createFile('b.md', Buffer.from('x'), 0o644);
    expect(existsSync(join(base, 'moved', 'b.md'))).toBe(true);
    expect(existsSync(join(root, 'b.md'))).toBe(false);
  });

  it('cross no mount point', () => {
    const disk = openHere('/', options);
    expect(codeOf(() => disk.read('proc/version', 1_000))).toBe('other_device');
  });

  it('let nothing escape while another process swaps folders for links', () => {
    const { tries, escapes, met } = raceConfinement(5_000, 7, options);
    expect({ tries, escapes }).toEqual({ tries: 5_000, escapes: 0 });
    expect(met).toBeGreaterThan(0);
  });
});

describe('stable reads', () => {
  it('tells the state that the bytes belong to', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'a.md': 'one' });
    const disk = openHere(root);
    const first = disk.read('a.md', 9);
    expect(first.stat).toEqual(disk.stat('a.md'));
    writeFileSync(join(root, 'a.md'), 'two');
    const second = disk.read('a.md', 9);
    expect(second.stat.inode).toBe(first.stat.inode);
    expect(second.stat.ctime_ns).not.toBe(first.stat.ctime_ns);
  });
});
