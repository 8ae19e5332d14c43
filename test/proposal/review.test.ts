import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hashBytes } from '../../src/base/index.ts';
import type { ChangesetPaper, OperationPaper } from '../../src/contract/index.ts';
import type { Project } from '../../src/project/index.ts';
import { buildReview, createChangeset, type Review } from '../../src/proposal/index.ts';
import { loadSnapshot } from '../../src/store/index.ts';
import { ambient, cleanUp, DESCRIPTOR, makeProject, page, put, status, VAULT } from './support.ts';

afterEach(cleanUp);

async function create(project: Project, ...operations: OperationPaper[]): Promise<ChangesetPaper> {
  return (await createChangeset(project, { title: 'T', operations, writer: 'ada' }, ambient)).changeset;
}

async function review(project: Project, ...operations: OperationPaper[]): Promise<[Review, ChangesetPaper]> {
  const changeset = await create(project, ...operations);
  return [buildReview(await loadSnapshot(project), changeset), changeset];
}

/** Has Git apply the diff to a copy of the project and compares every file with what the changeset says. */
function expectGitGives(project: Project, patch: string, changeset: ChangesetPaper): void {
  const copy = mkdtempSync(join(tmpdir(), 'docforge-review-'));
  try {
    cpSync(project.root, copy, { recursive: true });
    const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: copy, GIT_CEILING_DIRECTORIES: tmpdir() };
    for (const args of [
      ['apply', '--check', '-'],
      ['apply', '-'],
    ]) {
      const run = spawnSync('git', args, { cwd: copy, input: patch, env, encoding: 'utf8' });
      expect([run.status, run.stderr.match(/^(?:error|fatal).*/m)?.[0]]).toEqual([0, undefined]);
    }
    for (const { path, after } of changeset.files) {
      const file = join(copy, path);
      expect(existsSync(file) ? hashBytes(readFileSync(file)) : null).toBe(after);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

describe('a review in meaning', () => {
  it('shows fields, relations and sections before and after', async () => {
    const project = makeProject({
      'docs/a.md': page(
        'a',
        '# A\n\nText.\n\n## Old\n\nGone.\n\n## Same\n\nStays.\n',
        'tags = ["x"]\nrelations = [{ type = "related_to", target = "b" }]\n',
      ),
      'docs/b.md': page('b'),
    });
    const [{ meaning }] = await review(project, {
      ...{ op: 'update', id: 'a', set: { title: 'Alpha', tags: ['x', 'y'], extra: { due: 3 } } },
      content: '# A\n\nOther text.\n\n## New\n\nFresh.\n\n## Same\n\nStays.\n',
      remove_relations: [{ type: 'related_to', target: 'b' }],
      add_relations: [{ type: 'depends_on', target: 'b', note: 'for now' }],
    });
    expect(meaning).toEqual([
      {
        ...{ id: 'a', title: 'Alpha', family: 'guide', changes: ['metadata', 'relations', 'meaning'] },
        ...{ path_before: 'docs/a.md', path_after: 'docs/a.md', named: true },
        fields: [
          { name: 'title', before: 'a', after: 'Alpha' },
          { name: 'tags', before: 'x', after: 'x, y' },
          { name: 'extra.due', before: null, after: '3' },
        ],
        relations: [
          { change: 'added', type: 'depends_on', target: 'b', target_title: 'b', note: 'for now' },
          { change: 'removed', type: 'related_to', target: 'b', target_title: 'b', note: null },
        ],
        sections: [
          { change: 'changed', heading: 'A', anchor: 'a', level: 1, lines_before: 4, lines_after: 4 },
          { change: 'added', heading: 'New', anchor: 'new', level: 2, lines_before: 0, lines_after: 4 },
          { change: 'removed', heading: 'Old', anchor: 'old', level: 2, lines_before: 4, lines_after: 0 },
        ],
      },
    ]);
  });

  it('shows creations, deletions and moves, and pages that only follow a move', async () => {
    const project = makeProject({
      'docs/a.md': page('a'),
      'docs/b.md': page('b', '[a](a.md)\n'),
      'docs/c.md': page('c'),
    });
    const [{ meaning }] = await review(
      project,
      { op: 'move', id: 'a', path: 'docs/in/a.md' },
      { op: 'delete', id: 'c' },
      { op: 'create', id: 'n', family: 'guide', title: 'N' },
    );
    expect(meaning?.map(({ id, changes, named, path_after }) => [id, changes[0], named, path_after])).toEqual([
      ['a', 'moved', true, 'docs/in/a.md'],
      ['b', expect.stringMatching(/meaning|wording/), false, 'docs/b.md'],
      ['c', 'removed', true, null],
      ['n', 'added', true, 'docs/n.md'],
    ]);
  });

  it('makes hidden characters visible everywhere but in the diff itself', async () => {
    const project = makeProject({ 'docs/a.md': page('a') });
    const [{ meaning, bytes }] = await review(project, {
      ...{ op: 'update', id: 'a', set: { title: 'a\u202eb' }, content: '# H\u200b\n\nx\u2066y\n' },
    });
    expect(JSON.stringify(meaning)).toContain('a<U+202E>b');
    expect(JSON.stringify(meaning)).toContain('H<U+200B>');
    expect(JSON.stringify(bytes?.files)).toContain('x<U+2066>y');
    expect(JSON.stringify(bytes?.files)).not.toMatch(/[\u200b\u202e\u2066]/);
    expect(bytes?.patch).toContain('x\u2066y');
  });
});

describe('a review in bytes', () => {
  it('is a diff that git apply turns into exactly the files of the changeset', async () => {
    const project = makeProject({
      'docs/a b.md': page('a', '[é](é.md) [tool](tool.md)\n'),
      'docs/é.md': page('e', 'no newline at the end'),
      'docs/crlf.md': page('crlf', 'one\ntwo\n').replaceAll('\n', '\r\n'),
      'docs/bom.md': `\ufeff${page('bom')}`,
      'docs/tool.md': page('tool'),
      'docs/gone.md': page('gone'),
    });
    chmodSync(join(project.root, 'docs/tool.md'), 0o755);
    const [{ bytes }, changeset] = await review(
      project,
      { op: 'move', id: 'e', path: 'docs/ü/é è.md' },
      { op: 'move', id: 'tool', path: 'docs/bin/tool.md' },
      status('crlf', 'draft'),
      status('bom', 'draft'),
      {
        op: 'update',
        id: 'a',
        edits: [{ old: '[tool]', new: '[the tool]' }],
      },
      { op: 'delete', id: 'gone' },
      { op: 'create', id: 'fresh', family: 'guide', title: 'Fresh', content: 'new, no newline' },
    );
    expectGitGives(project, bytes!.patch, changeset);
    expect(bytes?.files.map(({ change, path_after }) => [change, path_after])).toEqual([
      ['updated', 'docs/a b.md'],
      ['moved', 'docs/bin/tool.md'],
      ['updated', 'docs/bom.md'],
      ['updated', 'docs/crlf.md'],
      ['created', 'docs/fresh.md'],
      ['deleted', null],
      ['moved', 'docs/ü/é è.md'],
    ]);
    expect(bytes?.files[3]).toMatchObject({ line_ends: 'crlf', added: 1, removed: 1 });
    expect(JSON.stringify(bytes?.files[3])).not.toContain('U+000D');
  });

  it('covers an import of pages as they are', async () => {
    const project = makeProject({ 'a.md': '# A\r\n\r\ntext', 'b/é.md': '---\ntitle: x\n---\n', 'c.md': '' }, VAULT);
    const snapshot = await loadSnapshot(project);
    const [{ bytes }, changeset] = await review(
      project,
      ...[...snapshot.graph.nodes.values()].map(
        (node): OperationPaper => ({ op: 'adopt', id: node.id, path: node.path }),
      ),
    );
    expect(changeset.files).toHaveLength(3);
    expectGitGives(project, bytes!.patch, changeset);
  });
});

describe('a review in effect', () => {
  it('shows problems fixed and caused, dependents by distance, conflicts and staleness', async () => {
    const on = (target: string) => `relations = [{ type = "depends_on", target = "${target}" }]\n`;
    const files = {
      'docs/a.md': page('a', '[dead](gone.md)\n'),
      'docs/b.md': page('b', 'B.\n', on('a')),
      'docs/c.md': page('c', 'C.\n', on('b')),
      'docs/d.md': page('d', '[x](x.md)\n'),
      'docs/x.md': page('x'),
    };
    const project = makeProject(files, `${DESCRIPTOR}\n[problems]\ndead_link = "warning"\n`);
    const [{ effect }, changeset] = await review(
      project,
      { op: 'update', id: 'a', content: 'Fixed.\n' },
      { op: 'delete', id: 'x' },
    );
    expect(effect.problems_fixed.map(({ file }) => file)).toEqual(['docs/a.md']);
    expect(effect.problems_caused.map(({ file }) => file)).toEqual(['docs/d.md']);
    expect(effect.dependents).toEqual([
      { id: 'b', title: 'b', distance: 1, to: 'a', type: 'depends_on' },
      { id: 'c', title: 'c', distance: 2, to: 'b', type: 'depends_on' },
    ]);
    expect(effect).toMatchObject({ conflicts: [], staleness: { stale: false }, dependents_complete: true });
    put(project.root, 'docs/d.md', page('d', 'Edited elsewhere.\n'));
    expect(buildReview(await loadSnapshot(project), changeset).effect.staleness.stale).toBe(false);
    put(project.root, 'docs/x.md', page('x', 'Edited by a person.\n'));
    const stale = buildReview(await loadSnapshot(project), changeset);
    expect([stale.meaning, stale.bytes]).toEqual([null, null]);
    expect(stale.effect.staleness).toMatchObject({ stale: true, nodes: [{ id: 'x' }], files: [{ path: 'docs/x.md' }] });
  });

  it('says that a changeset is stale when its operations would now do something else, or break something', async () => {
    const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b'), 'docs/c.md': page('c') });
    const moving = await create(project, { op: 'move', id: 'a', path: 'docs/in/a.md' });
    put(project.root, 'docs/b.md', page('b', '[a](a.md)\n'));
    expect(buildReview(await loadSnapshot(project), moving).effect.staleness).toMatchObject({
      stale: true,
      differs: ['docs/b.md'],
    });
    const deleting = await create(project, { op: 'delete', id: 'c' });
    put(project.root, 'docs/b.md', page('b', '[a](a.md)\n', 'relations = [{ type = "depends_on", target = "c" }]\n'));
    expect(buildReview(await loadSnapshot(project), deleting).effect.staleness).toMatchObject({
      ...{ stale: true, reason: { code: 'incoming_relations' } },
    });
  });
});
