import { afterEach, describe, expect, it } from 'vitest';
import type { OperationPaper } from '../../src/contract/index.ts';
import type { Project } from '../../src/project/index.ts';
import { type Planned, planImport, planOperations } from '../../src/proposal/index.ts';
import { loadSnapshot } from '../../src/store/index.ts';
import { cleanUp, DESCRIPTOR, makeProject, page, put, refusalOf, status, VAULT } from './support.ts';

afterEach(cleanUp);

async function plan(project: Project, ...operations: OperationPaper[]): Promise<Planned> {
  return planOperations(await loadSnapshot(project), operations);
}

/** Path to text after, `null` for a deletion. */
const texts = (planned: Planned) => Object.fromEntries(planned.files.map(({ path, content }) => [path, content]));

describe('create', () => {
  it('makes a page of its own in the folder of its family, named by its id', async () => {
    const project = makeProject({ 'docs/start.md': page('start') });
    const planned = await plan(project, {
      op: 'create',
      id: 'second',
      family: 'guide',
      title: 'Second',
      content: 'Hi.\n',
    });
    expect(texts(planned)).toEqual({
      'docs/second.md':
        '+++\nid = "second"\nfamily = "guide"\ntitle = "Second"\nstatus = "draft"\nauthority = "proposal"\n+++\n\nHi.\n',
    });
    expect(planned.nodes).toEqual(['second']);
    expect(planned.operations[0]).toMatchObject({ path: 'docs/second.md', status: 'draft', authority: 'proposal' });
    expect(planned.projected.graph.nodes.get('second' as never)?.title).toBe('Second');
  });

  it('keeps a slash of an id out of the path and a long name within 255 bytes, whole characters, its extension', async () => {
    const project = makeProject({ 'docs/start.md': page('start'), 'docs/team-ops-runbook.md': page('x') });
    const long = 'ü'.repeat(100);
    const planned = await plan(
      project,
      { op: 'create', id: 'team/ops/runbook', family: 'guide', title: 'Slashes' },
      { op: 'create', id: `${long}`, family: 'guide', title: 'Long' },
      { op: 'create', id: '///', family: 'guide', title: 'Überprüfung '.repeat(40) },
      { op: 'create', id: '//', family: 'guide', title: 'Überprüfung '.repeat(40) },
    );
    const paths = planned.operations.map((operation) => (operation.op === 'create' ? operation.path! : ''));
    expect(paths[0]).toBe('docs/team-ops-runbook-2.md');
    expect(paths[1]).toBe(`docs/${long}.md`);
    expect(paths[2]).not.toBe(paths[3]);
    for (const path of paths) {
      expect(path).toMatch(/^docs\/[^/]+\.md$/);
      expect(Buffer.byteLength(path.slice(5))).toBeLessThanOrEqual(255);
      expect(path).not.toContain('\ufffd');
    }
  });

  it('puts a node at the end of a TOML file that is there, and begins one that is not', async () => {
    const toml =
      '# kept\n[[nodes]]\nid = "r1"\nfamily = "requirement"\ntitle = "R1"\nstatus = "active"\nauthority = "authoritative"\ncontent = "x"\n';
    const project = makeProject({ 'reqs/a.toml': toml });
    const make = (id: string, path: string): OperationPaper => ({
      ...{ op: 'create', id, family: 'requirement', title: id, path, content: 'Text.\n' },
    });
    const planned = await plan(project, make('r2', 'reqs/a.toml'), make('r3', 'reqs/new/b.toml'));
    expect(texts(planned)['reqs/a.toml']?.startsWith(toml)).toBe(true);
    expect(planned.projected.graph.nodes.get('r2' as never)?.path).toBe('reqs/a.toml');
    expect(planned.projected.graph.nodes.get('r3' as never)?.path).toBe('reqs/new/b.toml');
  });

  it.each<[string, Partial<OperationPaper>, string]>([
    ['an id that is taken', { id: 'start' }, 'node_exists'],
    ['an id that is too long', { id: 'r'.repeat(201) }, 'invalid_id'],
    ['an id with a control character', { id: 'a\u0007b' }, 'invalid_id'],
    ['a path that climbs', { path: 'docs/../../x.md' }, 'unsafe_path'],
    ['a path out of the content', { path: 'other/x.md' }, 'outside_content'],
    ['a page that is there', { path: 'docs/start.md' }, 'path_taken'],
    ['a name that differs only in case', { path: 'docs/START.md' }, 'path_taken'],
    ['a folder that differs only in case', { path: 'Docs/x.md' }, 'outside_content'],
    ['a file used as a folder', { path: 'docs/start.md/x.md' }, 'path_taken'],
    ['half a surrogate pair', { content: 'a\ud800' }, 'invalid_operation'],
    ['a value TOML does not have', { extra: { a: null } }, 'invalid_operation'],
    ['a family that is not known', { family: 'nope', path: 'docs/x.md' }, 'breaks_graph'],
    ['a relation to nothing', { relations: [{ type: 'depends_on', target: 'nobody' }] }, 'breaks_graph'],
    ['a dead link', { content: '[x](nowhere.md)\n' }, 'breaks_graph'],
    ['a title without end', { title: 'x'.repeat(2000) }, 'cannot_serialize'],
  ])('refuses %s', async (_, part, code) => {
    const project = makeProject({ 'docs/start.md': page('start') });
    const operation = { op: 'create', id: 'fresh', family: 'guide', title: 'Fresh', ...part } as OperationPaper;
    const refusal = await refusalOf(() => plan(project, operation));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/Nothing was changed|Nothing was/);
  });

  it('refuses a family without a place, and a directory that is not content', async () => {
    const make = { op: 'create', id: 'n', family: 'requirement', title: 'N' } as const;
    const nowhere = DESCRIPTOR.replace('docs/**/*.md', 'docs/*/page-*.md');
    expect((await refusalOf(() => plan(makeProject({}, nowhere), make))).code).toBe('no_place');
    expect((await refusalOf(() => plan(makeProject({}, nowhere), { ...make, family: 'guide' }))).code).toBe('no_place');
  });

  it('says the limit of an id', async () => {
    const project = makeProject({ 'docs/start.md': page('start') });
    const operation: OperationPaper = { op: 'create', id: 'r'.repeat(201), family: 'guide', title: 'x' };
    expect((await refusalOf(() => plan(project, operation))).message).toContain('200');
  });
});

describe('update', () => {
  it('changes metadata and leaves the text byte for byte', async () => {
    const body = 'Menu\n====\n\n* one\n+ three\n\nhard break  \nlast, no newline';
    const project = makeProject({ 'docs/menu.md': page('menu', body) });
    const text = texts(await plan(project, status('menu', 'retired')))['docs/menu.md']!;
    expect(text).toBe(page('menu', body).replace('status = "active"', 'status = "retired"'));
  });

  it('stores edits as the exact content, with LF or CRLF in the file', async () => {
    const crlf = page('lamp', '# Lamp\n\nTwo watts.\n').replaceAll('\n', '\r\n');
    const project = makeProject({ 'docs/lamp.md': crlf });
    const planned = await plan(project, {
      ...{ op: 'update', id: 'lamp' },
      edits: [
        { old: 'Two watts.\n', new: 'Two watts.\n\n## Colours\n\nWhite.\n' },
        { old: 'White.\r\n', new: 'Amber.\r\n' },
      ],
    });
    expect(planned.operations[0]).toMatchObject({ content: '# Lamp\n\nTwo watts.\n\n## Colours\n\nAmber.\n' });
    expect(planned.operations[0]).not.toHaveProperty('edits');
    expect(texts(planned)['docs/lamp.md']).toBe(
      crlf.replace('watts.\r\n', 'watts.\r\n\r\n## Colours\r\n\r\nAmber.\r\n'),
    );
  });

  it('writes content and title that look like the storage format, and reads them back', async () => {
    const content = '+++\n\nThree plus signs.\n\n+++\nid = "injected"\n+++\n';
    const title = 'A title with "quotes", a \\ and +++ and a\ttab';
    const project = makeProject({
      'docs/howto.md': page('howto', 'Old.\n', 'relations = [{ type = "related_to", target = "b" }]\n'),
      'docs/b.md': page('b'),
    });
    const { projected } = await plan(project, { op: 'update', id: 'howto', content, set: { title } });
    const node = projected.graph.nodes.get('howto' as never)!;
    expect(node.title).toBe(title);
    expect(projected.bodyOf(node)).toBe(content);
    expect(node.relations).toHaveLength(1);
    expect(projected.graph.nodes.size).toBe(2);
  });

  it('adds and removes relations, and sees what earlier operations did', async () => {
    const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
    const link = { type: 'depends_on', target: 'b' };
    const planned = await plan(
      project,
      { op: 'update', id: 'a', add_relations: [link] },
      { op: 'update', id: 'a', remove_relations: [link], add_relations: [{ type: 'related_to', target: 'b' }] },
    );
    expect(planned.projected.graph.nodes.get('a' as never)?.relations).toMatchObject([
      { type: 'related_to', target: 'b' },
    ]);
  });

  it('binds each operation to the node as it is in the files, also the second on the same node', async () => {
    const project = makeProject({ 'docs/a.md': page('a') });
    const snapshot = await loadSnapshot(project);
    const hash = snapshot.graph.nodes.get('a' as never)!.content_hash;
    const planned = planOperations(snapshot, [
      status('a', 'draft'),
      { ...status('a', 'retired'), expect: hash } as OperationPaper,
    ]);
    expect(planned.operations.map((operation) => 'expect' in operation && operation.expect)).toEqual([hash, hash]);
    expect(planOperations(snapshot, planned.operations).files).toEqual(planned.files);
  });

  it.each<[string, Partial<OperationPaper>, string]>([
    ['a node that is not there', { id: 'nobody' }, 'no_such_node'],
    ['another hash', { expect: `sha256:${'0'.repeat(64)}` }, 'stale_node'],
    ['what is so already', { set: { status: 'active' } }, 'no_change'],
    ['nothing at all', {}, 'no_change'],
    ['an edit of what is not there', { edits: [{ old: 'nope', new: 'x' }] }, 'edit_not_found'],
    ['an edit of what is there twice', { edits: [{ old: 'o', new: 'x' }] }, 'edit_not_unique'],
    ['content and edits at once', { content: 'x', edits: [{ old: 'Bod', new: 'x' }] }, 'invalid_operation'],
    ['a field that cannot go', { unset: ['status'] }, 'invalid_operation'],
    ['a relation that is there', { add_relations: [{ type: 'related_to', target: 'b' }] }, 'relation_exists'],
    ['a relation that is not there', { remove_relations: [{ type: 'depends_on', target: 'b' }] }, 'no_such_relation'],
    ['a status that is not known', { set: { status: 'wild' } }, 'breaks_graph'],
    ['a cycle', { add_relations: [{ type: 'depends_on', target: 'b' }] }, 'breaks_graph'],
  ])('refuses %s', async (_, part, code) => {
    const project = makeProject({
      'docs/a.md': page('a', 'Body too.\n', 'relations = [{ type = "related_to", target = "b" }]\n'),
      'docs/b.md': page('b', 'B.\n', 'relations = [{ type = "depends_on", target = "a" }]\n'),
    });
    const refusal = await refusalOf(() => plan(project, { op: 'update', id: 'a', ...part } as OperationPaper));
    expect(refusal.code).toBe(code);
    expect(refusal.details.operation ?? 1).toBe(1);
  });

  it('does not hold errors against it that were there before', async () => {
    const project = makeProject({ 'docs/a.md': page('a', '\n\n[dead](nowhere.md)\n'), 'docs/b.md': page('b') });
    const planned = await plan(
      project,
      { op: 'update', id: 'a', content: 'Moved up: [dead](nowhere.md)\n' },
      status('b', 'draft'),
    );
    expect(planned.problems).toEqual({ caused: [], fixed: [] });
    const better = await plan(project, { op: 'update', id: 'a', content: 'Fine.\n' });
    expect(better.problems.fixed.map(({ code }) => code)).toEqual(['dead_link']);
  });

  it('refuses a list whose operations undo one another', async () => {
    const project = makeProject({ 'docs/a.md': page('a') });
    expect((await refusalOf(() => plan(project, status('a', 'draft'), status('a', 'active')))).code).toBe('no_change');
  });
});

describe('delete', () => {
  const linked = {
    'docs/a.md': page('a'),
    'docs/b.md': page('b', 'B.\n', 'relations = [{ type = "depends_on", target = "a" }]\n'),
  };

  it('names every relation that is in its way', async () => {
    const refusal = await refusalOf(() => plan(makeProject(linked), { op: 'delete', id: 'a' }));
    expect(refusal.code).toBe('incoming_relations');
    expect(refusal.details.incoming).toEqual([{ source: 'b', type: 'depends_on', target: 'a' }]);
  });

  it('removes them when asked to, or when an earlier operation did', async () => {
    const asked = await plan(makeProject(linked), { op: 'delete', id: 'a', incoming: 'remove' });
    expect(texts(asked)).toEqual({ 'docs/a.md': null, 'docs/b.md': page('b', 'B.\n', 'relations = []\n') });
    expect(asked.nodes).toEqual(['a', 'b']);
    const earlier = await plan(
      makeProject(linked),
      { op: 'update', id: 'b', remove_relations: [{ type: 'depends_on', target: 'a' }] },
      { op: 'delete', id: 'a' },
    );
    expect(texts(earlier)).toEqual(texts(asked));
  });

  it('reports links that would lead nowhere, and refuses where that is an error', async () => {
    const files = { 'docs/a.md': page('a'), 'docs/b.md': page('b', '[a](a.md)\n') };
    expect((await refusalOf(() => plan(makeProject(files), { op: 'delete', id: 'a' }))).code).toBe('breaks_graph');
    const lenient = makeProject(files, `${DESCRIPTOR}\n[problems]\ndead_link = "warning"\n`);
    const planned = await plan(lenient, { op: 'delete', id: 'a' });
    expect(planned.problems.caused.map(({ code, file }) => [code, file])).toEqual([['dead_link', 'docs/b.md']]);
  });

  it('takes one node out of a TOML file and keeps the others byte for byte', async () => {
    const node = (id: string) =>
      `# ${id}\n[[nodes]]\nid = "${id}"\nfamily = "requirement"\ntitle = '${id}'\nstatus = "active"\nauthority = "authoritative"\ncontent = "x"\n`;
    const project = makeProject({ 'reqs/a.toml': `${node('r1')}\n${node('r2')}\n${node('r3')}` });
    const planned = await plan(project, { op: 'delete', id: 'r2' });
    expect(texts(planned)['reqs/a.toml']).toBe(`${node('r1')}\n${node('r3')}`);
  });
});

describe('rights', () => {
  it('are asked for each operation, and for the family before and after', async () => {
    const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
    const snapshot = await loadSnapshot(project);
    const bob = project.policy.writers.find(({ id }) => id === 'bob')!;
    const tried = async (operation: OperationPaper) =>
      (await refusalOf(() => planOperations(snapshot, [operation], { writers: [bob] }))).details;
    expect(await tried({ op: 'delete', id: 'a' })).toMatchObject({
      writer: ['bob'],
      action: 'delete',
      family: 'guide',
    });
    expect(await tried({ op: 'move', id: 'a', path: 'docs/x.md' })).toMatchObject({ action: 'move' });
    expect(await tried({ op: 'update', id: 'a', set: { family: 'requirement' } })).toMatchObject({
      family: 'requirement',
    });
    expect(await tried({ op: 'create', id: 'n', family: 'requirement', title: 'N' })).toMatchObject({
      action: 'create',
    });
    expect(planOperations(snapshot, [status('a', 'draft')], { writers: [bob] }).nodes).toEqual(['a']);
  });
});

describe('adopt', () => {
  it('gives a page its block, keeps its text, and keeps its id', async () => {
    const text = '---\ntitle: A page\ntags: [x]\n---\n\n# A page\n\n* text  \n';
    const project = makeProject({ 'notes/a page.md': text, 'notes/plain.md': 'No block.\r\nAt all.' }, VAULT);
    const snapshot = await loadSnapshot(project);
    const ids = [...snapshot.graph.nodes.keys()];
    const planned = planOperations(
      snapshot,
      ids.map((id) => ({ op: 'adopt', id, path: snapshot.graph.nodes.get(id)!.path })),
    );
    expect([...planned.projected.graph.nodes.keys()]).toEqual(ids);
    expect(texts(planned)['notes/a page.md']?.endsWith('\n# A page\n\n* text  \n')).toBe(true);
    expect(texts(planned)['notes/plain.md']?.endsWith('No block.\r\nAt all.')).toBe(true);
    expect(planned.problems.caused).toEqual([]);
  });

  it('lets an adopted page be updated and moved in the same list, and no page before that', async () => {
    const project = makeProject({ 'notes/a.md': '# A\n\n[b](b.md)\n', 'notes/b.md': '# B\n\n[a](a.md)\n' }, VAULT);
    const early = await refusalOf(() => plan(project, status('notes/a', 'draft')));
    expect(early.code).toBe('not_canonical');
    const planned = await plan(
      project,
      { op: 'adopt', id: 'notes/a', path: 'notes/a.md' },
      status('notes/a', 'draft'),
      { op: 'move', id: 'notes/a', path: 'notes/in/a.md' },
    );
    expect(texts(planned)['notes/b.md']).toBe('# B\n\n[a](in/a.md)\n');
    expect(texts(planned)['notes/in/a.md']).toContain('[b](../b.md)');
    expect(texts(planned)['notes/a.md']).toBeNull();
  });

  it('refuses a page that has its block, and one whose front matter cannot be read', async () => {
    const project = makeProject({ 'a.md': page('a'), 'bad.md': '---\ntitle: [unclosed\n---\n\nText.\n' }, VAULT);
    expect((await refusalOf(() => plan(project, { op: 'adopt', id: 'a', path: 'a.md' }))).code).toBe('cannot_adopt');
    expect((await refusalOf(() => plan(project, { op: 'adopt', id: 'bad', path: 'bad.md' }))).code).toBe(
      'cannot_adopt',
    );
    put(project.root, 'c.md', 'x');
    expect((await refusalOf(() => plan(project, { op: 'adopt', id: 'c', path: 'a.md' }))).code).toBe('cannot_adopt');
  });

  it('keeps a key of the old front matter that means something else in the block under [extra]', async () => {
    const project = makeProject({ 'eip.md': '---\ntitle: EIP\nstatus: Living\nid: 7\neip: 1\n---\n\nText.\n' }, VAULT);
    const planned = await plan(project, { op: 'adopt', id: 'eip', path: 'eip.md' });
    const adopted = planned.projected.graph.nodes.get('eip' as never);
    expect(adopted).toMatchObject({ status: 'active', fields: { eip: 1 }, extra: { status: 'Living', id: 7 } });
  });

  it('is planned for every page of a vault that can take a block, and the others are named', async () => {
    const project = makeProject(
      {
        'a.md': page('own'),
        'b.md': '# B\n',
        'bad.md': '---\ntitle: [unclosed\n---\n',
        'raw.md': new Uint8Array([0xff, 0xfe, 10]),
      },
      VAULT,
    );
    const imported = planImport(await loadSnapshot(project));
    expect(imported.operations.map(({ id, path }) => [id, path])).toEqual([['b', 'b.md']]);
    expect(imported.left_out.map(({ path }) => path)).toEqual(['bad.md', 'raw.md']);
    expect(texts(await plan(project, ...imported.operations))['b.md']).toMatch(/^\+\+\+\nid = "b"[\s\S]*\n# B\n$/);
  });

  it('stands beside new pages, which are canonical from the start', async () => {
    const project = makeProject({ 'notes/a.md': '# A\n' }, VAULT);
    const planned = await plan(
      project,
      { op: 'create', id: 'n', family: 'guide', title: 'N', path: 'notes/n.md' },
      status('n', 'active'),
    );
    expect(planned.projected.graph.nodes.get('n' as never)).toMatchObject({ format: 'markdown', status: 'active' });
  });

  it('comes before a change that would give other pages another id', async () => {
    const project = makeProject({ 'a.md': '# A\n', 'a/README.md': '# Folder\n' }, VAULT);
    const refusal = await refusalOf(() => plan(project, { op: 'delete', id: 'a' }));
    expect([refusal.code, refusal.details.nodes]).toEqual(['shifts_ids', ['a/README']]);
    const planned = await plan(
      project,
      { op: 'adopt', id: 'a/README', path: 'a/README.md' },
      { op: 'delete', id: 'a' },
    );
    expect([...planned.projected.graph.nodes.keys()]).toEqual(['a/README']);
  });
});
