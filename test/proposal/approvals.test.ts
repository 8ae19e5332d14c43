import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Ambient, hashJson } from '../../src/base/index.ts';
import type { ChangesetPaper } from '../../src/contract/index.ts';
import type { Project } from '../../src/project/index.ts';
import {
  approvalsOf,
  approveChangeset,
  commentChangeset,
  createChangeset,
  listChangesets,
  loadReviewRecords,
  markReady,
  requestChanges,
} from '../../src/proposal/index.ts';
import { ambient, cleanUp, DESCRIPTOR, makeProject, page, put, refusalOf, status } from './support.ts';

afterEach(cleanUp);

async function ready(descriptor = DESCRIPTOR): Promise<[Project, ChangesetPaper]> {
  const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b') }, descriptor);
  const input = { id: 'one', title: 'One', operations: [status('a', 'draft')], writer: 'ada' };
  const { changeset } = await createChangeset(project, { ...input, state: 'ready' }, ambient);
  return [project, changeset];
}

const by = (reviewer: string, at: ChangesetPaper) => ({ changeset: at.id, hash: at.hash, reviewer });
const frozen: Ambient = { now: () => '2026-03-01T00:00:00Z', freshId: () => '0'.repeat(16) };

describe('an approval', () => {
  it('is a sealed record of the exact hash and of every file after', async () => {
    const [project, changeset] = await ready();
    const approval = await approveChangeset(project, { ...by('rita', changeset), comment: 'Good.' }, ambient);
    const folder = join(project.root, '.docforge/reviews/one');
    expect(readdirSync(folder)).toEqual([`approval-${approval.hash.slice(7, 23)}.json`]);
    const { hash, ...rest } = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8'));
    expect(hash).toBe(hashJson(rest));
    expect(rest).toMatchObject({
      ...{ changeset: 'one', changeset_hash: changeset.hash, reviewer: 'rita', comment: 'Good.' },
      files: changeset.files.map(({ path, after }) => ({ path, after })),
    });
    expect(approvalsOf(project, changeset)).toEqual([approval]);
    expect((await listChangesets(project)).rows).toMatchObject([{ status: 'approved', approved_by: ['rita'] }]);
  });

  it('given twice is one record', async () => {
    const [project, changeset] = await ready();
    const first = await approveChangeset(project, by('rita', changeset), ambient);
    expect(await approveChangeset(project, by('rita', changeset), ambient)).toEqual(first);
    expect(approvalsOf(project, changeset)).toHaveLength(1);
  });

  it('is void after any further revision', async () => {
    const [project, changeset] = await ready();
    await approveChangeset(project, by('rita', changeset), ambient);
    const { appendOperations } = await import('../../src/proposal/index.ts');
    const next = await appendOperations(
      project,
      { changeset: 'one', hash: changeset.hash, writer: 'ada', operations: [status('b', 'draft')] },
      ambient,
    );
    expect(approvalsOf(project, next.changeset)).toEqual([]);
    const again = await markReady(project, { changeset: 'one', hash: next.changeset.hash, writer: 'ada' }, ambient);
    expect(approvalsOf(project, again)).toEqual([]);
    expect((await refusalOf(() => approveChangeset(project, by('rita', changeset), ambient))).code).toBe(
      'stale_changeset',
    );
  });

  it('of the writer counts for the status only where an applier allows it', async () => {
    const [project, changeset] = await ready();
    await approveChangeset(project, by('ada', changeset), ambient);
    expect((await listChangesets(project)).rows).toMatchObject([{ status: 'ready', approved_by: ['ada'] }]);
    const [own, same] = await ready(DESCRIPTOR.replace('approvals = 1', 'approvals = 1\nown_changes = true'));
    await approveChangeset(own, by('ada', same), ambient);
    expect((await listChangesets(own)).rows).toMatchObject([{ status: 'approved' }]);
  });

  it('is refused for a draft, a stale or unknown changeset, an unknown reviewer, and one who must sign', async () => {
    const [project, changeset] = await ready();
    const { changeset: draft } = await createChangeset(
      project,
      { id: 'two', title: 'Two', operations: [status('b', 'draft')], writer: 'ada' },
      ambient,
    );
    const code = async (verdict: Parameters<typeof approveChangeset>[1]) =>
      (await refusalOf(() => approveChangeset(project, verdict, ambient))).code;
    expect(await code(by('rita', draft))).toBe('wrong_state');
    expect(await code(by('eve', changeset))).toBe('unknown_reviewer');
    expect(await code(by('keyed', changeset))).toBe('signature_needed');
    expect(await code({ ...by('rita', changeset), changeset: 'nope' })).toBe('no_such_changeset');
    expect(await code({ ...by('rita', changeset), hash: draft.hash })).toBe('stale_changeset');
    expect(await code({ ...by('rita', changeset), comment: '\ud800' })).toBe('invalid_text');
    put(project.root, 'docs/a.md', page('a', 'Edited.\n'));
    expect(await code(by('rita', changeset))).toBe('stale_base');
    expect(approvalsOf(project, changeset)).toEqual([]);
  });

  it('does not count when any byte of it was changed, or when it was put under another name', async () => {
    const [project, changeset] = await ready();
    await approveChangeset(project, by('rita', changeset), ambient);
    const folder = join(project.root, '.docforge/reviews/one');
    const file = join(folder, readdirSync(folder)[0]!);
    const bytes = readFileSync(file);
    for (let at = 0; at < bytes.length - 1; at++) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1;
      writeFileSync(file, flipped);
      expect(approvalsOf(project, changeset)).toEqual([]);
      expect(loadReviewRecords(project, 'one').damaged).toHaveLength(1);
    }
    writeFileSync(file, 'x');
    writeFileSync(join(folder, `approval-${'0'.repeat(16)}.json`), bytes);
    expect(approvalsOf(project, changeset)).toEqual([]);
  });
});

describe('a request for changes', () => {
  it('voids the approval of the same reviewer, and a later approval counts again', async () => {
    const [project, changeset] = await ready();
    await approveChangeset(project, by('rita', changeset), frozen);
    await approveChangeset(project, by('ada', changeset), frozen);
    await requestChanges(project, { ...by('rita', changeset), text: 'Not yet.' }, frozen);
    expect(approvalsOf(project, changeset).map(({ reviewer }) => reviewer)).toEqual(['ada']);
    await approveChangeset(project, by('rita', changeset), frozen);
    expect(
      approvalsOf(project, changeset)
        .map(({ reviewer }) => reviewer)
        .sort(),
    ).toEqual(['ada', 'rita']);
    await commentChangeset(project, { ...by('rita', changeset), text: 'Thanks.' }, frozen);
    expect(approvalsOf(project, changeset)).toHaveLength(2);
    expect(
      loadReviewRecords(project, 'one')
        .remarks.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['changes_requested', 'comment']);
  });

  it('voids the approval when the clock was set back in between', async () => {
    const [project, changeset] = await ready();
    await approveChangeset(project, by('rita', changeset), frozen);
    const earlier: Ambient = { ...frozen, now: () => '2026-02-01T00:00:00Z' };
    await requestChanges(project, { ...by('rita', changeset), text: 'Not yet.' }, earlier);
    expect(approvalsOf(project, changeset)).toEqual([]);
    await approveChangeset(project, by('rita', changeset), earlier);
    expect(approvalsOf(project, changeset)).toHaveLength(1);
  });

  it('that cannot be trusted lets no approval count, and is named', async () => {
    const [project, changeset] = await ready();
    await approveChangeset(project, by('rita', changeset), frozen);
    await approveChangeset(project, by('ada', changeset), frozen);
    await requestChanges(project, { ...by('rita', changeset), text: 'Not yet.' }, frozen);
    const folder = join(project.root, '.docforge/reviews/one');
    const file = join(folder, readdirSync(folder).find((name) => name.startsWith('changes_requested'))!);
    const bytes = readFileSync(file);
    bytes[20]! ^= 1;
    const damage = [
      () => writeFileSync(file, bytes),
      () => writeFileSync(file, ''),
      () => {
        rmSync(file);
        mkdirSync(file);
      },
    ];
    for (const spoil of damage) {
      spoil();
      expect(approvalsOf(project, changeset)).toEqual([]);
      const refusal = await refusalOf(() => approveChangeset(project, by('rita', changeset), ambient));
      expect([refusal.code, refusal.details.file]).toEqual(['damaged_review', file.slice(project.root.length + 1)]);
      expect((await listChangesets(project)).rows).toMatchObject([{ status: 'ready', approved_by: [] }]);
    }
  });

  it('stands on a history that holds: an approval is refused on a damaged earlier revision', async () => {
    const [project, changeset] = await ready();
    const { appendOperations } = await import('../../src/proposal/index.ts');
    const { changeset: next } = await appendOperations(
      project,
      { changeset: 'one', hash: changeset.hash, writer: 'ada', operations: [status('b', 'draft')] },
      ambient,
    );
    const last = await markReady(project, { changeset: 'one', hash: next.hash, writer: 'ada' }, ambient);
    put(project.root, '.docforge/changesets/one/000001.json', 'torn');
    expect((await refusalOf(() => approveChangeset(project, by('rita', last), ambient))).code).toBe(
      'damaged_changeset',
    );
  });

  it('needs the exact hash, a known reviewer and a text', async () => {
    const [project, changeset] = await ready();
    const code = async (verdict: Parameters<typeof requestChanges>[1]) =>
      (await refusalOf(() => requestChanges(project, verdict, ambient))).code;
    expect(await code({ ...by('rita', changeset), text: '' })).toBe('invalid_text');
    expect(await code({ ...by('eve', changeset), text: 'x' })).toBe('unknown_reviewer');
    expect(await code({ ...by('rita', changeset), hash: `sha256:${'0'.repeat(64)}`, text: 'x' })).toBe(
      'stale_changeset',
    );
  });
});
