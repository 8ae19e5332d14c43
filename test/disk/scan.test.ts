/** One walk: sorted, ending, each file once, every skip named, nothing unread taken for deleted. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemsOfScan, type TreeScan } from '../../src/disk/index.ts';
import { openHere, Script, temporaryRoot, WAYS, writeTree } from './support.ts';

const NONE: ReadonlySet<string> = new Set();

/** A scan as texts, without the stats. */
function shown(scan: TreeScan): Record<string, string[]> {
  return {
    files: scan.files.map((file) => file.path),
    folders: [...scan.folders],
    skipped: scan.skipped.map(({ path, reason }) => `${path} ${reason}`),
    unreadable: scan.unreadable.map(({ path, code }) => `${path} ${code}`),
    twins: scan.twins.map(({ path, other }) => `${path} ${other}`),
  };
}

describe.each(WAYS)('a scan by %s', (_name, options) => {
  it('lists files and folders in code-unit order and names what it skips', () => {
    const { root, outside } = temporaryRoot();
    writeTree(outside, { 'page.md': 'outside' });
    writeTree(root, {
      'docs/b.md': 'b',
      'docs/a.md': 'a',
      'docs/Z.md': 'z',
      'docs/release.md/notes.md': 'n',
      'docs/nodes.toml/readme.txt': 'r',
      '.git/HEAD': 'x',
      '.docforge/project.toml': 'x',
      'node_modules/p/index.md': 'x',
      'README.md': 'r',
      'docs/🚰 taps.md': 't',
      'docs/aux.md': 'x',
      'docs/a:b.md': 'x',
      'docs/trailing./x.md': 'x',
    });
    mkdirSync(join(root, 'docs/a-folder'));
    symlinkSync('..', join(root, 'docs/a-folder/up'));
    symlinkSync('self', join(root, 'docs/a-folder/self'));
    symlinkSync(outside, join(root, 'docs/out'));
    symlinkSync('a.md', join(root, 'docs/near.md'));
    execFileSync('mkfifo', [join(root, 'docs/pipe.md')]);
    const scan = openHere(root, options).scan({ skipNames: new Set(['node_modules']) });
    expect(shown(scan)).toEqual({
      files: [
        'README.md',
        'docs/Z.md',
        'docs/a.md',
        'docs/b.md',
        'docs/nodes.toml/readme.txt',
        'docs/release.md/notes.md',
        'docs/🚰 taps.md',
      ],
      folders: ['docs', 'docs/a-folder', 'docs/nodes.toml', 'docs/release.md'],
      skipped: [
        '.docforge skipped_folder',
        '.git skipped_folder',
        'docs/a-folder/self symlink',
        'docs/a-folder/up symlink',
        'docs/a:b.md unsafe_name',
        'docs/aux.md unsafe_name',
        'docs/near.md symlink',
        'docs/out symlink',
        'docs/pipe.md special',
        'docs/trailing. unsafe_name',
        'node_modules skipped_folder',
      ],
      unreadable: [],
      twins: [],
    });
    expect(scan.files[2]!.stat).toEqual(openHere(root, options).stat('docs/a.md'));
  });

  it('names files whose bytes are no valid UTF-8 name', () => {
    const { root } = temporaryRoot();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.md')]), 'x');
    expect(shown(openHere(root, options).scan({ skipNames: NONE }))).toMatchObject({
      files: [],
      skipped: ['caf\ufffd.md unsafe_name'],
    });
  });

  it('goes no deeper than the limit', () => {
    const { root } = temporaryRoot();
    const deep = Array.from({ length: 70 }, () => 'd').join('/');
    writeTree(root, { [`${deep}/x.md`]: 'x', 'd/y.md': 'y' });
    const scan = shown(openHere(root, options).scan({ skipNames: NONE }));
    expect(scan.files).toEqual(['d/y.md']);
    expect(scan.folders).toHaveLength(63);
    expect(scan.skipped).toEqual([`${Array.from({ length: 64 }, () => 'd').join('/')} too_deep`]);
  });
});

describe('twins', () => {
  it('are named once, files and folders, by case and by composition', () => {
    const { root } = temporaryRoot();
    writeTree(root, {
      'docs/Readme.md': '1',
      'docs/readme.md': '2',
      'docs/caf\u00e9.md': '1',
      'docs/cafe\u0301.md': '2',
      'Notes/a.md': '1',
      'notes/b.md': '2',
    });
    const scan = openHere(root).scan({ skipNames: NONE });
    expect(scan.files).toHaveLength(6);
    expect(shown(scan).twins).toEqual([
      'docs/caf\u00e9.md docs/cafe\u0301.md',
      'docs/readme.md docs/Readme.md',
      'notes Notes',
    ]);
    expect(problemsOfScan(scan).map((p) => `${p.severity} ${p.code} ${p.file}`)).toContain(
      'warning twin_paths docs/readme.md',
    );
  });
});

describe('problems of a scan', () => {
  it('tell a person what was skipped and why, sorted', () => {
    const { root } = temporaryRoot();
    writeTree(root, { 'docs/aux.md': 'x', 'docs/a\u202eb.md': 'x' });
    symlinkSync('none', join(root, 'docs/link.md'));
    const problems = problemsOfScan(openHere(root).scan({ skipNames: NONE }));
    expect(problems.map((p) => [p.severity, p.code, p.file])).toEqual([
      ['warning', 'unsafe_name', 'docs/a<U+202E>b.md'],
      ['warning', 'unsafe_name', 'docs/aux.md'],
      ['note', 'skipped_link', 'docs/link.md'],
    ]);
    expect(problems[1]!.message).toContain('a device on some systems');
  });

  it('name what could not be read as an error', () => {
    const scan: TreeScan = {
      files: [],
      folders: [],
      skipped: [],
      unreadable: [{ path: 'docs', code: 'EACCES' }],
      twins: [],
    };
    expect(problemsOfScan(scan)).toMatchObject([
      {
        code: 'unreadable_file',
        severity: 'error',
        file: 'docs',
        message: 'This could not be read: permission denied (EACCES).',
      },
    ]);
  });
});

describe.skipIf(process.getuid?.() !== 0)('as a user without rights', () => {
  it.each(['strongest', 'walk', 'check'])('names the unread folder and file, and reads the rest (%s)', async (way) => {
    const { base, root } = temporaryRoot();
    writeTree(root, { 'docs/one.md': 'x', 'docs/two.md': 'y', 'closed/x.md': 'x' });
    execFileSync('chmod', ['755', base, root]);
    execFileSync('chmod', ['000', join(root, 'docs/one.md'), join(root, 'closed')]);
    const script = new Script('unprivileged-scan.ts', [root, way]);
    await script.printed('done');
    expect(JSON.parse(script.output().split('done')[0]!)).toEqual({
      files: ['docs/one.md', 'docs/two.md'],
      unreadable: [{ path: 'closed', code: 'EACCES' }],
      one: 'EACCES',
      problem: 'This could not be read: permission denied (EACCES).',
      two: 'y',
      lock: 'lock_unavailable',
    });
  });
});

describe('a tree that moves while it is scanned', () => {
  it('never fails: what is gone is gone', async () => {
    const { root } = temporaryRoot();
    for (let i = 0; i < 20; i++) writeTree(root, { [`f${i}/a.md`]: 'x', [`f${i}/b.md`]: 'x' });
    const disk = openHere(root);
    for (let i = 0; i < 20; i++) {
      renameSync(join(root, `f${i}`), join(root, `g${i}`));
      const scan = disk.scan({ skipNames: NONE });
      expect(scan.files).toHaveLength(40);
      expect(scan.unreadable).toEqual([]);
    }
  });
});
