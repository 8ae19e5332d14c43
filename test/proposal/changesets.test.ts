import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { canonicalJson, hashJson, sha256Hex } from '../../src/base/index.ts';
import { type ChangesetPaper, type OperationPaper, type ReceiptPaper, seal } from '../../src/contract/index.ts';
import type { Project } from '../../src/project/index.ts';
import {
  abandonChangeset,
  appendOperations,
  createChangeset,
  listChangesets,
  loadChangeset,
  loadChangesetHistory,
  markReady,
  rebaseChangeset,
} from '../../src/proposal/index.ts';
import { ambient, cleanUp, makeProject, page, put, refusalOf, status } from './support.ts';

afterEach(cleanUp);

const three = { 'docs/a.md': page('a'), 'docs/b.md': page('b'), 'docs/c.md': page('c') };

async function create(project: Project, id: string, ...operations: OperationPaper[]): Promise<ChangesetPaper> {
  const { changeset } = await createChangeset(
    project,
    { id, title: `Change ${id}`, operations, writer: 'ada' },
    ambient,
  );
  return changeset;
}

const append = (project: Project, at: ChangesetPaper, ...operations: OperationPaper[]) =>
  appendOperations(project, { changeset: at.id, hash: at.hash, writer: 'ada', operations }, ambient);
const step = (at: ChangesetPaper) => ({ changeset: at.id, hash: at.hash, writer: 'ada' });

/** Every byte below a folder, so that "nothing was changed" can be held to. */
function everything(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path] = sha256Hex(readFileSync(path));
  }
  return found;
}

function writeReceipt(project: Project, sequence: number, kind: 'apply' | 'rollback', of: ChangesetPaper): void {
  const hash = `sha256:${'1'.repeat(64)}`;
  const receipt = seal<ReceiptPaper>({
    ...{ schema: 'docforge.receipt/1', sequence, previous: null, transaction: 't', created: '2026-01-01T00:00:00Z' },
    mode: 'portable',
    purpose: {
      ...{ kind, changeset: of.id, changeset_hash: of.hash, applier: 'release', approvals: [], reverts: null },
      ...{ generation_before: hash, generation_after: hash },
    },
    files: [],
  });
  put(project.root, `.docforge/receipts/${String(sequence).padStart(6, '0')}.json`, canonicalJson(receipt));
}

describe('a changeset', () => {
  it('is one sealed file a revision, each naming the hash of the one before', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('a', 'draft'));
    const second = (await append(project, first, status('b', 'draft'))).changeset;
    const third = await markReady(project, step(second), ambient);
    const folder = join(project.root, '.docforge/changesets/one');
    expect(readdirSync(folder)).toEqual(['000001.json', '000002.json', '000003.json']);
    const stored = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    for (const [at, { hash, ...rest }] of stored.entries()) {
      expect(hash).toBe(hashJson(rest));
      expect(rest.previous).toBe(at === 0 ? null : stored[at - 1].hash);
      expect(rest.revision).toBe(at + 1);
    }
    expect(stored.map(({ state }) => state)).toEqual(['draft', 'draft', 'ready']);
    expect(loadChangeset(project, 'one')).toEqual(third);
    expect(loadChangesetHistory(project, 'one')).toEqual([first, second, third]);
    expect(third.operations.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(third.files.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/b.md']);
    expect(Object.keys(three).map((path) => readFileSync(join(project.root, path), 'utf8'))).toEqual(
      Object.values(three),
    );
  });

  it('gets an id from its title that no one else needs to agree on', async () => {
    const project = makeProject(three);
    const made = await createChangeset(
      project,
      { title: 'Die Größe der Räder — neu!', operations: [status('a', 'draft')], writer: 'ada' },
      ambient,
    );
    expect(made.changeset.id).toMatch(/^die-groe-der-rader-neu-[0-9a-f]{8}$|^die-gro-e-der-rader-neu-[0-9a-f]{8}$/);
  });

  it('names everyone who wrote operations', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('a', 'draft'));
    const next = await appendOperations(
      project,
      { ...step(first), writer: 'bob', operations: [status('b', 'draft')] },
      ambient,
    );
    expect(next.changeset).toMatchObject({ creator: 'ada', writer: 'bob', writers: ['ada', 'bob'] });
  });

  it('is refused when its id, its writer, a right or an operation does not hold, with nothing stored', async () => {
    const project = makeProject(three);
    await create(project, 'one', status('a', 'draft'));
    const before = everything(project.root);
    const tried = async (input: Partial<Parameters<typeof createChangeset>[1]>) =>
      (
        await refusalOf(() =>
          createChangeset(
            project,
            { title: 'T', operations: [status('b', 'draft')], writer: 'ada', ...input },
            ambient,
          ),
        )
      ).code;
    expect(await tried({ id: 'One' })).toBe('invalid_changeset_id');
    expect(await tried({ id: '../x' })).toBe('invalid_changeset_id');
    expect(await tried({ id: 'one' })).toBe('changeset_exists');
    expect(await tried({ writer: 'eve' })).toBe('unknown_writer');
    expect(await tried({ writer: 'bob', operations: [{ op: 'delete', id: 'b' }] })).toBe('not_permitted');
    expect(await tried({ title: 'a\udfff' })).toBe('invalid_text');
    expect(await tried({ operations: [status('b', 'draft'), status('nobody', 'draft')] })).toBe('no_such_node');
    put(project.root, 'docs/hidden.txt', 'x');
    expect(
      await tried({
        operations: [{ op: 'create', id: 'n', family: 'guide', title: 'N', path: 'docs/hidden.txt/n.md' }],
      }),
    ).toBe('path_taken');
    rmSync(join(project.root, 'docs/hidden.txt'));
    expect(everything(project.root)).toEqual(before);
  });
});

describe('appending', () => {
  it('needs the current hash: of two writers with the same one, one is told', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('c', 'draft'));
    const results = await Promise.allSettled([
      append(project, first, status('a', 'draft')),
      append(project, first, status('b', 'draft')),
    ]);
    expect(results.filter((row) => row.status === 'fulfilled')).toHaveLength(1);
    const lost = results.find((row) => row.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'stale_changeset', details: { given: first.hash } });
    const now = loadChangeset(project, 'one');
    expect(lost?.reason.details.current).toBe(now.hash);
    expect(now.operations).toHaveLength(2);
  });

  it('gives what planning everything at once gives', async () => {
    const operations: OperationPaper[] = [
      { op: 'update', id: 'a', content: '[b](b.md)\n' },
      { op: 'create', id: 'n', family: 'guide', title: 'N', content: '[a](a.md)\n' },
      { op: 'move', id: 'a', path: 'docs/in/a.md' },
      { op: 'update', id: 'n', add_relations: [{ type: 'depends_on', target: 'c' }] },
      { op: 'delete', id: 'c', incoming: 'remove' },
      { op: 'move', id: 'n', path: 'docs/in/n.md' },
    ];
    const stepwise = makeProject(three);
    let current = await create(stepwise, 'one', operations[0]!);
    for (const operation of operations.slice(1)) current = (await append(stepwise, current, operation)).changeset;
    const whole = await create(makeProject(three), 'one', ...operations);
    expect(current.operations).toEqual(whole.operations);
    expect(current.files).toEqual(whole.files);
    expect(current.nodes).toEqual(whole.nodes);
    expect(current.result).toEqual(whole.result);
  });

  it('makes a ready changeset a draft again, and goes on over an edit elsewhere', async () => {
    const project = makeProject(three);
    const ready = await markReady(project, step(await create(project, 'one', status('a', 'draft'))), ambient);
    put(project.root, 'docs/c.md', page('c', 'Edited.\n'));
    const next = (await append(project, ready, status('b', 'draft'))).changeset;
    expect(next.state).toBe('draft');
    expect(next.base.source_hash).not.toBe(ready.base.source_hash);
  });

  it('is refused on a stale base, a closed changeset, and an operation that does not hold', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('a', 'draft'));
    const before = everything(join(project.root, '.docforge/changesets'));
    expect((await refusalOf(() => append(project, first, status('nobody', 'draft')))).code).toBe('no_such_node');
    put(project.root, 'docs/a.md', page('a', 'Edited.\n'));
    const refusal = await refusalOf(() => append(project, first, status('b', 'draft')));
    expect(refusal.code).toBe('stale_base');
    expect(refusal.details.staleness).toMatchObject({
      nodes: [{ id: 'a', path: 'docs/a.md' }],
      files: [{ path: 'docs/a.md' }],
    });
    expect(everything(join(project.root, '.docforge/changesets'))).toEqual(before);
    await abandonChangeset(project, { ...step(first), reason: 'no' }, ambient);
    expect((await refusalOf(() => append(project, loadChangeset(project, 'one'), status('b', 'draft')))).code).toBe(
      'wrong_state',
    );
  });
});

describe('conflicts', () => {
  it('name the other changesets, their owners, and the nodes and files that overlap', async () => {
    const project = makeProject(three);
    await create(project, 'one', status('a', 'draft'), status('b', 'draft'));
    const refusal = await refusalOf(() => create(project, 'two', status('b', 'retired'), status('c', 'draft')));
    expect(refusal.code).toBe('conflict');
    expect(refusal.details.conflicts).toEqual([
      { changeset: 'one', title: 'Change one', owner: 'ada', state: 'draft', nodes: ['b'], files: ['docs/b.md'] },
    ]);
    const other = await create(project, 'two', status('c', 'draft'));
    expect((await refusalOf(() => append(project, other, status('a', 'retired')))).code).toBe('conflict');
  });

  it('are found by file alone: a page whose links would be carried', async () => {
    const project = makeProject({ ...three, 'docs/d.md': page('d', '[a](a.md)\n') });
    await create(project, 'one', { op: 'move', id: 'a', path: 'docs/in/a.md' });
    const refusal = await refusalOf(() => create(project, 'two', status('d', 'draft')));
    expect(refusal.details.conflicts).toMatchObject([{ nodes: [], files: ['docs/d.md'] }]);
  });

  it('do not come from abandoned, applied or stale changesets', async () => {
    const project = makeProject(three);
    const one = await create(project, 'one', status('a', 'draft'));
    await abandonChangeset(project, { ...step(one), reason: '' }, ambient);
    const two = await create(project, 'two', status('a', 'draft'));
    writeReceipt(project, 1, 'apply', two);
    await create(project, 'three', status('a', 'retired'));
    put(project.root, 'docs/a.md', page('a', 'Edited.\n'));
    const four = await create(project, 'four', status('a', 'retired'));
    const refusal = await refusalOf(() => rebaseChangeset(project, step(loadChangeset(project, 'three')), ambient));
    expect(refusal.code).toBe('stale_node');
    expect(four.id).toBe('four');
  });
});

describe('a rebase', () => {
  const toml = (title: string) =>
    `[[nodes]]\nid = "r1"\nfamily = "requirement"\ntitle = "${title}"\nstatus = "active"\nauthority = "authoritative"\n\n[[nodes]]\nid = "r2"\nfamily = "requirement"\ntitle = "R2"\nstatus = "active"\nauthority = "authoritative"\n`;

  it('takes up an edit of another node in the same file, and a new link to a moved page', async () => {
    const project = makeProject({ ...three, 'reqs/a.toml': toml('R1') });
    const first = await create(project, 'one', status('r2', 'draft'), { op: 'move', id: 'a', path: 'docs/in/a.md' });
    put(project.root, 'reqs/a.toml', toml('R1, edited'));
    put(project.root, 'docs/b.md', page('b', '[a](a.md)\n'));
    expect((await refusalOf(() => markReady(project, step(first), ambient))).code).toBe('stale_base');
    const { changeset } = await rebaseChangeset(project, step(first), ambient);
    expect(changeset.files.find(({ path }) => path === 'reqs/a.toml')?.content).toBe(
      toml('R1, edited').replace(/("R2"\nstatus = )"active"/, '$1"draft"'),
    );
    expect(changeset.files.find(({ path }) => path === 'docs/b.md')?.content).toBe(page('b', '[a](in/a.md)\n'));
    expect(changeset.operations).toEqual(first.operations);
    await markReady(project, step(changeset), ambient);
  });

  it('never merges prose, and is refused where rights, conflicts or the graph no longer allow it', async () => {
    const project = makeProject({ ...three, 'reqs/a.toml': toml('R1') });
    const first = await create(project, 'one', status('r2', 'draft'));
    expect((await refusalOf(() => rebaseChangeset(project, step(first), ambient))).code).toBe('no_change');
    put(project.root, 'reqs/a.toml', toml('R1, edited'));
    await create(project, 'two', { op: 'update', id: 'r1', set: { status: 'retired' } });
    expect((await refusalOf(() => rebaseChangeset(project, step(first), ambient))).code).toBe('conflict');
    put(project.root, 'reqs/a.toml', toml('R1').replace('"R2"', '"R2, edited"'));
    expect((await refusalOf(() => rebaseChangeset(project, step(first), ambient))).code).toBe('stale_node');
    expect(loadChangeset(project, 'one')).toEqual(first);
  });
});

describe('lists and lives', () => {
  it('show the active ones by default, any status when asked, all with history', async () => {
    const project = makeProject(three);
    const one = await create(project, 'one', status('a', 'draft'));
    const two = await markReady(project, step(await create(project, 'two', status('b', 'draft'))), ambient);
    const three_ = await create(project, 'three', status('c', 'draft'));
    await abandonChangeset(project, { ...step(three_), reason: 'Not now.' }, ambient);
    put(project.root, 'docs/a.md', page('a', 'Edited.\n'));
    const ids = async (filter: Parameters<typeof listChangesets>[1]) =>
      (await listChangesets(project, filter)).rows.map((row) => [row.id, row.status]);
    expect(await ids({})).toEqual([['two', 'ready']]);
    expect(await ids({ statuses: ['stale'] })).toEqual([['one', 'stale']]);
    expect(await ids({ history: true })).toEqual([
      ['one', 'stale'],
      ['two', 'ready'],
      ['three', 'abandoned'],
    ]);
    const { rows, counts } = await listChangesets(project, { statuses: ['stale', 'abandoned'] });
    expect(rows.map(({ stale_by, reason }) => [stale_by, reason])).toEqual([
      [['a', 'docs/a.md'], ''],
      [[], 'Not now.'],
    ]);
    expect(counts).toMatchObject({ draft: 0, ready: 1, stale: 1, abandoned: 1 });
    writeReceipt(project, 1, 'apply', two);
    expect(await ids({ statuses: ['applied'] })).toEqual([['two', 'applied']]);
    expect((await refusalOf(() => markReady(project, step(two), ambient))).code).toBe('wrong_state');
    writeReceipt(project, 2, 'rollback', two);
    put(project.root, '.docforge/receipts/000003.json', 'torn');
    expect(await ids({ statuses: ['rolled_back'] })).toEqual([['two', 'rolled_back']]);
    const again = await markReady(project, step(two), ambient);
    expect(again.revision).toBe(two.revision + 1);
    expect(await ids({})).toEqual([['two', 'ready']]);
    expect(one.state).toBe('draft');
  });
});

describe('damage', () => {
  it('of any stored byte is a typed refusal, and shows in the list', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('a', 'draft'));
    await append(project, first, status('b', 'draft'));
    const file = join(project.root, '.docforge/changesets/one/000002.json');
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length - 1; at += 7) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      writeFileSync(file, flipped);
      expect((await refusalOf(() => loadChangeset(project, 'one'))).code).toBe('damaged_changeset');
    }
    const { rows } = await listChangesets(project);
    expect(rows).toMatchObject([{ id: 'one', status: 'damaged' }]);
    expect((await refusalOf(() => create(project, 'two', status('c', 'draft')))).code).toBe('damaged_changeset');
  });

  it('covers a missing, a copied, a foreign and an unlinked revision', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('a', 'draft'));
    const folder = join(project.root, '.docforge/changesets/one');
    copyFileSync(join(folder, '000001.json'), join(folder, '000002.json'));
    expect((await refusalOf(() => loadChangeset(project, 'one'))).code).toBe('damaged_changeset');
    rmSync(join(folder, '000001.json'));
    expect((await refusalOf(() => loadChangeset(project, 'one'))).code).toBe('damaged_changeset');
    const { hash: _, ...rest } = first;
    const unlinked = seal<ChangesetPaper>({ ...rest, revision: 2, previous: `sha256:${'2'.repeat(64)}` });
    put(project.root, '.docforge/changesets/one/000001.json', canonicalJson(first));
    put(project.root, '.docforge/changesets/one/000002.json', canonicalJson(unlinked));
    expect((await refusalOf(() => loadChangeset(project, 'one'))).code).toBe('damaged_changeset');
    const foreign = seal<ChangesetPaper>({ ...rest, project: `sha256:${'3'.repeat(64)}` });
    rmSync(join(folder, '000002.json'));
    put(project.root, '.docforge/changesets/one/000001.json', canonicalJson(foreign));
    expect((await refusalOf(() => loadChangeset(project, 'one'))).message).toContain('another project');
  });

  it('covers what JSON readers would pass over, and what is no readable file', async () => {
    const project = makeProject(three);
    const first = await create(project, 'one', status('a', 'draft'));
    await append(project, first, status('b', 'draft'));
    const path = '.docforge/changesets/one/000002.json';
    const text = readFileSync(join(project.root, path), 'utf8');
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const reasonFor = async (bytes: string, at = path): Promise<string> => {
      put(project.root, at, bytes);
      return (await refusalOf(() => loadChangeset(project, 'one'))).message;
    };
    expect(await reasonFor(`\ufeff${text}`)).toContain('it is not JSON');
    expect(await reasonFor(text.replace('{', '{"state":"ready",'))).toContain('not the canonical form');
    expect(await reasonFor(text.replace('{', '{"__proto__":{"state":"ready"},'))).toContain('the expected shape');
    expect(await reasonFor(text.replace('"set":{', `"set":{"extra":{"x":${deep}},`))).toContain('nested too deeply');
    rmSync(join(project.root, path));
    mkdirSync(join(project.root, path));
    expect((await refusalOf(() => loadChangeset(project, 'one'))).message).toContain('its file cannot be read');
    expect((await listChangesets(project)).rows).toMatchObject([{ id: 'one', status: 'damaged' }]);
    rmSync(join(project.root, path), { recursive: true });
    put(project.root, path, text.replace('\n', '\r\n'));
    expect(loadChangeset(project, 'one').revision).toBe(2);
    for (const torn of ['null', '7', '{}']) {
      expect(await reasonFor(torn, '.docforge/changesets/one/000001.json')).toContain('does not follow');
    }
  });

  it('leaves a folder without a revision for a creation that never was', async () => {
    const project = makeProject(three);
    mkdirSync(join(project.root, '.docforge/changesets/ghost'), { recursive: true });
    expect((await listChangesets(project, { history: true })).rows).toEqual([]);
    expect((await refusalOf(() => loadChangeset(project, 'ghost'))).code).toBe('no_such_changeset');
    await create(project, 'ghost', status('a', 'draft'));
    expect(existsSync(join(project.root, '.docforge/changesets/ghost/000001.json'))).toBe(true);
  });
});
