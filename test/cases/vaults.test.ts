/** Repositories of Markdown as they are, and after an import: nothing is lost, and what is left out is named. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docforge } from '../cli/terminal.ts';
import { folderWith } from '../operation/projects.ts';
import { bytes, json, problems, targets } from './project.ts';

const VAULT = {
  'Start.md': '# Start\n',
  'Pump.md': '---\ntitle: "Pump: small"\nup: "[[Start]]"\nlist: ["[[Tank|t]]"]\ntags: [a, b]\n---\n\nText.\n',
  'Tank.md': '+++\ntitle = "Tank"\n[extra]\nup = "[[Pump]]"\n+++\n\n| a |\n|---|\n| [[Start\\|s]] |\n',
  'Bad.md': '---\ntags:\n\t- a\n---\n\nKept.\n',
};

it('keeps the links of front matter through an import', async () => {
  const root = folderWith(VAULT, null);
  await docforge(root, 'init --adopt . --yes');
  const edges = async () => [await targets(root, 'Pump'), await targets(root, 'Tank')];
  const before = await edges();
  expect(before).toEqual([
    ['Start', 'Tank'],
    ['Pump', 'Start'],
  ]);
  const { data } = await json(root, ['import', '--yes', '--ready', '--changeset', 'all', '--as', 'author']);
  expect(data.left_out).toEqual([{ path: 'Bad.md', reason: expect.stringContaining('Tabs') }]);
  await json(root, ['approve', 'all', '--hash', data.changeset.hash, '--as', 'reviewer']);
  expect((await json(root, ['apply', 'all', '--as', 'applier'])).ok).toBe(true);
  expect(bytes(root, 'Pump.md')).toContain('title = "Pump: small"');
  expect(bytes(root, 'Bad.md')).toBe(VAULT['Bad.md']);
  expect(await edges()).toEqual(before);
});

it('names what it leaves out: folders, names that cannot be used, links', async () => {
  const odd = { '.cache/a.md': '# no\n', 'node_modules/y/README.md': '# no\n', 'Core: split.md': '# C\n' };
  const root = folderWith({ ...VAULT, ...odd }, null);
  mkdirSync(join(root, 'a'));
  symlinkSync('..', join(root, 'a/up'));
  symlinkSync('Pump.md', join(root, 'Twin.md'));
  const { data } = await json(root, ['init', '--adopt', '.', '--yes']);
  expect(data.left_out).toEqual([
    { folder: '.cache', files: 1 },
    { folder: 'node_modules', files: null },
  ]);
  expect((await json(root, ['list'])).data.nodes).toHaveLength(4);
  expect((await problems(root)).filter((row) => row.startsWith('skipped_link'))).toEqual([
    'skipped_link Twin.md:undefined',
    'skipped_link a/up:undefined',
  ]);
  const plan = await json(root, ['import']);
  const left = plan.data.left_out.map((row: { path: string }) => row.path);
  expect(left).toEqual(['Bad.md', 'Core: split.md', 'Twin.md', 'a/up']);
});
