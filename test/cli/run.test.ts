import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, page } from '../operation/projects.ts';
import { docforge } from './terminal.ts';

const ESC = '\u001b';
const JSON_COMMANDS = [
  'check',
  'index build',
  'index status',
  'index verify',
  'search text',
  'show start',
  'list',
  'neighbors start',
  'path start other',
  'impact start',
  'diff',
  'doctor',
  'changeset list',
  'import',
  'recover',
  'audit',
  'update start --name New --changeset one --ready',
  'changeset show one',
  'review one',
  'apply one --dry-run --as applier',
];

const files = {
  'docs/start.md': page('start', '[[relations]]\ntype = "depends_on"\ntarget = "other"\n'),
  'docs/other.md': page('other'),
};

describe('JSON on standard output', () => {
  it('is one document, without escapes, for success and failure alike', async () => {
    const good = folderWith(files);
    const broken = folderWith({ 'docs/broken.md': '+++\nid = \n+++\n' }, 'schema_version = 3\n');
    for (const root of [good, broken]) {
      for (const line of JSON_COMMANDS) {
        const { out, err, status } = await docforge(root, `${line} --json`, {
          env: { FORCE_COLOR: '1' },
          terminal: true,
        });
        const result = JSON.parse(out);
        expect([line, result.ok]).toEqual([line, root === good]);
        expect(out.endsWith('\n')).toBe(true);
        expect(out).not.toContain(ESC);
        expect([line, err]).toEqual([line, '']);
        expect(status === 0).toBe(result.ok && !line.startsWith('apply'));
      }
    }
  });
});

describe('colour', () => {
  it('is for a person at a terminal', async () => {
    const root = folderWith(files);
    const colored = async (typed: Parameters<typeof docforge>[2]) => {
      const { out, err } = await docforge(root, 'search text', typed);
      expect(err).toBe('');
      return out.includes(ESC);
    };
    expect(await colored({})).toBe(false);
    expect(await colored({ terminal: true })).toBe(true);
    expect(await colored({ terminal: true, env: { NO_COLOR: '1' } })).toBe(false);
    expect(await colored({ terminal: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' } })).toBe(false);
    expect(await colored({ env: { FORCE_COLOR: '1' } })).toBe(true);
    expect(await colored({ env: { FORCE_COLOR: '0' }, terminal: true })).toBe(false);
    expect(await colored({ terminal: true, env: { TERM: 'dumb' } })).toBe(false);
  });

  it('cannot be smuggled in by a document', async () => {
    const root = folderWith({ 'docs/start.md': page('start', '', `# T\n\nevil ${ESC}[31mred and \u202eturned\n`) });
    for (const line of ['show start', 'search evil']) {
      const { out } = await docforge(root, line);
      expect(out).not.toContain(ESC);
      expect(out).toContain('<U+001B>');
      expect(out).toContain('<U+202E>');
    }
  });

  it('marks the words that were looked for, also without it', async () => {
    const root = folderWith({ 'docs/start.md': page('start', '', '# T\n\na\u200b rollback is a rollback\n') });
    expect((await docforge(root, 'search rollback')).out).toContain('a<U+200B> «rollback» is a «rollback»');
  });
});

describe('exit status', () => {
  it('of check tells a wrong project from a clean one, and both from none', async () => {
    const clean = folderWith({ 'docs/v1.md': page('v1') });
    const wrong = folderWith({ 'docs/v1.md': page('v1', '[[relations]]\ntype = "depends_on"\ntarget = "gone"\n') });
    expect((await docforge(clean, 'check')).status).toBe(0);
    const { status, out } = await docforge(wrong, 'check');
    expect(status).toBe(1);
    expect(out).toMatch(/^docs\/v1\.md:\d+(:\d+)?: error: /);
    expect((await docforge(wrong, 'check --project gone')).status).toBe(2);
    expect((await docforge(folderWith({}, null), 'check')).err).toContain('docforge init');
  });
});

describe('the project', () => {
  it('is found from a subfolder, and answers are the same from everywhere', async () => {
    const root = folderWith({ ...files, 'docs/deep/er/s.md': page('s') });
    const deep = join(root, 'docs/deep/er');
    for (const line of ['check', 'list', 'search text', 'show s']) {
      const top = await docforge(root, line);
      expect(await docforge(deep, line)).toEqual(top);
      expect(await docforge(deep, `${line} --project ../../..`)).toEqual(top);
    }
    expect((await docforge(deep, 'update s --name S')).status).toBe(0);
    const beside = await docforge(deep, 'list --project .');
    expect([beside.status, beside.err.includes('--project')]).toEqual([2, true]);
    const dotFolders = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.docforge'),
    );
    expect(dotFolders).toEqual(['.docforge']);
  });

  it('is made in one command, and works at once', async () => {
    const root = folderWith({}, null);
    const made = await docforge(root, ['init', '--id', 'handbook', '--title', 'Team handbook']);
    expect(made).toMatchObject({ status: 0, err: '' });
    expect((await docforge(root, 'check')).out).toContain('valid: 0 errors, 0 warnings, 0 notes in 1 file');
    expect((await docforge(root, 'init')).status).toBe(1);
    mkdirSync(join(root, 'inner'));
    expect((await docforge(join(root, 'inner'), ['init', '.'])).status).toBe(0);
    expect((await docforge(join(root, 'gone'), 'init')).status).toBe(2);
    expect((await docforge(root, 'init inner2 --id Wrong!')).status).toBe(2);
    expect(existsSync(join(root, 'inner2'))).toBe(false);
  });

  it('is adopted with nothing written outside .docforge, and not before it is said', async () => {
    const vault = folderWith(
      { 'README.md': '# Hi\n', 'notes/a.md': '---\nowner: x\n---\n# A\n', '.trash/b.md': 'gone\n' },
      null,
    );
    const shown = await docforge(vault, 'init --adopt .');
    expect(shown.status).toBe(0);
    expect(shown.out).toContain('name = "vault"');
    expect(shown.out).toContain('Nothing was written');
    expect(shown.out).toContain('left out: .trash (1 Markdown file)');
    const refused = await docforge(vault, 'init --adopt', { terminal: true, interactive: true, answer: 'no' });
    expect([refused.status, existsSync(join(vault, '.docforge'))]).toEqual([0, false]);
    const written = await docforge(vault, 'init --adopt', { terminal: true, interactive: true, answer: 'y' });
    expect(written.err).toContain('Write it?');
    expect(readdirSync(vault).sort()).toEqual(['.docforge', '.trash', 'README.md', 'notes']);
    expect((await docforge(vault, 'check')).out).toContain('valid: 0 errors, 0 warnings, 0 notes in 2 files');
  });

  it('names every fault of its descriptor with its line', async () => {
    const root = folderWith({}, 'schema_version = 1\n[projct]\nid = "x"\n');
    const { status, err } = await docforge(root, 'check');
    expect(status).toBe(1);
    expect(err).toContain('.docforge/project.toml:2:1');
    expect(err).toContain('did you mean project?');
    expect(err).not.toMatch(/\n\s+at /);
  });
});

describe('words', () => {
  it('come from standard input for a dash', async () => {
    const root = folderWith(files);
    const shown = await docforge(root, 'show - --json', { stdin: 'start\r\nother\n\n' });
    expect(JSON.parse(shown.out).data.nodes.map((row: { node: { id: string } }) => row.node.id)).toEqual([
      'start',
      'other',
    ]);
    const toml = 'title = "T"\n[[operations]]\nop = "update"\nid = "start"\nset = { status = "draft" }\n';
    expect((await docforge(root, 'propose - --changeset toml', { stdin: toml })).status).toBe(0);
    await docforge(root, 'changeset abandon toml --reason x');
    const json = JSON.stringify({ title: 'T', operations: [{ op: 'update', id: 'start', set: { status: 'draft' } }] });
    expect((await docforge(root, 'propose - --changeset json', { stdin: `  ${json}` })).status).toBe(0);
    const gone = await docforge(root, 'propose gone.toml --json');
    expect(gone.status).toBe(2);
    expect(JSON.parse(gone.out)).toMatchObject({ operation: 'propose', error: { code: 'unreadable_input' } });
  });

  it('that are no numbers are refused, not guessed', async () => {
    const root = folderWith(files);
    const { status, err } = await docforge(root, 'list --limit many');
    expect(status).toBe(2);
    expect(err).toContain('limit');
    expect((await docforge(root, 'list --limit 0')).status).toBe(2);
    expect((await docforge(root, ['rollback', 'latest', '--as', 'applier'])).status).toBe(2);
  });

  it('make one operation a line', async () => {
    const root = folderWith(files);
    writeFileSync(join(root, 'draft.txt'), '# New\n\nText.\n');
    const lines = [
      [
        'create',
        'new',
        '--family',
        'guide',
        '--name',
        'New',
        '--content',
        'draft.txt',
        '--tag',
        'x',
        '--relate',
        'related_to:start',
      ],
      [
        'update',
        'other',
        '--old',
        'Text of other',
        '--new',
        'Words of other',
        '--extra',
        'owner=me',
        '--unset',
        'tags',
      ],
    ];
    for (const line of lines) expect(await docforge(root, line)).toMatchObject({ err: expect.any(String) });
    const made = await docforge(root, [...lines[0]!, '--json', '--changeset', 'made']);
    expect(JSON.parse(made.out).error?.code ?? 'conflict').toBe('conflict');
    const moved = await docforge(root, 'move start docs/guides/start.md --changeset moved --json');
    expect(JSON.parse(moved.out)).toMatchObject({
      ok: true,
      data: { changeset: { operations: [{ op: 'move', id: 'start' }] } },
    });
    expect(JSON.parse((await docforge(root, 'delete other --json')).out).error.code).toMatch(
      /incoming_relations|conflict/,
    );
    expect((await docforge(root, 'relate start related_to other --remove')).err).toContain('no_such_relation');
  });
});

describe('a changeset', () => {
  it('goes from a line to a file and back', async () => {
    const root = folderWith(files);
    const before = readFileSync(join(root, 'docs/other.md'), 'utf8');
    const proposed = await docforge(root, 'update other --status retired --changeset retire --ready');
    expect(proposed).toMatchObject({ status: 0, err: '' });
    expect(proposed.out).toContain('Next: docforge review retire');
    const review = await docforge(root, 'review retire', { terminal: true, env: { NO_COLOR: '1' } });
    expect(review.out).toBe('');
    expect(review.paged[0]).toContain('~ status = active -> retired');
    expect(review.paged[0]).toContain('1 document depends on what changes');
    const digits = /--hash ([0-9a-f]{12})/.exec(review.paged[0]!)![1];
    const patch = await docforge(root, 'review retire --bytes');
    expect(patch.out).toMatch(/^diff --git /);
    expect((await docforge(root, 'review retire --no-pager', { terminal: true })).paged).toEqual([]);
    expect((await docforge(root, 'apply retire --as applier')).err).toContain('not_approved');
    expect((await docforge(root, 'approve retire --as reviewer')).err).toContain('hash_needed');
    const approved = await docforge(root, `approve retire --hash ${digits}`, {
      env: { DOCFORGE_REVIEWER: 'reviewer' },
    });
    expect(approved.status).toBe(0);
    const plan = await docforge(root, 'apply retire --dry-run --as applier');
    expect(plan.out).toContain('nothing stands in the way. Nothing was changed.');
    const applied = await docforge(root, 'apply retire', { env: { DOCFORGE_APPLIER: 'applier' } });
    expect(applied.out).toContain('receipt 1, ');
    expect(readFileSync(join(root, 'docs/other.md'), 'utf8')).toContain('"retired"');
    expect((await docforge(root, 'audit')).out).toContain('clean');
    expect((await docforge(root, 'rollback 1 --as applier')).status).toBe(0);
    expect(readFileSync(join(root, 'docs/other.md'), 'utf8')).toBe(before);
    expect((await docforge(root, 'changeset list --history')).out).toContain('rolled_back');
  });

  it('with an id that is too long is refused when it is proposed', async () => {
    const root = folderWith(files);
    const long = await docforge(root, ['create', 'x'.repeat(300), '--family', 'guide', '--json']);
    expect(long.status).not.toBe(0);
    expect(JSON.parse(long.out).error.message).toMatch(/200/);
    const slashes = JSON.parse((await docforge(root, ['create', 'a/../../b', '--family', 'guide', '--json'])).out);
    if (slashes.ok) expect(slashes.data.changeset.files[0].path).toMatch(/^docs\/[^/]+\.md$/);
  });
});
