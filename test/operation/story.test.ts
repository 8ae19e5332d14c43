/** Every operation once, on one project: each answer fits the schema of its row. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultSchema, type SuccessPaper } from '../../src/contract/index.ts';
import { type OperationName, operations } from '../../src/operation/index.ts';
import { loadRow } from '../../src/operation/table.ts';
import { ask, codeOf, folderWith, page } from './projects.ts';

interface Summary {
  readonly changeset: { readonly id: string; readonly hash: string; readonly state: string };
}

describe('a story over all operations', () => {
  const seen = new Set<OperationName>();

  /** Asks, and holds the answer against the schemas. */
  async function tell<T>(root: string, name: OperationName, input: unknown = {}, actor?: string): Promise<T> {
    const result = await ask(root, name, input, actor === undefined ? {} : { actor });
    expect(resultSchema.safeParse(result).error).toBe(undefined);
    if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`);
    const row = await loadRow(name);
    expect(row.output.safeParse(result.data).error).toBe(undefined);
    seen.add(name);
    return (result as SuccessPaper).data as unknown as T;
  }

  it('asks, proposes, reviews, applies and takes back', async () => {
    const before = page('b', 'tags = ["x"]\n', '# B\n\nSee [a](a.md#a).\n');
    const node = (id: string) =>
      `[[nodes]]\nid = "${id}"\nfamily = "guide"\ntitle = "${id}"\nstatus = "active"\nauthority = "authoritative"\ncontent = ""\n`;
    const two = `${node('x')}\n${node('y')}`;
    const root = folderWith({
      'docs/a.md': page('a', '[[relations]]\ntype = "depends_on"\ntarget = "b"\n'),
      'docs/b.md': before,
      'docs/two.toml': two,
    });
    await tell(root, 'check');
    await tell(root, 'doctor');
    await tell(root, 'index_status');
    await tell(root, 'index_build', { full: true });
    await tell(root, 'index_verify', { deep: true });
    await tell(root, 'search', { text: 'text', family: ['guide'], limit: 1 });
    await tell(root, 'show', { ids: ['a', 'b'] });
    await tell(root, 'list', { tag: ['x'] });
    await tell(root, 'neighbors', { id: 'a', direction: 'both', types: ['depends_on'], depth: 2 });
    await tell(root, 'path', { from: 'a', to: 'b' });
    await tell(root, 'impact', { id: 'b' });
    await tell(root, 'diff');

    const text = 'title = "Change b"\n[[operations]]\nop = "update"\nid = "b"\nset = { status = "retired" }\n';
    const first = await tell<Summary>(root, 'propose', { text, changeset: 'change-b' });
    expect(first.changeset).toMatchObject({ id: 'change-b', state: 'draft' });
    const more = { document: { operations: [{ op: 'create', id: 'c', family: 'guide', title: 'C' }] } };
    const step = { changeset: 'change-b', append: true, ...more };
    expect(await codeOf(ask(root, 'propose', step))).toBe('invalid_input');
    const stale = { ...step, expect_hash: `sha256:${'0'.repeat(64)}` };
    expect(await codeOf(ask(root, 'propose', stale))).toBe('stale_changeset');
    const second = await tell<Summary>(root, 'propose', { ...step, expect_hash: first.changeset.hash.slice(0, 19) });
    await tell(root, 'changeset_show', { changeset: 'change-b' });
    await tell(root, 'changeset_ready', { changeset: 'change-b', expect_hash: second.changeset.hash });
    await tell(root, 'comment', { changeset: 'change-b', text: 'Why?' }, 'reviewer');
    await tell(root, 'request_changes', { changeset: 'change-b', text: 'Not yet.' }, 'reviewer');
    const review = await tell<Summary>(root, 'review', { changeset: 'change-b' });
    await tell(root, 'approve', { changeset: 'change-b', hash: review.changeset.hash, comment: 'Yes.' }, 'reviewer');
    await tell(root, 'changeset_list', { history: true });

    await tell(root, 'apply', { changeset: 'change-b', dry_run: true }, 'applier');
    await tell(root, 'recover');
    const applied = await tell<{ receipt: { sequence: number } }>(root, 'apply', { changeset: 'change-b' }, 'applier');
    expect(readFileSync(join(root, 'docs/b.md'), 'utf8')).toContain('status = "retired"');
    await tell(root, 'audit');
    await tell(root, 'rollback', { receipt: applied.receipt.sequence }, 'applier');
    expect(readFileSync(join(root, 'docs/b.md'), 'utf8')).toBe(before);

    const other = { title: 'Other', operations: [{ op: 'update', id: 'a', set: { title: 'A' } }] };
    await tell(root, 'propose', { document: other, changeset: 'other' });
    writeFileSync(join(root, 'docs/a.md'), `${readFileSync(join(root, 'docs/a.md'), 'utf8')}\nMore.\n`);
    expect(await codeOf(ask(root, 'changeset_rebase', { changeset: 'other' }))).toBe('stale_node');
    await tell(root, 'changeset_abandon', { changeset: 'other', reason: 'a moved on' });

    await tell(root, 'edit', { id: 'b', text: `${before}More.\n`, changeset: 'edited', ready: true });
    expect(await codeOf(ask(root, 'edit', { id: 'a' }))).toBe('editor_needed');

    const inner = { title: 'Inner', operations: [{ op: 'update', id: 'x', set: { title: 'X' } }] };
    await tell(root, 'propose', { document: inner, changeset: 'inner' });
    writeFileSync(join(root, 'docs/two.toml'), two.replace('title = "y"', 'title = "Y"'));
    expect(await codeOf(ask(root, 'changeset_ready', { changeset: 'inner' }))).toBe('stale_base');
    await tell(root, 'changeset_rebase', { changeset: 'inner' });

    writeFileSync(join(root, 'docs/a.md'), page('a', '', 'A [link](gone.md).\n'));
    await tell(root, 'baseline_accept', { codes: ['dead_link'], reason: 'the page comes later' });
    await tell(root, 'check', { whole: true, strict: true, baseline: 'require' });
    await tell(root, 'baseline_list', { stale: false });
    await tell(root, 'baseline_prune', { dry_run: true });

    const vault = folderWith({ 'notes/one.md': '# One\n', 'notes/two.md': 'See [one](one.md).\n' }, null);
    await tell(vault, 'init', { adopt: true, yes: true });
    await tell(vault, 'import', { yes: true, ready: true });
    expect([...seen].sort()).toEqual(Object.keys(operations).sort());
  });
});
