/** The whole flow on a real project: gate, dry run, apply, rollback, recover, audit. */
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { applyChangeset, auditProject, recoverProject, rollbackReceipt } from '../../src/applier/index.ts';
import { fixedAmbient } from '../../src/base/index.ts';
import type { OperationPaper } from '../../src/contract/index.ts';
import type { SystemHook } from '../../src/disk/index.ts';
import { openProject } from '../../src/project/index.ts';
import {
  abandonChangeset,
  appendOperations,
  createChangeset,
  listChangesets,
  markReady,
  requestChanges,
} from '../../src/proposal/index.ts';
import {
  approved,
  cleanUp,
  documentsOf,
  makeProject,
  namesIn,
  OPERATIONS,
  PAGES,
  page,
  put,
  refusalOf,
} from './support.ts';

afterEach(cleanUp);

describe('apply and rollback', () => {
  it('never lets a revision slip in beside an application: of an append and an apply, one is told', async () => {
    for (let round = 0; round < 4; round++) {
      const project = makeProject();
      const ambient = fixedAmbient();
      const { hash } = await approved(project, ambient);
      const other = openProject(project.root);
      const operations: OperationPaper[] = [{ op: 'update', id: 'three', set: { title: 'Another' } }];
      const append = () => appendOperations(other, { changeset: 'change', hash, writer: 'ada', operations }, ambient);
      const apply = () => applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, ambient);
      const ended = await Promise.allSettled(round % 2 === 0 ? [apply(), append()] : [append(), apply()]);
      expect(ended.filter((row) => row.status === 'fulfilled')).toHaveLength(1);
      const refused = ended.find((row) => row.status === 'rejected')!.reason;
      expect(['wrong_state', 'stale_changeset', 'not_ready', 'application_unfinished']).toContain(refused.code);
      other.close();
    }
  });

  it('takes no revision of a changeset whose application was interrupted', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    let stopped = false;
    const hook: SystemHook = (_call, path, other) => {
      stopped ||= `${path} ${other}`.includes('.docforge/receipts/');
      if (stopped) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    await applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, ambient, { hook }).catch(() => {});
    expect(stopped).toBe(true);
    const step = { changeset: 'change', hash, writer: 'ada', reason: 'Too late.' };
    expect((await refusalOf(() => abandonChangeset(project, step, ambient))).code).toBe('application_unfinished');
    await recoverProject(project, ambient);
    expect((await refusalOf(() => abandonChangeset(project, step, ambient))).code).toBe('wrong_state');
  });

  it('publishes exactly the approved bytes, writes a receipt, and takes every byte back', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const before = documentsOf(project);
    const changeset = await approved(project, ambient);
    const request = { changeset: 'change', hash: changeset.hash, applier: 'release' };

    const dry = await applyChangeset(project, { ...request, dryRun: true }, ambient);
    expect(dry.outcome).toBe('planned');
    expect(dry.plan.blockers).toEqual([]);
    expect(dry.plan.files.map((file) => `${file.action} ${file.path}`)).toEqual([
      'create docs/new/deep/four.md',
      'update docs/one.md',
      'delete docs/two.md',
    ]);
    expect(dry.plan.folders).toEqual(['docs/new', 'docs/new/deep']);
    expect(dry.plan.flushes).toBe(2 + 2 + 6 + 2);
    expect(documentsOf(project)).toEqual(before);
    expect(namesIn(project, '.docforge')).not.toContain('application');

    const report = await applyChangeset(project, request, ambient);
    expect(report.outcome).toBe('applied');
    expect(report.degraded).toEqual([]);
    expect(report.receipt?.sequence).toBe(1);
    expect(report.receipt?.purpose.approvals).toHaveLength(1);
    const after = documentsOf(project);
    expect(Object.keys(after)).toEqual(['docs/new/deep/four.md', 'docs/one.md', 'docs/three.md']);
    for (const file of changeset.files) expect(after[file.path] ?? null).toBe(file.content);
    expect(namesIn(project, '.docforge/application')).toEqual([]);
    expect(statSync(join(project.root, '.docforge/application')).mode & 0o777).toBe(0o700);
    const audit = await auditProject(project);
    expect(audit).toMatchObject({ clean: true, receipts: 1, head: report.receipt?.hash, problems: [] });
    expect(audit.unreceipted.map((file) => file.path)).toEqual(['docs/three.md']);

    const again = await refusalOf(() => applyChangeset(project, request, ambient));
    expect(again.code).toBe('already_applied');

    const back = await rollbackReceipt(project, { receipt: 1, applier: 'release' }, ambient);
    expect(back.receipt).toMatchObject({ sequence: 2, previous: report.receipt?.hash });
    expect(back.receipt?.purpose).toMatchObject({ kind: 'rollback', reverts: report.receipt?.hash });
    expect(documentsOf(project)).toEqual(before);
    expect(namesIn(project, 'docs')).toEqual(['one.md', 'three.md', 'two.md']);
    expect((await auditProject(project)).clean).toBe(true);
    const codeOf = async (receipt: number) =>
      (await refusalOf(() => rollbackReceipt(project, { receipt, applier: 'release' }, ambient))).code;
    expect([await codeOf(1), await codeOf(2), await codeOf(3)]).toEqual([
      'already_rolled_back',
      'not_revertible',
      'no_such_receipt',
    ]);
    expect((await refusalOf(() => applyChangeset(project, request, ambient))).code).toBe('already_applied');
  });

  it('keeps modes, also through a deletion and its rollback', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    chmodSync(join(project.root, 'docs/one.md'), 0o600);
    chmodSync(join(project.root, 'docs/two.md'), 0o755);
    const { hash } = await approved(project, ambient);
    const modeOf = (path: string): number => statSync(join(project.root, path)).mode & 0o777;
    await applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, ambient);
    expect(modeOf('docs/one.md')).toBe(0o600);
    await rollbackReceipt(project, { receipt: 1, applier: 'release' }, ambient);
    expect([modeOf('docs/one.md'), modeOf('docs/two.md')]).toEqual([0o600, 0o755]);
  });

  it('works in portable mode, and says what that costs', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const before = documentsOf(project);
    const { hash } = await approved(project, ambient);
    const request = { changeset: 'change', hash, applier: 'release' };
    const dry = await applyChangeset(project, { ...request, dryRun: true }, ambient, { mode: 'portable' });
    expect(dry.plan.mode).toBe('portable');
    expect(dry.degraded.map((note) => note.code)).toEqual(['portable_mode']);
    const report = await applyChangeset(project, request, ambient, { mode: 'portable' });
    expect(report.receipt?.mode).toBe('portable');
    expect(report.retired.map((file) => file.path)).toEqual(['docs/one.md', 'docs/two.md']);
    expect(report.degraded.map((note) => note.code)).toEqual(['files_retired']);
    await rollbackReceipt(project, { receipt: 1, applier: 'release' }, ambient, { mode: 'portable' });
    expect(documentsOf(project)).toEqual(before);
    expect((await auditProject(project)).clean).toBe(true);
  });

  it('refuses a rollback over later work', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    await applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, ambient);
    put(project.root, 'docs/one.md', page('one', 'Edited by hand.\n'));
    const before = documentsOf(project);
    const refusal = await refusalOf(() => rollbackReceipt(project, { receipt: 1, applier: 'release' }, ambient));
    expect([refusal.code, refusal.details.path]).toEqual(['file_changed', 'docs/one.md']);
    expect(documentsOf(project)).toEqual(before);
    const audit = await auditProject(project);
    expect(audit.clean).toBe(false);
    expect(audit.unexplained.map((file) => file.path)).toEqual(['docs/one.md']);
    expect(audit.problems.map((row) => row.code)).toEqual(['unexplained_bytes']);
  });

  it('takes a file out of a private folder without following links', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    const outside = join(project.root, 'outside.md');
    writeFileSync(outside, readFileSync(join(project.root, 'docs/one.md')));
    unlinkSync(join(project.root, 'docs/one.md'));
    symlinkSync('../outside.md', join(project.root, 'docs/one.md'));
    const refusal = await refusalOf(() =>
      applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, ambient),
    );
    expect(refusal.code).toBe('stale_base');
    expect(readFileSync(outside, 'utf8')).toBe(PAGES['docs/one.md']);
  });
});

describe('the gate', () => {
  const apply = (hash: string, applier = 'release') => ({ changeset: 'change', hash, applier });

  it.each([
    ['a wrong hash', async () => ({ request: { hash: `sha256:${'0'.repeat(64)}` }, code: 'stale_changeset' })],
    ['an unknown applier', async () => ({ request: { applier: 'nobody' }, code: 'unknown_applier' })],
    ['a second reviewer missing', async () => ({ request: { applier: 'strict' }, code: 'not_approved' })],
    ['an unknown changeset', async () => ({ request: { changeset: 'other' }, code: 'no_such_changeset' })],
  ])('refuses %s', async (_, given) => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const before = documentsOf(project);
    const { hash } = await approved(project, ambient);
    const { request, code } = await given();
    const refusal = await refusalOf(() => applyChangeset(project, { ...apply(hash), ...request }, ambient));
    expect(refusal.code).toBe(code);
    expect(documentsOf(project)).toEqual(before);
    expect(namesIn(project, '.docforge/receipts')).toEqual([]);
  });

  it('counts distinct reviewers, and the writer only where own changes are allowed', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient, { by: ['ada', 'ada'] });
    const refusal = await refusalOf(() => applyChangeset(project, apply(hash), ambient));
    expect(refusal).toMatchObject({ code: 'not_approved', details: { count: 0, needed: 1 } });
    expect((await applyChangeset(project, apply(hash, 'alone'), ambient)).outcome).toBe('applied');
  });

  it('needs two different reviewers where two are asked for', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient, { by: ['rita', 'rob'] });
    const report = await applyChangeset(project, apply(hash, 'strict'), ambient);
    expect(report.plan.approved_by).toEqual(['rita', 'rob']);
    expect((await auditProject(project)).clean).toBe(true);
  });

  it('does not count an approval that its reviewer took back', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    await requestChanges(
      project,
      { changeset: 'change', hash, reviewer: 'rita', text: 'On second thoughts.' },
      ambient,
    );
    expect((await refusalOf(() => applyChangeset(project, apply(hash), ambient))).code).toBe('not_approved');
  });

  it('refuses a draft, and lists every blocker in a dry run', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const draft = await createChangeset(
      project,
      { id: 'change', title: 'A change', operations: OPERATIONS, writer: 'ada' },
      ambient,
    );
    const { hash } = draft.changeset;
    expect((await refusalOf(() => applyChangeset(project, apply(hash), ambient))).code).toBe('not_ready');
    put(project.root, 'docs/one.md', page('one', 'Somebody else was here.\n'));
    const dry = await applyChangeset(project, { ...apply(hash), dryRun: true }, ambient);
    expect(dry.plan.blockers.map((row) => row.code)).toEqual([
      'not_ready',
      'not_approved',
      'stale_base',
      'file_changed',
    ]);
    await markReady(project, { changeset: 'change', hash, writer: 'ada' }, ambient).catch(() => null);
  });

  it('refuses a stale changeset and leaves the text of the person who saved', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    put(project.root, 'docs/one.md', page('one', 'Saved by a person.\n'));
    const before = documentsOf(project);
    const refusal = await refusalOf(() => applyChangeset(project, apply(hash), ambient));
    expect(refusal.code).toBe('stale_base');
    expect(JSON.stringify(refusal.details)).toContain('one');
    expect(documentsOf(project)).toEqual(before);
    const { rows } = await listChangesets(project, { history: true });
    expect(rows.map((row) => row.status)).toEqual(['stale']);
  });

  it('is not made stale by an edit elsewhere', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    put(project.root, 'docs/three.md', page('three', 'Edited elsewhere.\n'));
    expect((await applyChangeset(project, apply(hash), ambient)).outcome).toBe('applied');
  });

  it('refuses a target with a second name, and one that a program has open for writing', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    const target = join(project.root, 'docs/one.md');
    const before = documentsOf(project);
    const native = project.disk.capabilities().leases;
    const descriptor = openSync(target, 'r+');
    if (native) expect((await refusalOf(() => applyChangeset(project, apply(hash), ambient))).code).toBe('open_writer');
    closeSync(descriptor);
    linkSync(target, join(project.root, 'second-name.md'));
    expect((await refusalOf(() => applyChangeset(project, apply(hash), ambient))).code).toBe('hard_linked');
    unlinkSync(join(project.root, 'second-name.md'));
    expect(documentsOf(project)).toEqual(before);
    mkdirSync(join(project.root, 'docs/new/deep/four.md'), { recursive: true });
    expect((await refusalOf(() => applyChangeset(project, apply(hash), ambient))).code).toMatch(
      /file_exists|stale_base/,
    );
  });

  it('refuses when the descriptor changed after the project was opened', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    writeFileSync(join(project.root, '.docforge/project.toml'), '# nothing\n');
    expect((await refusalOf(() => applyChangeset(project, apply(hash), ambient))).code).toBe('project_changed');
  });
});

describe('interrupted applications', () => {
  class Killed extends Error {}
  const dieAt = (call: string, path: RegExp) => (seen: string, at: string) => {
    if (seen === call && path.test(at)) throw new Killed(`${seen} ${at}`);
  };

  it.each([
    ['while staging', 'flushFile', /journal/, 'discarded', false],
    ['between two files', 'exchange', /slot/, 'rolled_back', false],
    ['before the commit', 'renameNoReplace', /transaction-[0-9a-f]+\.1$/, 'rolled_back', false],
    ['after the commit', 'flushFile', /receipt\./, 'committed', true],
    ['in the middle of tidying', 'removeFolder', /slot/, 'committed', true],
  ])('are ended by recovery: %s', async (_, call, path, outcome, applied) => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const before = documentsOf(project);
    const { hash } = await approved(project, ambient);
    const request = { changeset: 'change', hash, applier: 'release' };
    await expect(applyChangeset(project, request, ambient, { hook: dieAt(call, path) })).rejects.toThrow(Killed);
    if (namesIn(project, '.docforge/application').length > 0) {
      expect((await auditProject(project)).problems.map((row) => row.code)).toContain('application_pending');
    }
    const { recovered, clean } = await recoverProject(project, ambient);
    expect(clean).toBe(true);
    expect(recovered.map((row) => row.outcome)).toEqual([outcome]);
    expect(documentsOf(project)).toEqual(
      applied ? expect.not.objectContaining({ 'docs/two.md': expect.anything() }) : before,
    );
    expect(namesIn(project, '.docforge/receipts')).toEqual(applied ? ['000001.json'] : []);
    expect((await auditProject(project)).clean).toBe(true);
    expect((await recoverProject(project, ambient)).recovered).toEqual([]);
    if (applied) {
      expect((await refusalOf(() => applyChangeset(project, request, ambient))).code).toBe('already_applied');
    } else expect((await applyChangeset(project, request, ambient)).outcome).toBe('applied');
  });

  it('are ended by the next application by itself', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    const request = { changeset: 'change', hash, applier: 'release' };
    const hook = dieAt('flushFolder', /docs$/);
    await expect(applyChangeset(project, request, ambient, { hook })).rejects.toThrow(Killed);
    const report = await applyChangeset(project, request, ambient);
    expect(report.recovered.map((row) => row.outcome)).toEqual(['rolled_back']);
    expect(report.outcome).toBe('applied');
  });

  it('report a damaged journal, touch nothing of it, and stop new applications', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    const request = { changeset: 'change', hash, applier: 'release' };
    const hook = dieAt('flushFolder', /docs$/);
    await expect(applyChangeset(project, request, ambient, { hook })).rejects.toThrow(Killed);
    const [folder] = namesIn(project, '.docforge/application');
    const journal = join(project.root, '.docforge/application', folder!, 'journal.json');
    writeFileSync(journal, readFileSync(journal, 'utf8').replace('release', 'releasE'));
    const seen = documentsOf(project);
    const { recovered, clean } = await recoverProject(project, ambient);
    expect(clean).toBe(false);
    expect(recovered).toMatchObject([{ outcome: 'journal_damaged', folder: `.docforge/application/${folder}` }]);
    expect((await refusalOf(() => applyChangeset(project, request, ambient))).code).toBe('journal_damaged');
    expect(documentsOf(project)).toEqual(seen);
    expect(namesIn(project, '.docforge/application')).toEqual([folder]);
  });

  it('roll back when the reloaded project is not the approved one', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    const hook = (call: string, path: string): void => {
      if (call === 'exchange' && path.includes('slot'))
        put(project.root, 'docs/three.md', page('three', 'Meanwhile.\n'));
    };
    const request = { changeset: 'change', hash, applier: 'release' };
    const refusal = await refusalOf(() => applyChangeset(project, request, ambient, { hook }));
    expect(refusal.code).toBe('graph_not_as_approved');
    expect(refusal.message).toContain('docs/three.md');
    expect(documentsOf(project)).toEqual({ ...PAGES, 'docs/three.md': page('three', 'Meanwhile.\n') });
    expect((await applyChangeset(project, request, ambient)).outcome).toBe('applied');
  });

  it('say that a commit is unconfirmed when its last flush failed, and never that it failed', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    let committed = false;
    const hook = (call: string, path: string, other?: string): void => {
      if (call === 'renameNoReplace' && other?.includes('committed-')) committed = true;
      else if (committed && call === 'flushFolder' && path.endsWith('application')) {
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
      }
    };
    const request = { changeset: 'change', hash, applier: 'release' };
    const report = await applyChangeset(project, request, ambient, { hook });
    expect(report.outcome).toBe('applied_unconfirmed');
    expect(report.degraded.map((note) => note.code)).toEqual(['commit_unconfirmed']);
    expect((await refusalOf(() => applyChangeset(project, request, ambient))).code).toBe('already_applied');
    expect((await auditProject(project)).clean).toBe(true);
  });
});

describe('the audit', () => {
  it('notices a damaged receipt, a missing approval, a damaged object and a rewritten chain', async () => {
    const project = makeProject();
    const ambient = fixedAmbient();
    const { hash } = await approved(project, ambient);
    await applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, ambient);
    const codes = async () => (await auditProject(project)).problems.map((row) => row.code);
    const damage = async (path: string, change: (text: string) => string): Promise<string[]> => {
      const file = join(project.root, path);
      const text = readFileSync(file, 'utf8');
      chmodSync(file, 0o644);
      writeFileSync(file, change(text));
      const found = await codes();
      writeFileSync(file, text);
      return found;
    };
    expect(await codes()).toEqual([]);
    expect(await damage('.docforge/receipts/000001.json', (text) => text.replace('release', 'releasf'))).toContain(
      'receipt_damaged',
    );
    const [approval] = namesIn(project, '.docforge/reviews/change');
    expect(await damage(`.docforge/reviews/change/${approval}`, (text) => `${text} x`)).toEqual(['receipt_unfounded']);
    const [shard] = namesIn(project, '.docforge/objects');
    const [object] = namesIn(project, `.docforge/objects/${shard}`);
    expect(await damage(`.docforge/objects/${shard}/${object}`, (text) => `${text}!`)).toEqual(['object_damaged']);
    unlinkSync(join(project.root, `.docforge/objects/${shard}/${object}`));
    expect(await codes()).toEqual(['object_missing']);
  });
});
