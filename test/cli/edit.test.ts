/** `edit`: a document in an editor, and what becomes of it when anything goes wrong. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { splitWords } from '../../src/cli/edit-text.ts';
import { folderWith, page } from '../operation/projects.ts';
import { docforge } from './terminal.ts';

const tools = mkdtempSync(join(tmpdir(), 'docforge editors-'));
afterAll(() => rmSync(tools, { recursive: true, force: true }));

/** An editor that is a shell script; `$1` is the file. */
function editor(script: string): string {
  const path = join(tools, `${readdirSync(tools).length}.sh`);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return `'${path}'`;
}

const PAGE = page('start', '# kept comment\n', '# Start\n\nOld words.\n');
const TOML = `# All of them\n\n${['r1', 'r2']
  .map(
    (id) =>
      `[[nodes]]\nid = "${id}"\nfamily = "requirement"\ntitle = "${id}"\nstatus = "active"\nauthority = "derived"\n`,
  )
  .join('\n')}`;
let root = '';
beforeEach(() => {
  root = folderWith({ 'docs/start.md': PAGE, 'docs/all.toml': TOML });
});

const scratches = () => readdirSync(tmpdir()).filter((name) => name.startsWith('docforge-edit-'));
const changesets = () =>
  existsSync(join(root, '.docforge/changesets')) ? readdirSync(join(root, '.docforge/changesets')) : [];

/** One edit, and the scratch folders that it left. */
async function edit(words: string, script: string | null, more: Record<string, string> = {}) {
  const before = new Set(scratches());
  const env = { ...(script === null ? {} : { EDITOR: editor(script) }), ...more };
  const ran = await docforge(root, `${words} --json`, { env });
  const left = scratches().filter((name) => !before.has(name));
  for (const name of left) if (!words.includes('--from')) cleanUp.push(join(tmpdir(), name));
  return { ...ran, answer: JSON.parse(ran.out), left };
}
const cleanUp: string[] = [];
afterAll(() => {
  for (const folder of cleanUp) rmSync(folder, { recursive: true, force: true });
});

async function filesOf(id: string) {
  const { out } = await docforge(root, `changeset show ${id} --json`);
  return JSON.parse(out).data.changeset;
}

describe('edit', () => {
  it('turns what the editor leaves into an update with exactly those bytes', async () => {
    const { answer, left } = await edit('edit start --changeset words', `sed -i 's/Old/New/' "$1"; touch "$1~"`);
    expect(answer.data.changeset).toMatchObject({ id: 'words', state: 'draft', title: 'Edit start' });
    const { operations, files } = await filesOf('words');
    expect(operations).toMatchObject([{ op: 'update', id: 'start', content: '# Start\n\nNew words.\n' }]);
    expect(files[0].content).toBe(PAGE.replace('Old', 'New'));
    expect(left).toEqual([]);
    expect(readFileSync(join(root, 'docs/start.md'), 'utf8')).toBe(PAGE);
  });

  it('keeps comments and order of the block as they were typed', async () => {
    await edit('edit start --changeset block --ready', `sed -i 's/^# kept.*/# new comment\\ntags = [ "x" ]/' "$1"`);
    const { operations, files, state } = await filesOf('block');
    expect(files[0].content).toBe(PAGE.replace('# kept comment', '# new comment\ntags = [ "x" ]'));
    expect(operations).toMatchObject([{ op: 'update', id: 'start', source: files[0].content }]);
    expect(state).toBe('ready');
  });

  it('opens one document of a TOML file alone', async () => {
    const { answer } = await edit(
      'edit r2 --changeset part',
      `grep -q r1 "$1" && exit 9; sed -i 's/active/draft/' "$1"`,
    );
    expect(answer.ok).toBe(true);
    const { files } = await filesOf('part');
    expect(files[0].content).toBe(TOML.replace(/active(?![\s\S]*active)/, 'draft'));
  });

  it('appends to a changeset, beginning with the text as that leaves it', async () => {
    await edit('edit start --changeset both', `sed -i 's/Old/New/' "$1"`);
    const { answer } = await edit('edit start --changeset both', `grep -q New "$1" || exit 9; echo More. >> "$1"`);
    expect(answer.data.changeset.revision).toBe(2);
    expect((await filesOf('both')).files[0].content).toBe(`${PAGE.replace('Old', 'New')}More.\n`);
    await edit('edit r1 --changeset both', `sed -i 's/active/draft/' "$1"`);
    expect((await filesOf('both')).files).toHaveLength(2);
    const stale = await edit(`edit r2 --changeset both --hash ${'0'.repeat(12)}`, 'exit 9');
    expect(stale.answer.error.code).toBe('stale_changeset');
  });

  it.each([
    ['fails', 'echo x >> "$1"; exit 3', 'editor_failed', 1],
    ['changes nothing', 'touch "$1"', 'no_change', 1],
    ['removes the file', 'rm "$1"', 'edit_unreadable', 1],
    ['dies without a change', 'kill -9 $$', 'editor_failed', 1],
  ])('leaves nothing behind when the editor %s', async (_, script, code, status) => {
    const ran = await edit('edit start', script);
    expect([ran.answer.error.code, ran.status, ran.left, changesets()]).toEqual([code, status, [], []]);
    expect(ran.err).toBe('');
  });

  it.each([
    ['that is no UTF-8', `printf '\\377' > "$1"`, 'edit_unreadable'],
    ['when the editor dies', 'echo x >> "$1"; kill -9 $$', 'editor_failed'],
    ['with a broken block', `sed -i 's/title = /title : /' "$1"`, 'invalid_source'],
    ['under another id', `sed -i 's/id = "start"/id = "other"/' "$1"`, 'invalid_source'],
    ['of a family that is not known', `sed -i 's/"guide"/"giude"/' "$1"`, 'breaks_graph'],
  ])('keeps a text %s, and says where', async (_, script, code) => {
    const { answer, left } = await edit('edit start', script);
    expect(answer.error.code).toBe(code);
    expect(left).toHaveLength(1);
    expect(dirname(answer.error.details.kept).endsWith(left[0]!)).toBe(true);
    expect(changesets()).toEqual([]);
  });

  it('goes on with a kept text, and then removes it', async () => {
    const { answer } = await edit('edit start', `sed -i 's/Old/Mine/; s/"guide"/"gide"/' "$1"`);
    const { kept, go_on } = answer.error.details;
    const { err } = await docforge(root, ['edit', 'start', '--from', kept], { env: { EDITOR: editor('exit 1') } });
    expect(err).toContain('status 1');
    expect(existsSync(kept)).toBe(true);
    const env = { EDITOR: editor(`sed -i 's/"gide"/"guide"/' "$1"`) };
    const { out } = await docforge(root, [...go_on, '--changeset', 'again', '--json'], { env });
    expect(JSON.parse(out).ok).toBe(true);
    expect((await filesOf('again')).files[0].content).toBe(PAGE.replace('Old', 'Mine'));
    expect(existsSync(dirname(kept))).toBe(false);
  });

  it('says to a person where the text is and how to go on', async () => {
    const { err } = await docforge(root, 'edit start', { env: { EDITOR: editor(`sed -i 's/"guide"/"gide"/' "$1"`) } });
    const [, kept] = /Your text is kept in (\S+)\n/.exec(err)!;
    expect(err).toContain(`To go on with it: docforge edit start --from ${kept} --expect sha256:`);
    cleanUp.push(dirname(kept!));
  });

  it('is stale when the page changes under it', async () => {
    const target = join(root, 'docs/start.md');
    const { answer, left } = await edit('edit start', `sed -i 's/Old/Mine/' "$1"; echo Theirs. >> '${target}'`);
    expect(answer.error.code).toBe('stale_node');
    expect(readFileSync(answer.error.details.kept, 'utf8')).toBe(PAGE.replace('Old', 'Mine'));
    expect(left).toHaveLength(1);
    expect(readFileSync(target, 'utf8')).toBe(`${PAGE}Theirs.\n`);
  });

  it('takes a text without an editor', async () => {
    const typed = { stdin: PAGE.replace('Old', 'Piped') };
    const { out } = await docforge(root, 'edit start --text - --changeset piped --json', typed);
    expect(JSON.parse(out).ok).toBe(true);
    expect((await filesOf('piped')).files[0].content).toBe(typed.stdin);
    const stale = await docforge(root, `edit start --text - --expect sha256:${'0'.repeat(64)} --json`, typed);
    expect(JSON.parse(stale.out).error.code).toBe('stale_node');
  });

  it.each([
    [{}, 'editor_needed'],
    [{ EDITOR: ' ', VISUAL: '' }, 'editor_needed'],
    [{ EDITOR: 'no-such-editor-anywhere --wait' }, 'editor_missing'],
    [{ EDITOR: '"open' }, 'editor_missing'],
  ])('names what is wrong with %j', async (env, code) => {
    const { answer, status, left } = await edit('edit start', null, env);
    expect([answer.error.code, status, left]).toEqual([code, 2, []]);
  });

  it('asks who writes, and what they may, before the editor opens', async () => {
    const opened = join(tools, 'opened');
    const { answer } = await edit('edit start --as nobody', `touch '${opened}'`);
    expect(answer.error.code).toBe('unknown_writer');
    expect((await edit('edit nothing', `touch '${opened}'`)).answer.error.code).toBe('no_such_node');
    expect(existsSync(opened)).toBe(false);
  });

  it('prefers VISUAL, and takes arguments in it', async () => {
    const script = editor(`test "$1" = --wait && test "$2" = "a b" && sed -i 's/Old/Seen/' "$3"`);
    const { answer } = await edit('edit start', 'exit 7', { VISUAL: `${script} --wait "a b"` });
    expect(answer.ok).toBe(true);
  });
});

it.each([
  ['vim', ['vim']],
  ['code --wait', ['code', '--wait']],
  [' "/opt/My Editor/e" -a \'b c\' d\\ e ', ['/opt/My Editor/e', '-a', 'b c', 'd e']],
  ['"a \\"b\\"" ""', ['a "b"', '']],
  ['C:\\Tools\\ed.exe -n', ['C:\\Tools\\ed.exe', '-n']],
  ['', []],
  ['"open', null],
])('reads %j as the words %j', (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
