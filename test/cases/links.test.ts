/** Links through a move and back: every form follows its target, and no other byte changes. */
import { expect, it } from 'vitest';
import { folderWith, page } from '../operation/projects.ts';
import { bytes, change, problems, targets } from './project.ts';

const FORMS: readonly (readonly [name: string, written: string, deeper: string])[] = [
  ['parentheses', '[a](<x (1).md>) [b](x%20(1).md)', '[a](<../x (1).md>) [b](../x%20(1).md)'],
  ['titles', '[a](t.md \'x\') [b]( t.md\t"q" )', '[a](../t.md \'x\') [b]( ../t.md\t"q" )'],
  ['an encoded hash', '[a](c%23d.md) [b](<c%23d.md#part>)', '[a](../c%23d.md) [b](<../c%23d.md#part>)'],
  ['a query', '[a](t.md?plain=1#here)', '[a](../t.md?plain=1#here)'],
  ['only a part', '[a](#here) [b](#)', '[a](#here) [b](#)'],
  ['a folder', '[a](sub/) [b](sub)', '[a](../sub/) [b](../sub)'],
  ['the own folder', '[a](./)', '[a](../)'],
  ['HTML', '<a href="t.md">x</a> <img src=t.md>', '<a href="../t.md">x</a> <img src=../t.md>'],
  ['HTML without quotes', '<a href=t.md#here>x</a> y', '<a href=../t.md#here>x</a> y'],
  ['an HTML block', "<div>\n<a\n href='t.md'>x</a>\n</div>", "<div>\n<a\n href='../t.md'>x</a>\n</div>"],
  ['HTML in a cell', '| a |\n|---|\n| <a href=t.md>q</a> \\| |', '| a |\n|---|\n| <a href=../t.md>q</a> \\| |'],
  ['definitions', '[R]\r\n\r\n[r]: t.md\r\n[r]: no.md', '[R]\r\n\r\n[r]: ../t.md\r\n[r]: no.md'],
];

it.each(FORMS)('%s', async (_name, written, deeper) => {
  const files = {
    't.md': page('t', '', '# T\n\n## Here\n'),
    'x (1).md': page('x'),
    'c#d.md': page('cd', '', '# Part\n'),
  };
  const own = page('a', '', `# A\n\n## Here\n\n${written}\n`);
  const all = { ...files, 'sub/README.md': page('sub'), 'a.md': own };
  const root = folderWith(Object.fromEntries(Object.entries(all).map(([path, text]) => [`docs/${path}`, text])));
  expect(await problems(root)).toEqual([]);
  const led = await targets(root, 'a');
  expect((await change(root, { op: 'move', id: 'a', path: 'docs/deep/a.md' })).code).toBeUndefined();
  expect(bytes(root, 'docs/deep/a.md')).toBe(own.replace(written, deeper));
  expect(await targets(root, 'a')).toEqual(led);
  expect((await change(root, { op: 'move', id: 'a', path: 'docs/a.md' })).code).toBeUndefined();
  expect(bytes(root, 'docs/a.md')).toBe(own);
});

it('does not hold an old error against a change that only rewords it', async () => {
  const text = '[a](T.md) [b](t.md#gone) [c](handbok.md)\n';
  const root = folderWith({ 'docs/a.md': page('a', '', text), 'docs/t.md': page('t') });
  const before = await problems(root);
  expect(before).toHaveLength(3);
  const create = { op: 'create', id: 'h', family: 'guide', title: 'H', status: 'draft', path: 'docs/handbook.md' };
  for (const operation of [create, { op: 'move', id: 't', path: 'docs/deep/t.md' }, { op: 'delete', id: 'h' }]) {
    expect((await change(root, operation)).code).toBeUndefined();
    expect(await problems(root)).toEqual(before);
  }
  expect((await change(root, { op: 'update', id: 'a', content: '[a](other.md)\n' })).code).toBe('breaks_graph');
});
