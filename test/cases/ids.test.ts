/** Ids of every kind: exactly themselves, in a file that stays inside, or refused before anything is written. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { folderWith, page } from '../operation/projects.ts';
import { change, json, problems, shown } from './project.ts';

const create = (id: string) => ({ op: 'create', id, family: 'guide', title: 'T', status: 'draft', content: 'x\n' });

it('takes them as they are, each in its own file of the family', async () => {
  const root = folderWith({ 'docs/start.md': page('start') });
  const ids = [
    '🚰',
    '👩‍🚀',
    'שלום',
    'می‌خواهم',
    'a b',
    '..',
    '../x',
    '/abs',
    'con',
    '--json',
    'a:b',
    'team/ops',
    'team-ops',
  ];
  const all = [...ids, '007', '7', '1e3', 'é'.repeat(100), '__proto__', '[[x]]', 'a%20b', "a'b"];
  expect((await change(root, ...all.map(create))).code).toBeUndefined();
  for (const id of all) expect((await shown(root, id)).node.id).toBe(id);
  expect(readdirSync(root).sort()).toEqual(['.docforge', 'docs']);
  expect(readdirSync(`${root}/docs`)).toHaveLength(all.length + 1);
  expect(await problems(root)).toEqual([]);
});

it('refuses what cannot be one when it is proposed', async () => {
  const root = folderWith({ 'docs/start.md': page('start') });
  for (const id of [
    'x'.repeat(201),
    'é'.repeat(101),
    '\u200b',
    'a\u200bb',
    'a\u00adb',
    '\u200d',
    '\u202eabc',
    ' a',
    'e\u0301',
  ]) {
    const { ok, code } = await change(root, create(id));
    expect([id, ok, ['invalid_id', 'invalid_input'].includes(code!)]).toEqual([id, false, true]);
  }
  expect((await change(root, create('x'.repeat(201)))).message).toContain('200');
});

it('chooses no copy of an id that stands twice, and says where they stand', async () => {
  const toml = '[[nodes]]\nid = "gate"\nfamily = "guide"\ntitle = "G"\nstatus = "draft"\nauthority = "derived"\n';
  const root = folderWith({ 'docs/gate.md': page('gate'), 'docs/more.toml': toml });
  expect(await problems(root)).toEqual(['duplicate_id docs/gate.md:2']);
  const { code, message } = await json(root, ['show', 'gate']);
  expect(code).toBe('node_not_found');
  expect(message).toMatch(/docs\/gate\.md:2.*docs\/more\.toml:2/);
  expect((await change(root, { op: 'update', id: 'gate', set: { title: 'x' } })).ok).toBe(false);
});
