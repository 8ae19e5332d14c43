import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { DESCRIPTOR, folderWith, page } from '../operation/projects.ts';
import { readSarif } from './sarif-schema.ts';
import { docforge } from './terminal.ts';
import { readCommands } from './workflow-commands.ts';

const dead = (...targets: string[]) => targets.map((target) => `A [link](${target}) here.\n`).join('\n');
const lenient = `${DESCRIPTOR}[problems]\ndead_link = "warning"\ndead_anchor = "note"\n`;

const hostile = [
  '::error title=x::y%0A%25.md',
  '##[set-output name=a]b.md',
  '<img src=x onerror=alert(1)>.md',
  '`|@octocat|`.md',
  'a%2Cb,c:d.md',
];

const sarifOf = async (root: string, more = '') =>
  readSarif((await docforge(root, `check --format sarif ${more}`)).out);

describe('--strict', () => {
  it('makes warnings count, and notes never', async () => {
    const warned = folderWith({ 'docs/a.md': page('a', '', dead('gone.md')) }, lenient);
    expect((await docforge(warned, 'check')).status).toBe(0);
    const strict = await docforge(warned, 'check --strict');
    expect(strict.status).toBe(1);
    expect(strict.out).toContain('not valid: 0 errors, 1 warning, 0 notes');
    const noted = folderWith({ 'docs/a.md': page('a', '', dead('#gone')) }, lenient);
    expect((await docforge(noted, 'check --strict')).status).toBe(0);
  });

  it.each(['text', 'json', 'sarif', 'github'])('and severities by code hold in the format %s', async (format) => {
    const files = { 'docs/a.md': page('a', '', dead('gone.md', '#gone')) };
    const statuses = async (rows: string) => {
      const root = folderWith(files, `${DESCRIPTOR}[problems]\n${rows}`);
      const line = `check --format ${format}`;
      return [(await docforge(root, line)).status, (await docforge(root, `${line} --strict`)).status];
    };
    expect(await statuses('')).toEqual([1, 1]);
    expect(await statuses('dead_link = "warning"\ndead_anchor = "note"\n')).toEqual([0, 1]);
    expect(await statuses('dead_link = "off"\ndead_anchor = "note"\n')).toEqual([0, 0]);
    expect(await statuses('dead_link = "off"\ndead_anchor = "error"\n')).toEqual([1, 1]);
  });
});

describe('--format', () => {
  it('is refused when there is none of that name, or two are asked for', async () => {
    const root = folderWith({ 'docs/a.md': page('a') });
    for (const line of ['check --format xml', 'check --json --format sarif', 'check --format sarif --limit 3']) {
      const { status, err, out } = await docforge(root, line);
      expect([line, status, out.includes('invalid_input') || err.includes('invalid_input')]).toEqual([line, 2, true]);
    }
  });

  it('json is what --json prints', async () => {
    const root = folderWith({ 'docs/a.md': page('a', '', dead('gone.md')) });
    expect(await docforge(root, 'check --format json')).toEqual(await docforge(root, 'check --json'));
  });
});

describe('SARIF', () => {
  it('validates, and places each problem in the repository', async () => {
    const root = folderWith({ 'docs/a b/ü#1.md': page('a', '', dead('gone.md', '#gone')) }, lenient);
    const run = await sarifOf(root);
    expect(run.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['dead_link', 'warning'],
      ['dead_anchor', 'note'],
    ]);
    expect(run.results[0]!.locations[0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'docs/a%20b/%C3%BC%231.md', uriBaseId: '%SRCROOT%' },
      region: { startLine: 8, startColumn: 3 },
    });
    expect(run.invocations[0]!.executionSuccessful).toBe(true);
    const again = await docforge(root, 'check --format sarif', { terminal: true });
    expect(again.out).toBe((await docforge(root, 'check --format sarif')).out);
    expect(again.out).not.toContain(root);
  });

  it('validates for hostile names, and for problems of the project as a whole', async () => {
    const files = Object.fromEntries(hostile.map((name) => [`docs/${name}`, page(name, '', dead('gone%.md'))]));
    const run = await sarifOf(folderWith(files, `${lenient}[limits]\nnodes = 1\n`));
    expect(run.results.some(({ ruleId }) => ruleId === 'too_many_nodes')).toBe(true);
    expect(run.results.some(({ ruleId }) => ruleId === 'unsafe_name')).toBe(true);
  });

  it('begins its paths at the top of the repository', async () => {
    const root = folderWith({ '.git/HEAD': '', 'sub/deep/.docforge/project.toml': lenient }, null);
    mkdirSync(join(root, 'sub/deep/docs'));
    writeFileSync(join(root, 'sub/deep/docs/a.md'), page('a', '', dead('gone.md')));
    const [result] = (await sarifOf(join(root, 'sub/deep'))).results;
    expect(result!.locations[0]!.physicalLocation.artifactLocation.uri).toBe('sub/deep/docs/a.md');
    const { commands } = readCommands((await docforge(join(root, 'sub/deep'), 'check --format github')).out);
    expect(commands[0]!.properties.file).toBe('sub/deep/docs/a.md');
    writeFileSync(join(root, 'sub/deep/.docforge/project.toml'), 'schema_version = 3\n');
    const broken = readCommands((await docforge(join(root, 'sub/deep'), 'check --format github')).out);
    expect(broken.commands[0]!.properties.file).toBe('sub/deep/.docforge/project.toml');
  });

  it('has fingerprints that hold while lines slide, and change with the line', async () => {
    const root = folderWith({ 'docs/a.md': page('a', '', dead('gone.md', 'lost.md', 'gone.md')) });
    const marks = async () => {
      const { results } = await sarifOf(root);
      return results.map((row) => row.partialFingerprints!.primaryLocationLineHash!);
    };
    const before = await marks();
    expect(new Set(before).size).toBe(3);
    expect(before[0]!.slice(0, 17) + before[2]!.slice(17)).toBe(`${before[2]!.slice(0, 17)}2`);
    writeFileSync(join(root, 'docs/a.md'), page('a', '', `New.\n\n${dead('gone.md', 'lost.md', 'gone.md')}`));
    expect(await marks()).toEqual(before);
    writeFileSync(join(root, 'docs/lost2.md'), page('lost2'));
    expect(await marks()).toEqual(before);
    writeFileSync(join(root, 'docs/a.md'), page('a', '', dead('gone.md', 'lost.md', 'gone.md').replace('A', 'The')));
    const after = await marks();
    expect([after[1], after[2]!.slice(0, 16)]).toEqual([before[1], before[2]!.slice(0, 16)]);
    expect(after[0]).not.toBe(before[0]);
  });

  it('says that the project could not be judged', async () => {
    const { status, out, err } = await docforge(folderWith({}, 'schema_version = 3\n'), 'check --format sarif');
    const run = readSarif(out);
    expect([status, run.invocations[0]!.executionSuccessful]).toEqual([1, false]);
    expect(run.results.map(({ ruleId }) => ruleId)).toContain('descriptor_value');
    expect(err).toContain('invalid_descriptor');
    const none = await docforge(folderWith({}, null), 'check --format sarif');
    expect([none.status, readSarif(none.out).results.length]).toEqual([2, 0]);
  });
});

describe('annotations of GitHub', () => {
  it('carry place, code and remedy', async () => {
    const root = folderWith({ 'docs/a,b%.md': page('a', '', dead('gone%2C.md')) }, lenient);
    const { commands, log } = readCommands((await docforge(root, 'check --format github')).out);
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({
      name: 'warning',
      properties: { file: 'docs/a,b%.md', line: '8', col: '3', title: 'dead_link' },
      message: expect.stringMatching(/^The link gone%2C\.md leads to nothing.*\.\nCorrect the link/),
    });
    expect(log.join('\n')).toContain('valid: 0 errors, 1 warning, 0 notes');
  });

  it('are ten of each kind; the others are listed, and a notice says so', async () => {
    const names = Array.from({ length: 13 }, (_, i) => `gone${i}.md`);
    const anchors = names.slice(0, 10).map((name) => `#${name}`);
    const root = folderWith({ 'docs/a.md': page('a', '', dead(...names, ...anchors)) }, lenient);
    const { commands, log } = readCommands((await docforge(root, 'check --format github')).out);
    const kinds = commands.map(({ name }) => name);
    expect(kinds.filter((name) => name === 'warning')).toHaveLength(10);
    expect(kinds.filter((name) => name === 'notice')).toHaveLength(10);
    expect(commands.at(-1)!.message).toContain('3 of 13 warnings, 1 of 10 notes have none');
    expect(log.filter((line) => line.includes('[dead_link]'))).toHaveLength(3);
    expect(log.filter((line) => line.includes('[dead_anchor]'))).toHaveLength(1);
  });

  it('cannot be forged by the name or the text of a document', async () => {
    const links = Array.from({ length: 12 }, (_, i) => `[x](<::error title=f::${i}%0A>)`).join('\n\n');
    const files = Object.fromEntries(
      hostile.map((name) => [`docs/${name}`, page(`i${name}`, '', `${links}\n##[warning]w\n`)]),
    );
    const root = folderWith(files, lenient);
    symlinkSync('nowhere', join(root, 'docs/::warning ::forged.md'));
    const { commands } = readCommands((await docforge(root, 'check --format github')).out);
    const allowed = ['error', 'warning', 'notice', 'group', 'endgroup'];
    expect(commands.filter(({ name }) => !allowed.includes(name))).toEqual([]);
    expect(commands.filter(({ properties }) => properties.title === 'f' || properties.title === 'x')).toEqual([]);
    expect(commands.filter(({ name }) => name === 'warning')).toHaveLength(10);
  });

  it('say that the project could not be judged', async () => {
    const { commands } = readCommands((await docforge(folderWith({}, null), 'check --format github')).out);
    expect(commands).toMatchObject([{ name: 'error', properties: { title: 'no_project' } }]);
  });
});

describe('the summary', () => {
  it('is appended for a step of GitHub, with links', async () => {
    const root = folderWith({ 'docs/a (b).md': page('a', '', dead('gone.md')) }, lenient);
    const file = join(folderWith({}, null), 'summary');
    writeFileSync(file, 'earlier\n');
    const env = {
      GITHUB_STEP_SUMMARY: file,
      GITHUB_SERVER_URL: 'https://example.test',
      GITHUB_REPOSITORY: 'o/r',
      GITHUB_SHA: 'abc',
    };
    expect((await docforge(root, 'check', { env })).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('earlier\n');
    await docforge(root, 'check --format github', { env });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^earlier\n## DocForge check: valid\n/);
    expect(text).toContain('(https://example.test/o/r/blob/abc/docs/a%20%28b%29.md#L8)');
    expect(text).toContain('| `dead_link` | warning | 1 |');
  });

  it('shows a text of a document and never obeys it', async () => {
    const files = Object.fromEntries(
      hostile.map((name) => [`docs/${name}`, page(name, '', dead('<b>.md', '@me|.md'))]),
    );
    const root = folderWith(files, lenient);
    await docforge(root, 'check --summary sum.md');
    const html = micromark(readFileSync(join(root, 'sum.md'), 'utf8'), {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
    });
    const tags = new Set([...html.matchAll(/<([a-z]\w*)/g)].map((match) => match[1]));
    expect([...tags].sort()).toEqual(['code', 'h2', 'p', 'table', 'tbody', 'td', 'th', 'thead', 'tr']);
    expect([...html.matchAll(/<tr>/g)].length).toBeGreaterThan(4);
    const cells = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map((row) => row[1]!.split(/<t[dh]/).length - 1);
    expect(new Set(cells)).toEqual(new Set([3, 4]));
  });
});

describe('a report in a file', () => {
  it('is written beside the answer, and again over itself', async () => {
    const root = folderWith({ 'docs/a.md': page('a', '', dead('gone.md')) });
    for (let i = 0; i < 2; i++) {
      const { out, status } = await docforge(root, 'check --sarif out.sarif --summary sum.md');
      expect([status, out.includes('[dead_link]')]).toEqual([1, true]);
    }
    expect(readSarif(readFileSync(join(root, 'out.sarif'), 'utf8')).results).toHaveLength(1);
    expect(readFileSync(join(root, 'sum.md'), 'utf8').split('## DocForge')).toHaveLength(2);
  });

  it('never replaces anything else', async () => {
    const root = folderWith({ 'docs/a.md': page('a'), 'notes.json': '{"mine": 1}\n' });
    for (const line of [
      '--sarif docs/a.md',
      '--summary docs/a.md',
      '--sarif notes.json',
      '--sarif gone/x',
      '--sarif docs',
    ]) {
      const { status, err, out } = await docforge(root, `check ${line}`);
      expect([line, status, out]).toEqual([line, 2, '']);
      expect(err).toContain('report_not_written');
    }
    expect(readFileSync(join(root, 'docs/a.md'), 'utf8')).toBe(page('a'));
    expect(readFileSync(join(root, 'notes.json'), 'utf8')).toBe('{"mine": 1}\n');
    expect(existsSync(join(root, 'gone'))).toBe(false);
  });
});
