/** Any list of operations is either refused, with nothing changed, or leads to exactly the projected graph. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import type { ChangesetPaper, OperationPaper } from '../../src/contract/index.ts';
import type { Project } from '../../src/project/index.ts';
import { type Planned, planOperations } from '../../src/proposal/index.ts';
import { reviewBytes } from '../../src/proposal/review-bytes.ts';
import { loadSnapshot, type Snapshot } from '../../src/store/index.ts';
import { cleanUp, DESCRIPTOR, makeProject, page, put } from './support.ts';

afterEach(cleanUp);

const relation = (target: string) => `relations = [{ type = "depends_on", target = "${target}" }]\n`;
const node = (id: string, content: string) =>
  `# ${id}\n[[nodes]]\nid = '${id}'\nfamily = "requirement" # kept\ntitle = "${id}"\nstatus = "active"\nauthority = "authoritative"\ncontent = '''\n${content}'''\n`;

const FILES = {
  'docs/a.md': page('a', '# A\n\n[b](b.md) ![p](img/p.png) [c](sub/c.md#part "t")\n', relation('b')),
  'docs/b.md': page('b', '[a][x] [r](../reqs/r.toml#r1)\n\n[x]: <a.md>\n').replaceAll('\n', '\r\n'),
  'docs/sub/c.md': `\ufeff${page('c', '# Part\n\n<a href="../a.md">a</a> [[b]] [up](../d%20d.md)', relation('a'))}`,
  'docs/d d.md': page('d', 'no newline, [c](sub/c)'),
  'docs/img/p.png': new Uint8Array([137, 80]),
  'reqs/r.toml': `${node('r1', '[a](../docs/a.md)\n')}\n${node('r2', 'x\n')}`,
  'reqs/s.toml': node('s1', '[r2](r.toml#r2)\n'),
};
const LENIENT = `${DESCRIPTOR}\n[problems]\ndead_link = "warning"\ndead_anchor = "warning"\n`;

const mostly = <T>(usual: readonly T[], odd: readonly T[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...usual), weight: 9 }, { arbitrary: fc.constantFrom(...odd), weight: 1 });

const known = mostly(['a', 'b', 'c', 'd', 'r1', 'r2', 's1'], ['n/1', 'nobody']);
const path = mostly(
  [
    'docs/new.md',
    'docs/sub/new.md',
    'docs/x y/é.md',
    'docs/deep/er/a.md',
    'reqs/r.toml',
    'reqs/s.toml',
    'reqs/sub/t.toml',
  ],
  ['docs/a.md', 'docs/A.md', 'elsewhere.md', '../out.md', 'docs/d d.md'],
);
const content = mostly(
  ['', 'Plain.\n', '+++\nid = "x"\n+++\n', '# H\r\n\r\n# Part', '\'\'\'\n"""\\', '\n\nlead\n', '[[b]]\n'],
  ['[n](new.md)\n', '[a](a.md) [b](b.md)\n'],
);
const type = mostly(['related_to'], ['depends_on', 'wild']);
const pair = fc.record({ type, target: known });
const some = fc.constantFrom;

const create = fc.record(
  {
    op: some('create' as const),
    id: mostly(['n/1', 'n2', 'n3'], ['a', 'r1']),
    family: mostly(['guide', 'requirement'], ['nope']),
    title: some('T', 'é "q" \\ +++'),
    content,
    path,
    relations: fc.array(pair, { maxLength: 1 }),
  },
  { requiredKeys: ['op', 'id', 'family', 'title', 'path'] },
);
const set = fc.record(
  {
    status: mostly(['draft', 'retired'], ['active', 'wild']),
    title: some('One', 'Two'),
    extra: some({ n: 1.5, 'a b': ['x'] }, { m: { deep: true } }),
  },
  { requiredKeys: ['title'] },
);
const update = fc.oneof(
  fc.record({ op: some('update' as const), id: known, set, content }, { requiredKeys: ['op', 'id', 'set'] }),
  fc.record({ op: some('update' as const), id: known, add_relations: fc.array(pair, { minLength: 1, maxLength: 2 }) }),
  fc.record({ op: some('update' as const), id: known, set, unset: some(['tags', 'extra.n']) }),
  fc.record({
    ...{ op: some('update' as const), id: some('a', 'b', 'c') },
    edits: fc.array(fc.record({ old: some('a.md', '# ', '[b]', 'up'), new: some('', 'b.md', 'y') }), {
      minLength: 1,
      maxLength: 1,
    }),
  }),
);
const move = fc.record({ op: some('move' as const), id: known, path });
const remove = fc.record(
  { op: some('delete' as const), id: known, incoming: mostly<'refuse' | 'remove'>(['remove'], ['refuse']) },
  { requiredKeys: ['op', 'id', 'incoming'] },
);
const operation = fc.oneof(create, update, update, move, move, remove) as fc.Arbitrary<OperationPaper>;

function texts(project: Project): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(project.root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[file.slice(project.root.length + 1)] = readFileSync(file, 'latin1');
  }
  return found;
}

function tried(snapshot: Snapshot, operations: readonly OperationPaper[], options = {}): Planned | Refusal {
  try {
    return planOperations(snapshot, operations, options);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function write(project: Project, planned: Planned): void {
  for (const file of planned.files) if (file.content === null) rmSync(join(project.root, file.path));
  for (const file of planned.files) if (file.content !== null) put(project.root, file.path, file.content);
}

const bare = (view: Pick<Snapshot, 'graph'>) =>
  view.graph.edges.map(({ source, target, type }) => [source, target, type]);

describe('any list of operations', () => {
  it('leads to exactly the projected graph, or is refused with nothing changed', async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 4 }), async (operations) => {
        const project = makeProject(FILES, LENIENT);
        const before = texts(project);
        const snapshot = await loadSnapshot(project);
        const planned = tried(snapshot, operations);
        expect(texts(project)).toEqual(before);
        const outcome = planned instanceof Refusal ? planned.code : 'planned';
        seen[outcome] = (seen[outcome] ?? 0) + 1;
        if (planned instanceof Refusal) {
          expect(JSON.parse(JSON.stringify(planned.details))).toBeTypeOf('object');
          expect(planned.message).not.toMatch(/\{[a-z_]+\}/);
          return;
        }
        const again = planOperations(snapshot, planned.operations);
        expect([again.files, again.operations, again.nodes]).toEqual([
          planned.files,
          planned.operations,
          planned.nodes,
        ]);
        write(project, planned);
        const now = await loadSnapshot(project);
        expect(now.graph.nodes).toEqual(planned.projected.graph.nodes);
        expect(now.graph.edges).toEqual(planned.projected.graph.edges);
        expect(now.problems).toEqual(planned.projected.problems);
        expect([now.generation, now.source_hash]).toEqual([
          planned.projected.generation,
          planned.projected.source_hash,
        ]);
        cleanUp();
      }),
      { seed: 20, numRuns: 150 },
    );
    expect(seen.planned).toBeGreaterThan(25);
  });

  it('gives the same files whether it is planned at once or one after another', async () => {
    const snapshot = await loadSnapshot(makeProject(FILES, LENIENT));
    fc.assert(
      fc.property(fc.array(operation, { minLength: 2, maxLength: 5 }), (operations) => {
        let onto: Planned | undefined;
        for (const one of operations) {
          const next = tried(snapshot, [one], onto === undefined ? {} : { onto });
          if (next instanceof Refusal) return;
          onto = next;
        }
        const whole = planOperations(snapshot, operations);
        expect([whole.files, whole.operations, whole.nodes]).toEqual([onto!.files, onto!.operations, onto!.nodes]);
      }),
      { seed: 21, numRuns: 300 },
    );
  });

  it('of moves alone keeps every edge and brings no problem', async () => {
    const snapshot = await loadSnapshot(makeProject(FILES, LENIENT));
    const free = fc.constantFrom(
      'docs/new.md',
      'docs/sub/new.md',
      'docs/x y/é.md',
      'docs/deep/er/a.md',
      'docs/a.md',
      'docs/(1)/b.md',
      'docs/q#?%.md',
    );
    const page_ = fc.constantFrom('a', 'b', 'c', 'd');
    let done = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ op: fc.constant('move' as const), id: page_, path: free }), {
          minLength: 1,
          maxLength: 5,
        }),
        (moves) => {
          const planned = tried(snapshot, moves);
          if (planned instanceof Refusal) {
            expect(['path_taken', 'no_change', 'cannot_relink', 'link_not_carried']).toContain(planned.code);
            return;
          }
          done++;
          expect(bare(planned.projected)).toEqual(bare(snapshot));
          expect(planned.problems).toEqual({ caused: [], fixed: [] });
        },
      ),
      { seed: 22, numRuns: 200 },
    );
    expect(done).toBeGreaterThan(40);
  });

  it('gives a diff that git apply turns into exactly its files', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 4 }), async (operations) => {
        const project = makeProject(FILES, LENIENT);
        const snapshot = await loadSnapshot(project);
        const planned = tried(snapshot, operations);
        if (planned instanceof Refusal) return;
        done++;
        const { patch } = reviewBytes(snapshot, planned as unknown as ChangesetPaper);
        const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: project.root, GIT_CEILING_DIRECTORIES: tmpdir() };
        for (const args of [
          ['apply', '--check', '-'],
          ['apply', '-'],
        ]) {
          const run = spawnSync('git', args, { cwd: project.root, input: patch, env, encoding: 'utf8' });
          expect([run.status, run.stderr.match(/^(?:error|fatal).*/m)?.[0]]).toEqual([0, undefined]);
        }
        expect((await loadSnapshot(project)).source_hash).toBe(planned.projected.source_hash);
        cleanUp();
      }),
      { seed: 23, numRuns: 120 },
    );
    expect(done).toBeGreaterThan(20);
  });
});
