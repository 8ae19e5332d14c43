import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resultSchema } from '../../src/contract/index.ts';
import { exitStatus, type OperationName, operations, respond } from '../../src/operation/index.ts';
import { loadRow } from '../../src/operation/table.ts';
import { ask, codeOf, DESCRIPTOR, dataOf, folderWith, page } from './projects.ts';

const names = Object.keys(operations) as OperationName[];

/** The answer with every hash written as `sha256:…`, so that a pin does not depend on what a digest covers. */
async function pinned(answer: ReturnType<typeof ask>): Promise<unknown> {
  const result = await answer;
  expect(resultSchema.safeParse(result).error).toBe(undefined);
  return JSON.parse(JSON.stringify(result).replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…'));
}

const nowhere = { project: null, adapter: null, revision: null, source_hash: null, generation: null };

describe('the table of operations', () => {
  it.each(names)('%s has a row whose input takes its example', async (name) => {
    const row = await loadRow(name);
    expect(row.input.safeParse(operations[name].example).error).toBe(undefined);
    expect(() => z.toJSONSchema(row.input, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(row.output, { io: 'output' })).not.toThrow();
    expect(operations[name].summary).toMatch(/^[A-Z].*[^.]$/);
  });
});

describe('an envelope', () => {
  it('of a success', async () => {
    const root = folderWith({
      'docs/a.md': page('a', '[[relations]]\ntype = "depends_on"\ntarget = "b"\n'),
      'docs/b.md': page('b'),
    });
    expect(await pinned(ask(root, 'impact', { id: 'b' }))).toEqual({
      schema: 'docforge.result/1',
      operation: 'impact',
      project: 'cases',
      adapter: null,
      revision: null,
      source_hash: 'sha256:…',
      generation: 'sha256:…',
      ok: true,
      data: {
        start: 'b',
        nodes: [
          {
            id: 'a',
            depth: 1,
            from: 'b',
            type: 'depends_on',
            direction: 'incoming',
            title: 'a',
            family: 'guide',
            status: 'active',
            path: 'docs/a.md',
            line: 1,
          },
        ],
        complete: true,
      },
      degraded: [],
      page: { total: 1, cursor: null },
    });
  });

  it('of a refusal by the project', async () => {
    const root = folderWith({ 'docs/start.md': page('start') });
    expect(await pinned(ask(root, 'neighbors', { id: 'stat' }))).toEqual({
      schema: 'docforge.result/1',
      operation: 'neighbors',
      ...nowhere,
      project: 'cases',
      ok: false,
      error: {
        code: 'node_not_found',
        message: 'There is no node stat; did you mean start?.',
        details: { node_id: 'stat', suggestion: '; did you mean start?' },
        remediation:
          'Find the id with docforge search or docforge list; docforge check names documents that could not be read.',
      },
    });
  });

  it('of a refusal before the project was opened', async () => {
    const root = folderWith({});
    expect(await pinned(ask(root, 'search', { text: 3, limt: 1 }))).toEqual({
      schema: 'docforge.result/1',
      operation: 'search',
      ...nowhere,
      ok: false,
      error: {
        code: 'invalid_input',
        message:
          'The request search cannot be read: text: Invalid input: expected string, received number. Nothing was changed.',
        details: {
          operation: 'search',
          where: 'text',
          reason: 'text: Invalid input: expected string, received number',
          issues: [
            { where: 'text', reason: 'Invalid input: expected string, received number' },
            { where: '', reason: 'Unrecognized key: "limt"' },
          ],
        },
        remediation: 'Correct text and try again.',
      },
    });
    expect(await pinned(ask(root, 'serch'))).toMatchObject({
      error: { code: 'unknown_operation', message: expect.stringContaining('did you mean search?') },
    });
  });

  it('of a bug, with the error handed to its reporter and nothing of it lost', async () => {
    const root = folderWith({ 'docs/start.md': page('start') });
    const seen: unknown[] = [];
    const ambient = {
      now: () => {
        throw new Error('the clock fell down');
      },
      freshId: () => '0123456789abcdef',
    };
    const document = { title: 'T', operations: [{ op: 'update', id: 'start', set: { title: 'New' } }] };
    const result = await ask(root, 'propose', { document }, { ambient, onBug: (error) => seen.push(error) });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'internal_error', details: { reason: 'the clock fell down' } },
    });
    expect(exitStatus(result)).toBe(70);
    expect(String(seen[0])).toContain('the clock fell down');
  });
});

describe('refusals and exit statuses', () => {
  it('tell a project that is not there from one that is wrong', async () => {
    const empty = folderWith({}, null);
    const refused = [
      [ask(empty, 'check'), 'no_project', 2],
      [ask(`${empty}/gone`, 'check'), 'no_folder', 2],
      [ask(folderWith({}, `${DESCRIPTOR}[contnt]\n`), 'check'), 'invalid_descriptor', 1],
      [ask(`${empty}/gone`, 'init'), 'no_folder', 2],
      [ask(folderWith({}), 'init'), 'already_a_project', 1],
    ] as const;
    for (const [answer, code, status] of refused) {
      expect(await codeOf(answer)).toBe(code);
      expect(exitStatus(await answer)).toBe(status);
    }
  });

  it('say no for problems, for no way, and for what cannot be published', async () => {
    const root = folderWith({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
    const status = async (name: string, input?: unknown) => exitStatus(await ask(root, name, input));
    expect(await status('check')).toBe(0);
    expect(await status('path', { from: 'a', to: 'b' })).toBe(1);
    expect(await status('path', { from: 'a', to: 'a' })).toBe(0);
    expect(await status('search', { text: 'nothing has these words' })).toBe(0);
    expect(await status('index_verify')).toBe(0);
    expect(exitStatus(await ask(folderWith({ 'docs/a.md': 'no block\n' }), 'check'))).toBe(1);
  });

  it('never guess a reviewer or an applier, and a writer only when there is one', async () => {
    const root = folderWith({ 'docs/start.md': page('start') });
    const document = { title: 'T', operations: [{ op: 'update', id: 'start', set: { title: 'New' } }] };
    expect(await codeOf(ask(root, 'propose', { document }, { actor: 'nobody' }))).toBe('unknown_writer');
    const { changeset } = await dataOf<{ changeset: { id: string; creator: string; hash: string } }>(
      ask(root, 'propose', { document, changeset: 'one', ready: true }),
    );
    expect(changeset.creator).toBe('author');
    expect(await codeOf(ask(root, 'approve', { changeset: 'one', hash: changeset.hash }))).toBe('actor_needed');
    expect(await codeOf(ask(root, 'apply', { changeset: 'one' }))).toBe('actor_needed');
    expect(await codeOf(ask(root, 'approve', { changeset: 'one' }, { actor: 'reviewer' }))).toBe('hash_needed');
    const identities = { reviewer: 'reviewer' };
    const context = { start: root, ambient: { now: () => '2026-01-01T00:00:00Z', freshId: () => '0' }, identities };
    const approved = await respond('approve', { changeset: 'one', hash: changeset.hash.slice(7, 19) }, context);
    expect(approved).toMatchObject({ ok: true, data: { record: { reviewer: 'reviewer' } } });
  });

  it('refuse a document that cannot be read, with its place', async () => {
    const root = folderWith({ 'docs/start.md': page('start') });
    const wrong: [string, RegExp][] = [
      ['{"title": "x"', /not JSON/],
      ['title = "x"\noperations = [', /not TOML.*line 2/],
      ['title = "x"\n[[operations]]\nop = "updat"\n', /operations\[1\]\.op/],
      ['title = "x"\noperations = []\n', /operations: /],
      ['', /title: it is missing/],
    ];
    for (const [text, message] of wrong) {
      const result = await ask(root, 'propose', { text });
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'invalid_input', message: expect.stringMatching(message) },
      });
      expect(exitStatus(result)).toBe(2);
    }
    expect(await codeOf(ask(root, 'propose', { text: 'operations = []', append: true }))).toBe('invalid_input');
  });
});
