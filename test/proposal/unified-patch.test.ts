import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyHunks, formatHunks, planHunks } from '../../src/proposal/hunks.ts';
import { quotePath } from '../../src/proposal/patch-path.ts';
import { type FileTexts, formatPatch, planFilePatch } from '../../src/proposal/unified-patch.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docforge-patch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lays the texts before in a folder, has Git apply the diff, and compares every file with its text after. */
function expectGitApplies(files: readonly FileTexts[], inside = folder): void {
  for (const file of files) {
    if (file.path_before === null) continue;
    mkdirSync(dirname(join(inside, file.path_before)), { recursive: true });
    writeFileSync(join(inside, file.path_before), file.before ?? '', { mode: file.executable ? 0o755 : 0o644 });
  }
  const patch = formatPatch(files.map(planFilePatch));
  const environment = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: inside, GIT_CEILING_DIRECTORIES: tmpdir() };
  for (const args of [
    ['apply', '--check', '-'],
    ['apply', '-'],
  ]) {
    const run = spawnSync('git', args, { cwd: inside, input: patch, env: environment, encoding: 'utf8' });
    expect(run.stderr).not.toMatch(/^(?:error|fatal)/m);
    expect(run.status).toBe(0);
  }
  for (const file of files) {
    if (file.path_before !== null && file.path_before !== file.path_after) {
      expect(existsSync(join(inside, file.path_before))).toBe(false);
    }
    if (file.path_after === null) continue;
    expect(readFileSync(join(inside, file.path_after), 'utf8')).toBe(file.after);
    const mode = statSync(join(inside, file.path_after)).mode & 0o100;
    if (file.path_before !== null) expect(mode !== 0).toBe(file.executable);
  }
}

const update = (path: string, before: string, after: string, executable = false): FileTexts => ({
  path_before: path,
  path_after: path,
  before,
  after,
  executable,
});
const create = (path: string, after: string): FileTexts => ({
  path_before: null,
  path_after: path,
  before: null,
  after,
  executable: false,
});
const remove = (path: string, before: string, executable = false): FileTexts => ({
  path_before: path,
  path_after: null,
  before,
  after: null,
  executable,
});

describe('hunks', () => {
  it('show three lines of context and join where contexts meet', () => {
    const before = Array.from({ length: 20 }, (_, i) => `${i + 1}\n`).join('');
    const after = before.replace('5\n', 'five\n').replace('11\n', 'eleven\n');
    expect(formatHunks(planHunks(before, after)).split('\n')[0]).toBe('@@ -2,13 +2,13 @@');
    expect(planHunks(before, after.replace('eleven\n', '11\n').replace('18\n', 'x\n'))).toHaveLength(2);
  });

  it('are none for equal texts', () => {
    expect(planHunks('a\nb', 'a\nb')).toEqual([]);
  });

  it('replace the whole middle when the shortest script would cost too much', () => {
    const before = Array.from({ length: 4000 }, (_, i) => `before ${i}\n`).join('');
    const after = Array.from({ length: 4000 }, (_, i) => `after ${i}\n`).join('');
    const started = performance.now();
    const hunks = planHunks(`top\n${before}end\n`, `top\n${after}end\n`);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(hunks).toHaveLength(1);
    expect(hunks[0]).toMatchObject({ old_start: 1, old_lines: 4002, new_start: 1, new_lines: 4002 });
  });

  it('are refused by the reader when anything about them is altered', () => {
    const patch = formatHunks(planHunks('a\nb\nc\n', 'a\nB\nc\n'));
    expect(applyHunks('a\nb\nc\n', patch)).toBe('a\nB\nc\n');
    expect(applyHunks('a\nx\nc\n', patch)).toBeNull();
    expect(applyHunks('a\nb\nc\n', patch.replace('-1,3', '-1,4'))).toBeNull();
    expect(applyHunks('a\nb\nc\n', patch.replace('+1,3', '+2,3'))).toBeNull();
    expect(applyHunks('a\nb\nc\n', patch.replace(' c', '?c'))).toBeNull();
  });
});

describe('paths in a diff', () => {
  it.each([
    ['docs/plain.md', 'docs/plain.md'],
    ['docs/with blank.md', 'docs/with blank.md'],
    ['docs/é.md', '"docs/\\303\\251.md"'],
    ['docs/"q".md', '"docs/\\"q\\".md"'],
    ['a\tb\\c', '"a\\tb\\\\c"'],
  ])('%s is written %s, as Git writes it', (path, written) => {
    expect(quotePath(path)).toBe(written);
  });
});

describe('a diff and git apply', () => {
  it('agree on updates, creations, deletions and moves at once', () => {
    expectGitApplies([
      create('docs/new/page.md', '# New\n'),
      create('docs/empty.md', ''),
      update('docs/a.md', 'one\ntwo\nthree\n', 'one\n2\nthree\n'),
      remove('docs/gone.md', 'gone\n'),
      remove('docs/gone-empty.md', ''),
      {
        path_before: 'docs/m.md',
        path_after: 'docs/in/m.md',
        before: 'x\n[a](b)\n',
        after: 'x\n[a](../b)\n',
        executable: true,
      },
      { path_before: 'docs/n.md', path_after: 'docs/in/n n.md', before: 'same\n', after: 'same\n', executable: false },
    ]);
  });

  it('keep a missing final newline, CRLF, a BOM, lone CR and NUL', () => {
    expectGitApplies([
      update('no-newline.md', 'a\nb', 'a\nc'),
      update('gains.md', 'a\nb', 'a\nb\n'),
      update('loses.md', 'a\nb\n', 'a\nb'),
      update('crlf.md', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n'),
      update('mixed.md', 'a\r\nb\nc\r\n', 'a\nb\r\nc\r\n'),
      update('bom.md', '\ufeff+++\nx\n', '\ufeff+++\ny\n'),
      update('cr.md', 'a\rb\rc', 'a\rB\rc'),
      update('blank.md', ' \n\t\n', '\t\n \n   \n'),
      update('empties.md', '', 'now\n'),
      update('emptied.md', 'now', ''),
      update('nul.md', 'a\0b\nc\n', 'a\0b\nd\0\n'),
      update('signs.md', '-- a\n++ b\n', '--- a\n+++ b\n@@ -1 +1 @@\n\\ No newline at end of file\n'),
    ]);
  });

  it('keep modes', () => {
    expectGitApplies([
      update('tool.md', 'a\n', 'b\n', true),
      update('page.md', 'a\n', 'b\n'),
      remove('x.md', 'x', true),
    ]);
  });

  it('agree on odd file names', () => {
    const names = [
      'with blank.md',
      ' lead.md',
      'tab\there.md',
      'é/ü ö.md',
      '日本.md',
      'a"b.md',
      'back\\slash.md',
      'b/a/b.md',
      "it's 😀.md",
    ];
    expectGitApplies([
      ...names.map((name) => update(`u/${name}`, 'a\n', 'b\n')),
      ...names.map((name) => create(`c/${name}`, 'a\n')),
      ...names.map((name) => remove(`d/${name}`, 'a\n')),
      ...names.map((name) => ({ ...update(`m/${name}`, 'a\nb\nc\n', 'a\nb\nd\n'), path_after: `n/${name}` })),
    ]);
  });

  it('agree inside a repository too', () => {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    expectGitApplies([update('a.md', 'a\n', 'b\n'), create('é b.md', 'x'), remove('c.md', 'c')]);
  });

  it('agree on random texts', () => {
    const line = fc.constantFrom(
      '',
      'a',
      'b',
      'c ',
      '\tx',
      '+++',
      '---',
      '@@ -1 +1 @@',
      '\\ No newline',
      'é\u202e',
      'diff --git a/x b/x',
    );
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')), { maxLength: 40 })
      .chain((rows) =>
        fc.boolean().map((open) => rows.map(([l, end], i) => l + (open && i === rows.length - 1 ? '' : end)).join('')),
      );
    let round = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), (pairs) => {
        const inside = join(folder, `r${round++}`);
        mkdirSync(inside);
        const changed = pairs.filter(([before, after]) => before !== after);
        if (changed.length > 0)
          expectGitApplies(
            changed.map(([b, a], i) => update(`f${i}.md`, b, a)),
            inside,
          );
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('lead from before to after for any pair of texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\n', '\r', ' ', '\0', '\u2028'), maxLength: 60 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyHunks(before, formatHunks(planHunks(before, after)))).toBe(after);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});
