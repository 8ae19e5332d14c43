/** Files of nodes as people lay them out: a change of one node is a change of its lines. */
import { expect, it } from 'vitest';
import { folderWith } from '../operation/projects.ts';
import { bytes, change, problems, shown } from './project.ts';

const node = (id: string, more = 'content = "x"\n') =>
  `[[nodes]]\nid = '${id}' # own quotes\nfamily = "guide"\ntitle = "T"\nstatus = "draft"   # why\nauthority = "derived"\n${more}`;

it('leaves tables of another kind to themselves', async () => {
  const file = `title = "f"\n\n${node('a')}[nodes.extra]\nk = "v"\n\n# about after\n[after]\ny = 2\n\n${node('b')}\n[tail]\nz = 1\n`;
  const root = folderWith({ 'docs/n.toml': file });
  const lines = async (...operations: object[]) => {
    const before = bytes(root, 'docs/n.toml').split('\n');
    const { code } = await change(root, ...operations);
    const after = bytes(root, 'docs/n.toml').split('\n');
    return code ?? [before.filter((line) => !after.includes(line)), after.filter((line) => !before.includes(line))];
  };
  expect(await lines({ op: 'update', id: 'a', set: { status: 'active' } })).toEqual([
    [],
    ['status = "active"   # why'],
  ]);
  expect(await lines({ op: 'update', id: 'a', set: { extra: { m: 'n' } } })).toEqual([[], ['m = "n"']]);
  expect(await lines({ op: 'update', id: 'b', set: { tags: ['t'] } })).toEqual([[], ['tags = ["t"]']]);
  expect(await lines({ op: 'delete', id: 'b' })).toEqual([
    ["id = 'b' # own quotes", 'status = "draft"   # why', 'tags = ["t"]'],
    [],
  ]);
  expect(bytes(root, 'docs/n.toml')).toContain('\n\n# about after\n[after]\ny = 2\n\n[tail]\nz = 1\n');
});

it('writes the line ends that the node has, also beside nodes with others', async () => {
  const root = folderWith({ 'docs/n.toml': `${node('a').replaceAll('\n', '\r\n')}\n${node('b')}` });
  await change(
    root,
    { op: 'update', id: 'a', content: 'one\ntwo\n' },
    { op: 'update', id: 'b', content: 'one\ntwo\n' },
  );
  const [first, second] = bytes(root, 'docs/n.toml').split("[[nodes]]\nid = 'b'");
  expect(first).not.toMatch(/[^\r]\n(?!$)/);
  expect(second).not.toContain('\r');
});

const CONTENTS = [
  "has ''' three\n",
  'has """ and \\ \n',
  '   \ntrailing   \n\n',
  '',
  '\n\nx',
  'ends "',
  "ends '",
  'a\rb\n',
  '\\\nx\u0000y\u2028\n',
];
it.each(CONTENTS.map((text) => [JSON.stringify(text), text]))('reads back %s', async (_name, content) => {
  const root = folderWith({ 'docs/n.toml': node('a', "content = '''\nC:\\x\n'''\n"), 'docs/m.toml': node('b', '') });
  for (const id of ['a', 'b']) {
    if (id === 'b' && content === '') continue;
    expect((await change(root, { op: 'update', id, content })).code).toBeUndefined();
    expect((await shown(root, id)).node.content).toBe(content);
  }
  expect(await problems(root)).toEqual([]);
});

it('adds to and takes from arrays that are empty, spread over lines, or not there', async () => {
  const root = folderWith({
    'docs/n.toml': node('a', 'tags = [] # none\nrelations = [ ]\n'),
    'docs/m.toml': node('b', 'tags = [\n  "p", # first\n  "q",\n]\n'),
  });
  const add_relations = [{ type: 'related_to', target: 'b' }];
  await change(root, { op: 'update', id: 'a', set: { tags: ['t'] }, add_relations });
  expect(bytes(root, 'docs/n.toml')).toContain(
    'tags = ["t"] # none\nrelations = [{ type = "related_to", target = "b" }]\n',
  );
  await change(root, { op: 'update', id: 'b', set: { tags: ['p', 'q', 'r'] } });
  expect(bytes(root, 'docs/m.toml')).toContain('tags = [\n  "p", # first\n  "q",\n  "r",\n]\n');
  expect((await change(root, { op: 'update', id: 'a', unset: ['tags'], remove_relations: add_relations })).ok).toBe(
    true,
  );
  expect(await shown(root, 'a')).toMatchObject({ node: { tags: [], relations: [] }, outgoing: [] });
});
