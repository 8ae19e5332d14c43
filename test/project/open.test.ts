import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashJson, Refusal } from '../../src/base/index.ts';
import { openDisk } from '../../src/disk/index.ts';
import { openProject, planInit, publishInit, reviewerOf, writerOf } from '../../src/project/index.ts';
import { readRevision } from '../../src/project/revision.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'docforge-project-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function init(): Promise<void> {
  const disk = openDisk(root);
  await publishInit(disk, planInit({ root, id: 'p' }));
  disk.close();
}

function codeOf(act: () => unknown): string {
  try {
    act();
    return 'nothing was refused';
  } catch (cause) {
    return cause instanceof Refusal ? cause.code : String(cause);
  }
}

describe('opening a project', () => {
  it('looks upward, or at one folder alone', async () => {
    await init();
    mkdirSync(join(root, 'docs/deep'), { recursive: true });
    const project = openProject(join(root, 'docs/deep'));
    expect(project.root).toBe(root);
    expect(project.fingerprint).toBe(hashJson({ project: 'p' }));
    project.close();
    expect(codeOf(() => openProject(join(root, 'docs/deep'), { exact: true }))).toBe('no_project');
  });

  it('refuses with a code', async () => {
    expect(codeOf(() => openProject(root))).toBe('no_project');
    expect(codeOf(() => openProject(join(root, 'gone')))).toBe('no_folder');
    put('.docforge/project.toml', 'schema_version = 1\n[project]\nidd = "p"\n');
    expect(codeOf(() => openProject(root))).toBe('invalid_descriptor');
  });

  it('knows its people', async () => {
    await init();
    const project = openProject(root);
    expect(writerOf(project, 'author')).toMatchObject({ families: ['*'] });
    expect(codeOf(() => writerOf(project, 'autor'))).toBe('unknown_writer');
    expect(codeOf(() => reviewerOf(project, 'author'))).toBe('unknown_reviewer');
    expect(project.policy.appliers).toEqual([{ id: 'applier', approvals: 1, own_changes: false }]);
    project.close();
  });

  it('is not started twice, and replaces nothing', async () => {
    put('docs/guides/start.md', 'mine');
    const disk = openDisk(root);
    expect(await publishInit(disk, planInit({ root }))).not.toContain('docs/guides/start.md');
    await expect(publishInit(disk, planInit({ root }))).rejects.toMatchObject({ code: 'already_a_project' });
    disk.close();
  });
});

describe('the Git revision', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  it('is read without Git: loose, packed, detached, above the root, in a worktree', () => {
    git('init', '-q', '.');
    expect(readRevision(root)).toBe(null);
    put('a.txt', 'a');
    git('add', '.');
    git('commit', '-qm', 'one');
    const head = git('rev-parse', 'HEAD');
    expect(readRevision(root)).toBe(head);
    mkdirSync(join(root, 'inner'));
    expect(readRevision(join(root, 'inner'))).toBe(head);
    git('pack-refs', '--all');
    expect(readRevision(root)).toBe(head);
    git('worktree', 'add', '-q', 'tree', '-b', 'other');
    expect(readRevision(join(root, 'tree'))).toBe(head);
    git('checkout', '-q', '--detach');
    expect(readRevision(root)).toBe(head);
  });

  it('is none for what is not understood', () => {
    put('.git', 'nonsense');
    expect(readRevision(root)).toBe(null);
    rmSync(join(root, '.git'));
    put('.git/HEAD', 'ref: ../../etc/passwd\n');
    expect(readRevision(root)).toBe(null);
  });
});
