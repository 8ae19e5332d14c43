import { afterEach, describe, expect, it } from 'vitest';
import type { OperationPaper } from '../../src/contract/index.ts';
import type { Project } from '../../src/project/index.ts';
import { type Planned, planOperations } from '../../src/proposal/index.ts';
import { loadSnapshot } from '../../src/store/index.ts';
import { cleanUp, DESCRIPTOR, makeProject, page, refusalOf, status } from './support.ts';

afterEach(cleanUp);

async function plan(project: Project, ...operations: OperationPaper[]): Promise<Planned> {
  return planOperations(await loadSnapshot(project), operations);
}

const move = (id: string, path: string): OperationPaper => ({ op: 'move', id, path });
const texts = (planned: Planned) => Object.fromEntries(planned.files.map(({ path, content }) => [path, content]));

/** Edges without their places: what must not change when only places do. */
const meaning = (view: {
  graph: { edges: readonly { source: string; target: string; type: string; fragment?: string }[] };
}) => view.graph.edges.map(({ source, target, type, fragment }) => [source, target, type, fragment]);

const LENIENT = `${DESCRIPTOR}\n[problems]\ndead_link = "warning"\ndead_anchor = "warning"\n`;

describe('a move', () => {
  it('carries links with encoded blanks, angle brackets, parts and queries', async () => {
    const index =
      '[ok 1](spare%20parts.md)\n[ok 2](<spare parts.md>)\n[ok 3](spare%20parts.md#order-list)\n[ok 4](./spare%20parts.md?plain=1#order-list)\n[bad](spare%2520parts.md)\n';
    const project = makeProject(
      { 'docs/spare parts.md': page('parts', '# Order list\n\nRings.\n'), 'docs/index.md': page('index', index) },
      LENIENT,
    );
    const snapshot = await loadSnapshot(project);
    const planned = planOperations(snapshot, [move('parts', 'docs/stores/spare parts.md')]);
    expect(texts(planned)['docs/index.md']).toBe(
      page(
        'index',
        '[ok 1](stores/spare%20parts.md)\n[ok 2](<stores/spare parts.md>)\n[ok 3](stores/spare%20parts.md#order-list)\n[ok 4](./stores/spare%20parts.md?plain=1#order-list)\n[bad](spare%2520parts.md)\n',
      ),
    );
    expect(texts(planned)['docs/spare parts.md']).toBeNull();
    expect(texts(planned)['docs/stores/spare parts.md']).toBe(page('parts', '# Order list\n\nRings.\n'));
    expect(meaning(planned.projected)).toEqual(meaning(snapshot));
    expect(planned.problems).toEqual({ caused: [], fixed: [] });
  });

  it('carries reference links, images and titles, and leaves a second definition alone', async () => {
    const boiler =
      '# Boiler\n\n![plate](img/plate.png "type plate")\n\nSee [burner], [the burner page][burner] and [Burner][].\n\n[burner]: burner.md#start "start here"\n[BURNER]: unused-second-definition.md\n';
    const burner = '# Burner\n\n## Start\n\nBack to [the boiler][b].\n\n[b]: <boiler.md>\n';
    const project = makeProject({
      'docs/boiler.md': page('boiler', boiler),
      'docs/burner.md': page('burner', burner),
      'docs/img/plate.png': new Uint8Array([1, 2, 3]),
    });
    const planned = await plan(project, move('boiler', 'docs/heating/boiler.md'));
    expect(texts(planned)).toEqual({
      'docs/boiler.md': null,
      'docs/burner.md': page('burner', burner.replace('<boiler.md>', '<heating/boiler.md>')),
      'docs/heating/boiler.md': page(
        'boiler',
        boiler.replace('img/plate.png', '../img/plate.png').replace('burner.md#start', '../burner.md#start'),
      ),
    });
  });

  it('keeps ways of writing: without extension, by folder, from the root, by id, in HTML', async () => {
    const body =
      '[1](topic/page) [2](topic/) [3](/docs/topic/page.md) [[page]] <a href="topic/page.md">5</a> [6](#here) [7](https://x.y/page.md)\n\n# Here\n';
    const project = makeProject({
      'docs/start.md': page('start', body),
      'docs/topic/page.md': page('page', '[up](../start.md#here) [self](page.md) [own](#own)\n\n# Own\n'),
      'docs/topic/README.md': page('topic'),
    });
    const snapshot = await loadSnapshot(project);
    const planned = planOperations(snapshot, [
      move('page', 'docs/deep/er/page.md'),
      move('topic', 'docs/subject/README.md'),
    ]);
    expect(texts(planned)['docs/start.md']).toBe(
      page(
        'start',
        '[1](deep/er/page) [2](subject/) [3](/docs/deep/er/page.md) [[page]] <a href="deep/er/page.md">5</a> [6](#here) [7](https://x.y/page.md)\n\n# Here\n',
      ),
    );
    expect(texts(planned)['docs/deep/er/page.md']).toBe(
      page('page', '[up](../../start.md#here) [self](page.md) [own](#own)\n\n# Own\n'),
    );
    expect(meaning(planned.projected)).toEqual(meaning(snapshot));
  });

  it('follows links through several moves, renames and swaps in one list', async () => {
    const project = makeProject({
      'docs/a.md': page('a', '[b](b.md)\n'),
      'docs/b.md': page('b', '[a](a.md) [c](in/c.md)\n'),
      'docs/in/c.md': page('c', '[a](../a.md) [b](../b.md)\n'),
    });
    const snapshot = await loadSnapshot(project);
    const planned = planOperations(snapshot, [
      move('a', 'docs/x.md'),
      move('b', 'docs/a.md'),
      move('a', 'docs/b.md'),
      move('c', 'docs/c.md'),
    ]);
    expect(texts(planned)).toEqual({
      'docs/a.md': page('b', '[a](b.md) [c](c.md)\n'),
      'docs/b.md': page('a', '[b](a.md)\n'),
      'docs/c.md': page('c', '[a](b.md) [b](a.md)\n'),
      'docs/in/c.md': null,
    });
    expect(meaning(planned.projected)).toEqual(meaning(snapshot));
    expect(planned.nodes).toEqual(['a', 'b', 'c']);
  });

  it('carries links that earlier operations of the list wrote', async () => {
    const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
    const planned = await plan(
      project,
      { op: 'create', id: 'n', family: 'guide', title: 'N', content: '[a](a.md) [b](b.md)\n' },
      { op: 'update', id: 'b', content: '[n](n.md)\n' },
      move('a', 'docs/in/a.md'),
      move('n', 'docs/in/n.md'),
    );
    expect(texts(planned)['docs/in/n.md']?.endsWith('\n[a](a.md) [b](../b.md)\n')).toBe(true);
    expect(texts(planned)['docs/b.md']?.endsWith('\n[n](in/n.md)\n')).toBe(true);
    expect(planned.problems.caused).toEqual([]);
  });

  it('leaves dead links dead, climbs out of the project as far as before, and keeps CRLF', async () => {
    const body = '[dead](gone.md) [out](../../elsewhere/x.md#y) [b](b.md)\n';
    const project = makeProject(
      {
        'docs/a.md': page('a', body).replaceAll('\n', '\r\n'),
        'docs/b.md': page('b'),
        'docs/in/gone.md': page('gone'),
      },
      LENIENT,
    );
    const planned = await plan(project, move('a', 'docs/in/a.md'));
    const moved = page('a', '[dead](../gone.md) [out](../../../elsewhere/x.md#y) [b](../b.md)\n');
    expect(texts(planned)['docs/in/a.md']).toBe(moved.replaceAll('\n', '\r\n'));
    expect(planned.problems).toEqual({ caused: [], fixed: [] });
  });

  it('moves a node between TOML files and pages, with its links and parts', async () => {
    const node = (id: string, content: string) =>
      `[[nodes]]\nid = "${id}"\nfamily = "requirement"\ntitle = "${id}"\nstatus = "active"\nauthority = "authoritative"\nowner = "Ops"\ncontent = "${content}"\n`;
    const project = makeProject(
      {
        'reqs/a.toml': `${node('r1', '[g](../docs/g.md)')}\n${node('r2', 'x')}`,
        'reqs/one.toml': `# alone\n${node('r3', '[r1](a.toml#r1)')}`,
        'docs/g.md': page('g', '[r1](../reqs/a.toml#r1) [r3](../reqs/one.toml)\n'),
      },
      DESCRIPTOR.replace('statuses =', 'fields = ["owner"]\nstatuses ='),
    );
    const snapshot = await loadSnapshot(project);
    const alone = planOperations(snapshot, [move('r3', 'reqs/sub/one.toml')]);
    expect(texts(alone)['reqs/sub/one.toml']).toBe(`# alone\n${node('r3', '[r1](../a.toml#r1)')}`);
    expect(texts(alone)['docs/g.md']).toContain('[r3](../reqs/sub/one.toml)');
    const joined = planOperations(snapshot, [move('r3', 'reqs/a.toml')]);
    expect(texts(joined)['reqs/one.toml']).toBeNull();
    expect(texts(joined)['docs/g.md']).toContain('[r3](../reqs/a.toml#r3)');
    const page1 = planOperations(snapshot, [move('r1', 'docs/r1.md')]);
    expect(texts(page1)['docs/r1.md']).toContain('owner = "Ops"');
    expect(texts(page1)['docs/r1.md']?.endsWith('\n[g](../docs/g.md)')).toBe(true);
    expect(texts(page1)['docs/g.md']).toContain('[r1](r1.md)');
    for (const planned of [alone, page1]) {
      const bare = (view: Parameters<typeof meaning>[0]) => meaning(view).map((row) => row.slice(0, 3));
      expect(bare(planned.projected)).toEqual(bare(snapshot));
    }
  });

  it.each<[string, string, string]>([
    ['to where it is', 'docs/a.md', 'no_change'],
    ['onto another page', 'docs/b.md', 'path_taken'],
    ['out of the content', 'a.md', 'outside_content'],
    ['out of the project', '../a.md', 'unsafe_path'],
    ['to a name that differs only in case from another', 'docs/B.md', 'path_taken'],
    ['to its own name in another case', 'docs/A.md', 'path_taken'],
    ['to a file of another kind of name', 'docs/a.txt', 'outside_content'],
  ])('is refused %s', async (_, path, code) => {
    const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
    expect((await refusalOf(() => plan(project, move('a', path)))).code).toBe(code);
  });

  it('is refused where a link that cannot follow would lead to another page', async () => {
    const project = makeProject({
      'docs/a.md': page('a', '[[notes]]\n'),
      'docs/notes.md': page('n1'),
      'docs/in/notes.md': page('n2'),
    });
    const result = await plan(project, move('a', 'docs/in/a.md')).then(
      (planned) => texts(planned)['docs/in/a.md'],
      (error) => error.code,
    );
    expect([
      page('a', '[[../notes.md]]\n'),
      page('a', '[[../notes]]\n'),
      'link_not_carried',
      'cannot_relink',
    ]).toContain(result);
  });

  it('keeps the text of the moved page when its status changes too', async () => {
    const project = makeProject({ 'docs/a.md': page('a', '* x\n+ y  \nend') });
    const planned = await plan(project, move('a', 'docs/in/a.md'), status('a', 'retired'));
    expect(texts(planned)['docs/in/a.md']).toBe(page('a', '* x\n+ y  \nend').replace('"active"', '"retired"'));
  });
});
