import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDisk, pathFlaw } from '../../src/disk/index.ts';

it('documents may live below .docforge/docs and nowhere else below .docforge', () => {
  expect(pathFlaw('.docforge/docs/page.md')).toBeNull();
  for (const path of [
    '.docforge/page.md',
    '.docforge/docs',
    '.DocForge/docs/page.md',
    'a/.docforge/docs/page.md',
    '.docforge/docs/.git/x',
  ])
    expect(pathFlaw(path), path).toBe('private_folder');

  const root = mkdtempSync(join(tmpdir(), 'docforge-own-'));
  mkdirSync(join(root, '.docforge/docs/deep'), { recursive: true });
  mkdirSync(join(root, '.docforge/index'));
  for (const path of ['.docforge/docs/deep/a.md', '.docforge/index/b.md', '.docforge/c.md', 'd.md'])
    writeFileSync(join(root, path), '');
  const disk = openDisk(root);
  expect(disk.scan({ skipNames: new Set() }).files.map((file) => file.path)).toEqual([
    '.docforge/docs/deep/a.md',
    'd.md',
  ]);
  disk.close();
});
