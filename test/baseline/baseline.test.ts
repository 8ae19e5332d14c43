/** A baseline takes out what was accepted by name, as long as it is what was accepted, and nothing else. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSarif } from '../cli/sarif-schema.ts';
import { docforge } from '../cli/terminal.ts';
import { readCommands } from '../cli/workflow-commands.ts';
import { ask, codeOf, DESCRIPTOR, dataOf, folderWith, page } from '../operation/projects.ts';

const BASELINE = '.docforge/baseline.json';
const link = (target: string, text = 'link') => `A [${text}](${target}) here.\n`;

interface Checked {
  readonly valid: boolean;
  readonly counts: { readonly error: number; readonly warning: number; readonly note: number };
  readonly problems: readonly { readonly code: string; readonly message: string; readonly line?: number }[];
  readonly accepted: { readonly counts: { readonly error: number }; readonly stale: number } | null;
}

const check = (root: string, input: object = {}) => dataOf<Checked>(ask(root, 'check', input));
const accept = (root: string, input: object = {}) =>
  dataOf<{ accepted: number; already: number; rows: number }>(
    ask(root, 'baseline_accept', { codes: ['dead_link'], reason: 'old', ...input }),
  );
const codes = async (root: string) => (await check(root)).problems.map((row) => row.code);
const baselineOf = (root: string) => readFileSync(join(root, BASELINE), 'utf8');
const put = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

function twoFaults(): string {
  return folderWith({ 'docs/a.md': page('a', '', link('gone.md')), 'docs/b.md': page('b', '', link('#gone')) });
}

describe('accepting', () => {
  it('takes out what was named, and says how much', async () => {
    const root = twoFaults();
    expect(await accept(root)).toMatchObject({ accepted: 1, already: 0, rows: 1 });
    const checked = await check(root);
    expect(checked.problems.map((row) => row.code)).toEqual(['dead_anchor']);
    expect(checked.accepted).toMatchObject({ counts: { error: 1 }, stale: 0 });
    expect(await accept(root, { codes: ['dead_anchor'] })).toMatchObject({ accepted: 1, rows: 2 });
    expect((await check(root)).valid).toBe(true);
    expect(await accept(root)).toMatchObject({ accepted: 0, already: 1, rows: 2 });
    expect((await check(root, { baseline: 'ignore' })).problems).toHaveLength(2);
  });

  it('writes one problem a line, in one order, whatever the order of accepting', async () => {
    const root = twoFaults();
    await accept(root);
    await accept(root, { codes: ['dead_anchor'] });
    const text = baselineOf(root);
    expect(text.split('\n')).toHaveLength(8);
    expect(JSON.parse(text.split('\n')[3]!.replace(/,$/, ''))).toEqual({
      code: 'dead_link',
      file: 'docs/a.md',
      node: 'a',
      says: 'The link gone.md leads to nothing: there is no docs/gone.md.',
      hash: 'sha256:27f7a42a791790cead6ad8c4e8275d353eeda1a381083025e12c8f8c43cefd25',
      reason: 'old',
    });
    const other = twoFaults();
    await accept(other, { codes: ['dead_anchor', 'dead_link'] });
    expect(baselineOf(other)).toBe(text);
  });

  it('takes nothing as a whole, and nothing without a reason', async () => {
    const root = twoFaults();
    const refused = (input: object) => codeOf(ask(root, 'baseline_accept', { reason: 'x', ...input }));
    expect(await refused({})).toBe('acceptance_unnamed');
    expect(await refused({ paths: ['docs'] })).toBe('acceptance_unnamed');
    expect(await refused({ codes: ['*'] })).toBe('unknown_problem_code');
    expect(await refused({ codes: ['dead_lnk'] })).toBe('unknown_problem_code');
    expect(await refused({ codes: ['stale_acceptance'] })).toBe('unknown_problem_code');
    expect(await refused({ codes: ['not_approved'] })).toBe('unknown_problem_code');
    expect(await refused({ codes: ['duplicate_id'] })).toBe('nothing_to_accept');
    expect(await refused({ codes: ['dead_link'], paths: ['docs/b.md'] })).toBe('nothing_to_accept');
    expect(await refused({ problems: ['sha256:'] })).toBe('nothing_to_accept');
    for (const reason of [undefined, '', '  ', 'two\nlines', 'x'.repeat(1_001)]) {
      expect(await refused({ codes: ['dead_link'], reason })).toBe('reason_needed');
    }
    expect(existsSync(join(root, BASELINE))).toBe(false);
    const { err } = await docforge(root, 'baseline accept --reason x');
    expect(err).toContain('dead_anchor (1), dead_link (1)');
  });

  it('can be narrowed to a folder, a file, a line, a document or one problem', async () => {
    const files = {
      'docs/x/a.md': page('a', '', `${link('gone.md')}\n${link('lost.md')}`),
      'docs/x-y/b.md': page('b', '', link('gone.md')),
    };
    const accepted = async (input: object) => (await accept(folderWith(files), input)).accepted;
    expect(await accepted({ paths: ['docs/x'] })).toBe(2);
    expect(await accepted({ paths: ['./docs/x/'] })).toBe(2);
    expect(await accepted({ paths: ['docs/x/a.md:8'] })).toBe(1);
    expect(await accepted({ paths: ['docs/x/a.md:8:3', 'docs/x/a.md:10'] })).toBe(2);
    expect(await accepted({ nodes: ['b'] })).toBe(1);
    expect(await accepted({ paths: ['.'] })).toBe(3);
    const root = folderWith(files);
    const { problems } = await dataOf<{ problems: { fingerprint: string }[] }>(ask(root, 'check', { whole: true }));
    const mark = problems[1]!.fingerprint.slice(7, 19);
    expect((await accept(root, { codes: undefined, problems: [mark] })).accepted).toBe(1);
    expect((await check(root)).problems).toHaveLength(2);
  });

  it('shows first what it would do, when asked', async () => {
    const root = twoFaults();
    const { out, status } = await docforge(root, 'baseline accept --code dead_link --reason x --dry-run');
    expect([status, existsSync(join(root, BASELINE))]).toEqual([0, false]);
    expect(out).toContain('docs/a.md:8:3');
    expect(out).toContain('Nothing was written.');
  });

  it('by several at once loses none', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `p${i}`);
    const root = folderWith(Object.fromEntries(names.map((id) => [`docs/${id}.md`, page(id, '', link('gone.md'))])));
    await Promise.all(names.map((id) => accept(root, { nodes: [id] })));
    expect((await check(root)).accepted).toMatchObject({ counts: { error: 6 } });
  });
});

describe('what was accepted', () => {
  it('stays accepted while it moves, and while others come and go', async () => {
    const root = twoFaults();
    await accept(root);
    put(root, 'docs/a.md', page('a', '', `More.\n\n${link('gone.md')}\nAfter.\n`));
    expect(await codes(root)).toEqual(['dead_anchor']);
    put(root, 'docs/a.md', page('a', '', `More.\n\n${link('gone.md')}\nAfter.\n`).replaceAll('\n', '\r\n'));
    expect(await codes(root)).toEqual(['dead_anchor']);
    put(root, 'docs/gone2.md', page('gone2'));
    expect(await codes(root)).toEqual(['dead_anchor']);
    renameSync(join(root, 'docs/a.md'), join(root, 'docs/z.md'));
    expect(await codes(root)).toEqual(['dead_anchor']);
  });

  it('shows again when its line changes, and the row is named as stale', async () => {
    const root = twoFaults();
    await accept(root);
    put(root, 'docs/a.md', page('a', '', link('gone.md', 'other words')));
    expect(await codes(root)).toEqual(['dead_link', 'dead_anchor', 'stale_acceptance']);
    const { out } = await docforge(root, 'check');
    expect(out).toContain(`${BASELINE}:4: note: The baseline accepts dead_link in docs/a.md`);
    expect(out).toContain('1 stale row');
  });

  it('does not cover another problem of the same code in the same line or page', async () => {
    const root = twoFaults();
    await accept(root);
    put(root, 'docs/a.md', page('a', '', `${link('gone.md')}\n${link('lost.md')}`));
    expect((await check(root)).problems[0]).toMatchObject({ code: 'dead_link', line: 10 });
    put(root, 'docs/a.md', page('a', '', `${link('gone.md')}\n${link('gone.md')}`));
    expect(await codes(root)).toEqual(['dead_link', 'dead_anchor']);
    expect(await accept(root)).toMatchObject({ accepted: 1, already: 1, rows: 2 });
    expect(await codes(root)).toEqual(['dead_anchor']);
  });

  it('covers the whole file where nothing of it could be taken', async () => {
    const root = folderWith({ 'docs/a.md': 'no block\n\nrest\n', 'docs/b.md': '+++\nid = \n+++\n\nrest\n' });
    await accept(root, { codes: ['missing_block', 'invalid_toml'] });
    expect(await codes(root)).toEqual([]);
    put(root, 'docs/a.md', 'no block\n\nother\n');
    put(root, 'docs/b.md', '+++\nid = \n+++\n\nother\n');
    expect((await codes(root)).filter((code) => code !== 'stale_acceptance')).toEqual([
      'missing_block',
      'invalid_toml',
    ]);
  });

  it('shows again when a third copy of an id appears', async () => {
    const root = folderWith({ 'docs/a.md': page('x'), 'docs/b.md': page('x') });
    await accept(root, { codes: ['duplicate_id'] });
    expect(await codes(root)).toEqual([]);
    put(root, 'docs/c.md', page('x'));
    expect(await codes(root)).toEqual(['duplicate_id', 'stale_acceptance']);
  });

  it('is told apart by its words where the line says nothing', async () => {
    const relation = (target: string) => `[[relations]]\ntype = "depends_on"\ntarget = "${target}"\n`;
    const root = folderWith({ 'docs/a.md': page('a', relation('gone')) });
    await accept(root, { codes: ['unresolved_relation'] });
    expect(await codes(root)).toEqual([]);
    put(root, 'docs/a.md', page('a', relation('lost')));
    expect(await codes(root)).toEqual(['unresolved_relation', 'stale_acceptance']);
  });

  it('can be a link, a warning of the descriptor, or the project as a whole', async () => {
    const root = folderWith(
      { 'docs/a.md': page('a'), 'docs/b.md': page('b') },
      `${DESCRIPTOR}[limits]\nnodes = 1\n[problems]\ndead_lnk = "off"\n`,
    );
    symlinkSync('a.md', join(root, 'docs/link.md'));
    await accept(root, { codes: ['skipped_link', 'descriptor_unknown_code', 'too_many_nodes'] });
    expect(await codes(root)).toEqual([]);
    put(
      root,
      '.docforge/project.toml',
      readFileSync(join(root, '.docforge/project.toml'), 'utf8').replace('lnk', 'lnq'),
    );
    expect(await codes(root)).toEqual(['descriptor_unknown_code', 'stale_acceptance']);
  });
});

describe('stale rows', () => {
  it('are listed, and taken out by command', async () => {
    const root = twoFaults();
    await accept(root, { codes: ['dead_link', 'dead_anchor'] });
    put(root, 'docs/a.md', page('a'));
    const listed = await docforge(root, 'baseline list --stale');
    expect(listed.out).toContain('docs/a.md: stale: The link gone.md');
    expect(listed.out).toContain('2 rows in .docforge/baseline.json, 1 of them stale');
    const before = baselineOf(root);
    expect((await docforge(root, 'baseline prune --dry-run')).out).toContain('would be taken out: 1 row');
    expect(baselineOf(root)).toBe(before);
    expect((await docforge(root, 'baseline prune')).out).toContain('taken out: 1 row');
    expect((await check(root)).problems).toEqual([]);
    const pruned = baselineOf(root);
    await docforge(root, 'baseline prune');
    expect(baselineOf(root)).toBe(pruned);
    expect((await docforge(root, 'baseline list')).out).toContain('because: old');
  });

  it('are as bad as the descriptor says', async () => {
    const root = folderWith(
      { 'docs/a.md': page('a', '', link('gone.md')) },
      `${DESCRIPTOR}[problems]\nstale_acceptance = "error"\n`,
    );
    await accept(root);
    put(root, 'docs/a.md', page('a'));
    expect((await check(root)).valid).toBe(false);
  });
});

describe('the file', () => {
  it('that cannot be read is a refusal with its line, and accepts nothing', async () => {
    const root = twoFaults();
    await accept(root, { codes: ['dead_link', 'dead_anchor'] });
    const good = baselineOf(root);
    const wrong: [string, RegExp][] = [
      [good.replace('"code"', 'code'), /line 4: it is not JSON/],
      [good.replace(/^ {4}\{.*"dead_anchor"/m, '<<<<<<< HEAD\n$&'), /line 5 is the mark of a merge/],
      [good.replace('sha256:', 'sha1:'), /line 4: accepted\.0\.hash/],
      [good.replace('baseline/1', 'baseline/2'), /schema/],
      [good.replace('"reason"', '"because"'), /line 4/],
      ['', /not JSON/],
      ['null', /expected object/i],
      [`${'['.repeat(400)}${']'.repeat(400)}`, /nested/],
    ];
    for (const [text, message] of wrong) {
      put(root, BASELINE, text);
      const { status, err } = await docforge(root, 'check');
      expect([status, err]).toEqual([2, expect.stringMatching(message)]);
      expect(err).toContain('invalid_baseline');
      expect(await codeOf(ask(root, 'baseline_accept', { codes: ['dead_link'], reason: 'x' }))).toBe(
        'invalid_baseline',
      );
      expect(baselineOf(root)).toBe(text);
    }
    expect((await docforge(root, 'check --no-baseline')).status).toBe(1);
    rmSync(join(root, BASELINE));
    symlinkSync('/etc/hostname', join(root, BASELINE));
    expect((await docforge(root, 'check')).err).toContain('symbolic link');
  });

  it('may be laid out by hand, and merged row by row', async () => {
    const root = twoFaults();
    await accept(root, { codes: ['dead_link', 'dead_anchor'] });
    const value = JSON.parse(baselineOf(root));
    put(root, BASELINE, JSON.stringify(value, null, 4));
    expect((await check(root)).problems).toEqual([]);
    put(root, BASELINE, JSON.stringify({ ...value, accepted: [...value.accepted, value.accepted[0]] }));
    expect(await check(root)).toMatchObject({ accepted: { stale: 1 }, counts: { error: 0, note: 1 } });
  });

  it('must be there when it is asked for', async () => {
    const root = twoFaults();
    expect(await docforge(root, 'check --baseline')).toMatchObject({ status: 2, out: '' });
    expect((await docforge(root, 'check --baseline --format sarif')).err).toContain('no_baseline');
    await accept(root);
    expect((await docforge(root, 'check --baseline')).status).toBe(1);
  });
});

describe('accepted problems are counted', () => {
  it('in every format', async () => {
    const root = twoFaults();
    await accept(root, { codes: ['dead_link', 'dead_anchor'] });
    const expected = 'accepted by .docforge/baseline.json and not shown: 2 errors, 0 warnings, 0 notes';
    expect((await docforge(root, 'check')).out).toContain(expected);
    const { log, commands } = readCommands((await docforge(root, 'check --format github')).out);
    expect([log.join('\n').includes(expected), commands]).toEqual([true, []]);
    await docforge(root, 'check --summary sum.md');
    expect(readFileSync(join(root, 'sum.md'), 'utf8')).toContain('not shown: 2 errors');
    const run = readSarif((await docforge(root, 'check --format sarif')).out);
    expect(run.properties).toEqual({ accepted: { error: 2, warning: 0, note: 0 }, stale_acceptances: 0 });
    const justified = [{ kind: 'external', status: 'accepted', justification: 'old' }];
    expect(run.results.map((row) => row.suppressions)).toEqual([justified, justified]);
    expect(JSON.parse((await docforge(root, 'check --json')).out).data).toMatchObject({
      valid: true,
      accepted: { path: BASELINE, counts: { error: 2, warning: 0, note: 0 }, stale: 0 },
    });
  });

  it('and a cursor of another baseline is refused', async () => {
    const root = folderWith({ 'docs/a.md': page('a', '', `${link('a1.md')}\n${link('a2.md')}\n${link('#a3')}`) });
    const first = await ask(root, 'check', { limit: 1 });
    const cursor = first.ok ? first.page!.cursor! : '';
    expect((await check(root, { limit: 1 })).problems).toHaveLength(1);
    expect((await check(root, { cursor })).problems).toHaveLength(2);
    await accept(root, { codes: ['dead_anchor'] });
    expect(await codeOf(ask(root, 'check', { cursor }))).toBe('invalid_cursor');
  });
});
