/** What a change must leave as it was: modes, bytes, and the work of others; and who may read what is staged. */
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docforge } from '../cli/terminal.ts';
import { folderWith, page } from '../operation/projects.ts';
import { bytes, change, json, problems, shown } from './project.ts';

it('keeps modes, and shows a changeset to nobody who may not read its files', async () => {
  const root = folderWith({ 'docs/own.md': page('own'), 'docs/run.md': page('run'), 'docs/free.md': page('free') });
  chmodSync(join(root, 'docs/own.md'), 0o600);
  chmodSync(join(root, 'docs/run.md'), 0o755);
  const retire = (id: string) => ({ op: 'update', id, set: { status: 'retired' } });
  const mode = (path: string) => statSync(join(root, path)).mode & 0o777;
  await json(root, ['propose', '-', '--changeset', 'one', '--as', 'author'], {
    stdin: JSON.stringify({ title: 'one', operations: [retire('own'), retire('run')] }),
  });
  expect(mode('.docforge/changesets/one/000001.json')).toBe(0o600);
  await json(root, ['update', 'free', '--name', 'R', '--changeset', 'two', '--as', 'author']);
  expect(mode('.docforge/changesets/two/000001.json')).toBe(0o666 & ~process.umask());
  await json(root, ['changeset', 'abandon', 'one', '--as', 'author']);
  expect((await change(root, retire('own'), retire('run'))).code).toBeUndefined();
  expect([mode('docs/own.md'), mode('docs/run.md')]).toEqual([0o600, 0o755]);
});

const CONTENTS = [
  'trail   \n\tno end',
  'a\nb\n',
  '\n\nlead\n',
  '\ufeffmark\n',
  'bin \u0000\u0007\n',
  'lone\rreturn\n',
  '+++\nx\n+++',
];
it.each(CONTENTS.map((text) => [JSON.stringify(text), text]))(
  'reads back %s, also in a CRLF file',
  async (_n, content) => {
    const crlf = page('b').replaceAll('\n', '\r\n');
    const root = folderWith({ 'docs/a.md': page('a'), 'docs/b.md': crlf });
    for (const id of ['a', 'b']) {
      expect((await change(root, { op: 'update', id, content })).code).toBeUndefined();
      expect((await shown(root, id)).node.content).toBe(content);
    }
    expect(bytes(root, 'docs/b.md')).not.toMatch(/[^\r]\n/);
    expect(bytes(root, 'docs/a.md')).not.toContain('\r\n');
  },
);

it('refuses a stale change by name and leaves both files as the person left them', async () => {
  const root = folderWith({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
  const operations = ['a', 'b'].map((id) => ({ op: 'update', id, content: 'new\n' }));
  const words = ['propose', '-', '--changeset', 'both', '--ready', '--as', 'author'];
  const { data } = await json(root, words, { stdin: JSON.stringify({ title: 'both', operations }) });
  await json(root, ['approve', 'both', '--hash', data.changeset.hash, '--as', 'reviewer']);
  writeFileSync(join(root, 'docs/a.md'), page('a', '', 'saved\n'));
  const { code, message } = await json(root, ['apply', 'both', '--as', 'applier']);
  expect([code, message]).toEqual(['stale_base', expect.stringContaining('docs/a.md')]);
  expect([bytes(root, 'docs/a.md'), bytes(root, 'docs/b.md')]).toEqual([page('a', '', 'saved\n'), page('b')]);
  expect((await docforge(root, 'changeset list')).out).toContain('stale');
});

it('says with every answer that an application was not ended, and where its staged copies are', async () => {
  const root = folderWith({ 'docs/a.md': page('a') });
  const folder = '.docforge/application/transaction-0123456789abcdef.1';
  mkdirSync(join(root, folder), { recursive: true });
  for (const line of ['check', 'list', 'search text', 'show a', 'changeset list', 'update a --name B']) {
    const { out } = await docforge(root, `${line} --json`);
    expect([line, JSON.parse(out).degraded]).toMatchObject([line, [{ code: 'application_open' }]]);
    expect(out).toContain(folder);
  }
  const { err } = await docforge(root, 'check');
  expect(err).toContain('docforge recover');
});

it('names a cycle once, whatever its length, and takes the change that ends it', async () => {
  const on = (target: string, type = 'depends_on') => `[[relations]]\ntype = "${type}"\ntarget = "${target}"\n`;
  const pages = { a: on('b'), b: on('a'), c: on('c'), d: on('d', 'related_to') };
  const files = Object.entries(pages).map(([id, more]) => [`docs/${id}.md`, page(id, more)]);
  const root = folderWith(Object.fromEntries(files));
  const cycles = async () => (await problems(root)).filter((row) => row.startsWith('dependency_cycle'));
  expect(await cycles()).toHaveLength(2);
  const remove = (id: string, target: string) => ({
    ...{ op: 'update', id },
    remove_relations: [{ type: 'depends_on', target }],
  });
  expect((await change(root, remove('b', 'a'), remove('c', 'c'))).code).toBeUndefined();
  expect(await cycles()).toEqual([]);
});
