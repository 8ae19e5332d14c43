/** Data files beside the pages of a vault. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixedAmbient } from '../../src/base/index.ts';
import { extractData } from '../../src/extractor/index.ts';
import { respond } from '../../src/operation/index.ts';

function read(text: string | Uint8Array) {
  const { extraction, bodies } = extractData(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return { node: extraction.nodes[0], problems: extraction.problems.map(({ code }) => code), body: bodies[0] };
}

describe('a data file', () => {
  it('is one node with its text as it is, its keys at the margin as sections', () => {
    const { node, body } = read('title: "Graceful stop"\r\nstage: beta # soon\r\nowners:\r\n  - ada\r\n');
    expect(body).toBe('title: "Graceful stop"\nstage: beta # soon\nowners:\n  - ada\n');
    expect(node).toMatchObject({ title: 'Graceful stop', line: 1, end_line: 4 });
    expect(node?.outline.headings.map(({ text, line, end_line }) => [text, line, end_line])).toEqual([
      ['title', 1, 1],
      ['stage', 2, 2],
      ['owners', 3, 4],
    ]);
  });

  it('need not be of any format: a template is no fault', () => {
    expect(read('{{- if .Values.on }}\nname: {{ .Release.Name }}\n')).toMatchObject({
      node: { title: '' },
      problems: [],
    });
  });

  it('is one section where it is a table of records', () => {
    const many = Array.from({ length: 500 }, (_, i) => `key${i}: ${i}\n`).join('');
    expect(read(many).node?.outline.headings).toEqual([]);
  });

  it('is a problem where it is no UTF-8', () => {
    expect(read(Uint8Array.of(0x61, 0xff))).toMatchObject({ node: undefined, problems: ['invalid_utf8'] });
  });
});

describe('a vault with data files', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'docforge-data-'));
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    put('keps/1-stop/README.md', '# Stop\n\nSee [its data](kep.yaml#L3).\n');
    put('keps/1-stop/kep.yaml', 'title: Stop\nstage: zeta\nowner: ada\n');
    put('pnpm.json', '{}');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const ask = (operation: string, input: unknown) =>
    respond(operation as never, input, { start: root, ambient: fixedAmbient(), actor: 'author' } as never);

  it('finds them, follows links to them, and edits none of them', async () => {
    await ask('init', { adopt: true, yes: true });
    expect(await ask('search', { text: 'zeta' })).toMatchObject({
      data: { hits: [{ id: 'keps/1-stop/kep.yaml', title: 'Stop', place: 'keps/1-stop/kep.yaml:2' }] },
    });
    expect(await ask('check', {})).toMatchObject({ data: { counts: { error: 0, warning: 0 } } });
    expect(await ask('neighbors', { id: 'keps/1-stop' })).toMatchObject({
      data: { nodes: [{ id: 'keps/1-stop/kep.yaml', type: 'links_to' }] },
    });
    const update = { op: 'update', id: 'keps/1-stop/kep.yaml', set: { title: 'Halt' } };
    expect(await ask('propose', { document: { title: 'Halt', operations: [update] } })).toMatchObject({
      error: { code: 'not_a_page' },
    });
    expect(await ask('import', {})).toMatchObject({ data: { pages: [{ id: 'keps/1-stop' }], left_out: [] } });
  });
});
