/** Derived documents: the durable order of calls, all or nothing under faults, never over something else. */
import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SystemCall } from '../../src/disk/index.ts';
import { openHere, recorder, temporaryRoot, WAYS, writeTree } from './support.ts';

const bytes = (text: string) => Buffer.from(text);
const STAGED = /\.docforge\/staging\/[^ ]+/g;
const named = (calls: readonly string[]) => calls.map((call) => call.replace(STAGED, 'STAGED'));

describe('the order of calls', () => {
  it('of publish: staged and flushed, then renamed over, then the folder flushed', async () => {
    const { root } = temporaryRoot();
    const { calls, hook } = recorder();
    const disk = openHere(root, { hook });
    await disk.publish('.docforge/index/image', bytes('one'));
    expect(named(calls)).toEqual([
      'makeFolder .docforge',
      'makeFolder .docforge/staging',
      'makeFolder .docforge/index',
      'flushFolder .docforge',
      'createFile STAGED',
      'writeFile STAGED',
      'flushFile STAGED',
      'replace STAGED .docforge/index/image',
      'flushFolder .docforge/index',
    ]);
    calls.length = 0;
    await disk.publish('.docforge/index/image', bytes('two'));
    expect(named(calls)).toEqual([
      'createFile STAGED',
      'writeFile STAGED',
      'flushFile STAGED',
      'replace STAGED .docforge/index/image',
      'flushFolder .docforge/index',
    ]);
  });

  it('of publishNew: linked without clobbering, then the staged name dropped, then the folder flushed', async () => {
    const { root } = temporaryRoot();
    const { calls, hook } = recorder();
    const disk = openHere(root, { hook });
    expect(await disk.publishNew('.docforge/receipts/000001.json', bytes('one'))).toBe(true);
    expect(named(calls).slice(-5)).toEqual([
      'writeFile STAGED',
      'flushFile STAGED',
      'link STAGED .docforge/receipts/000001.json',
      'unlink STAGED',
      'flushFolder .docforge/receipts',
    ]);
    expect(await disk.publishNew('.docforge/receipts/000001.json', bytes('two'))).toBe(false);
    expect(readFileSync(join(root, '.docforge/receipts/000001.json'), 'utf8')).toBe('one');
    expect(statSync(join(root, '.docforge/receipts/000001.json')).nlink).toBe(1);
    expect(readdirSync(join(root, '.docforge/staging'))).toEqual([]);
  });
});

describe.each(WAYS)('publishing by %s', (_name, options) => {
  it('makes folders, replaces, keeps the mode that is asked for, and removes', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root, options);
    await disk.publish('.docforge/a/b/c.json', bytes('one'), 0o600);
    await disk.publish('.docforge/a/b/c.json', bytes('two'), 0o640);
    expect(readFileSync(join(root, '.docforge/a/b/c.json'), 'utf8')).toBe('two');
    expect(statSync(join(root, '.docforge/a/b/c.json')).mode & 0o777).toBe(0o640);
    expect(disk.list('.docforge/a/b')).toEqual(['c.json']);
    disk.remove('.docforge/a/b/c.json');
    disk.remove('.docforge/a/b/c.json');
    disk.remove('.docforge/none/c.json');
    expect(disk.list('.docforge/a/b')).toEqual([]);
  });

  it('follows no link on the way', async () => {
    const { root, outside } = temporaryRoot();
    writeTree(root, { '.docforge/x': '' });
    symlinkSync(outside, join(root, '.docforge/index'));
    const disk = openHere(root, options);
    await expect(disk.publish('.docforge/index/image', bytes('x'))).rejects.toMatchObject({ code: 'symlink' });
    await expect(disk.publishNew('.docforge/index/deep/image', bytes('x'))).rejects.toMatchObject({ code: 'symlink' });
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(join(root, '.docforge/staging'))).toEqual([]);
  });

  it('lets one of many publishers of the same new name win', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root, options);
    const wins = await Promise.all(
      Array.from({ length: 20 }, (_, i) => disk.publishNew('.docforge/changesets/c/000001.json', bytes(`${i}`))),
    );
    const winner = wins.indexOf(true);
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect(readFileSync(join(root, '.docforge/changesets/c/000001.json'), 'utf8')).toBe(`${winner}`);
  });
});

describe('a fault at each call', () => {
  it.each(['EIO', 'ENOSPC'])(
    'of publish over an old document (%s) leaves the old or the new, never a part',
    async (code) => {
      for (let at = 0; at < 5; at++) {
        const { root } = temporaryRoot();
        writeTree(root, { '.docforge/index/image': 'old', '.docforge/staging/keep': '' });
        let left = at;
        const hook = (call: SystemCall) => {
          if (call !== 'unlink' && left-- === 0) throw Object.assign(new Error(call), { code });
        };
        const disk = openHere(root, { hook });
        await expect(disk.publish('.docforge/index/image', bytes('new'))).rejects.toMatchObject({ code });
        expect(readFileSync(join(root, '.docforge/index/image'), 'utf8')).toBe(at === 4 ? 'new' : 'old');
        expect(readdirSync(join(root, '.docforge/staging'))).toEqual(['keep']);
      }
    },
  );
});
