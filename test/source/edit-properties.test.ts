/** Any node round-trips; any edit of any file changes what it must and nothing else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, parseToml, type TomlTable, tomlFromJson } from '../../src/base/index.ts';
import {
  type ExtractedNode,
  editNode,
  extractMarkdown,
  extractToml,
  insertNode,
  type NewNode,
  type NodeEdit,
  normaliseNewlines,
  parseBlock,
  removeNode,
} from '../../src/source/index.ts';
import { anyEdit, anyNode, anyNodeFile, anyPage, anyText } from './arbitrary.ts';

const RUNS = Number(process.env.DOCFORGE_RUNS ?? 60);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const plain = (value: unknown) => JSON.parse(canonicalJson(value));
const table = (value: unknown) => (tomlFromJson(value, 'value') as { value: TomlTable }).value;

function meaning(node: ExtractedNode, content: string) {
  const { id, family, title, status, authority, tags, fields, extra } = node;
  const relations = node.relations.map(({ line: _, ...relation }) => relation);
  return plain({ id, family, title, status, authority, tags, relations, fields, extra, content });
}

function meaningOf(node: NewNode) {
  const { id, family, title, status, authority, tags = [], relations = [], fields = {}, extra = {} } = node;
  const content = normaliseNewlines(node.content ?? '');
  return plain({
    id,
    family,
    title,
    status,
    authority,
    tags,
    relations,
    fields: table(fields),
    extra: table(extra),
    content,
  });
}

function edited(before: ReturnType<typeof meaning>, edit: NodeEdit) {
  const { fields, extra, ...rest } = edit.set ?? {};
  const after = structuredClone({ ...before, ...rest });
  Object.defineProperties(after.fields, Object.getOwnPropertyDescriptors(plain(table(fields ?? {}))));
  Object.defineProperties(after.extra, Object.getOwnPropertyDescriptors(plain(table(extra ?? {}))));
  for (const name of edit.unset ?? []) {
    if (name === 'tags') after.tags = [];
    else delete after[name.split('.')[0]!][name.split('.').slice(1).join('.')];
  }
  after.relations.push(...(edit.add_relations ?? []));
  if (edit.content !== undefined) after.content = normaliseNewlines(edit.content);
  return plain(after);
}

/** The top-level keys that an edit names. */
function keysOf(edit: NodeEdit): Set<string> {
  const { fields, extra, ...rest } = edit.set ?? {};
  return new Set([
    ...Object.keys(rest),
    ...Object.keys(fields ?? {}),
    ...(extra ? ['extra'] : []),
    ...(edit.unset ?? []).map((name) => (name.startsWith('fields.') ? name.slice(7) : name.split('.')[0]!)),
    ...(edit.add_relations ? ['relations'] : []),
  ]);
}

/**
 * Lines of a block, or of a TOML file, that an edit (of the node `index`) has no business with: those of no statement
 * or section that it names.
 */
function untouchedLines(block: string, edit: NodeEdit, index?: number): string[] {
  const document = parseToml(block);
  if (!document.ok) throw new Error(document.reason);
  const keys = keysOf(edit);
  if (index !== undefined && edit.content !== undefined) keys.add('content');
  const named = (path: readonly (string | number)[]) =>
    index === undefined ? keys.has(String(path[0])) : path[1] === index && keys.has(String(path[2]));
  const lines = block.split(/(?<=\n)/);
  const touched = new Set<number>();
  for (const { path, start, end } of document.statements) {
    if (!named(path)) continue;
    const first = block.slice(0, start).split('\n').length - 1;
    const last = block.slice(0, end).split('\n').length - 1;
    for (let i = first; i <= last; i++) touched.add(i);
  }
  for (const { path, line } of document.headers) {
    if (!named(path)) continue;
    touched.add(line - 1);
    for (let i = line - 2; i >= 0 && lines[i]!.trim().startsWith('#'); i--) touched.add(i);
  }
  return lines.filter((line, i) => !touched.has(i) && line.trim() !== '');
}

function isSubsequence(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const line of many) if (at < few.length && few[at] === line) at++;
  return at === few.length;
}

const blockOf = (text: string) => {
  const block = parseBlock(text);
  if (block.kind !== 'toml') throw new Error(block.kind);
  return { ...block, text: text.slice(block.blockStart, block.blockEnd) };
};

describe('any node', () => {
  it('is written as a page that reads back as the node', () => {
    fc.assert(
      fc.property(anyNode, (node) => {
        const { extraction, bodies } = extractMarkdown(insertNode(null, 'markdown', node));
        expect(extraction.problems).toEqual([]);
        expect(meaning(extraction.nodes[0]!, bodies[0]!)).toEqual(meaningOf(node));
      }),
      { numRuns: RUNS },
    );
  });

  it('is added to a TOML file that reads back, and taken out again without a trace', () => {
    fc.assert(
      fc.property(anyNodeFile, anyNode, (file, node) => {
        const before = bytesOf(file);
        const after = insertNode(before, 'toml', { ...node, id: `new-${node.id}` });
        const { extraction, bodies } = extractToml(after);
        expect(extraction.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(meaning(extraction.nodes.at(-1)!, bodies.at(-1)!)).toEqual(meaningOf({ ...node, id: `new-${node.id}` }));
        const old = extractToml(before).extraction.nodes;
        expect(extraction.nodes.slice(0, -1)).toEqual(old);
        const back = textOf(removeNode(after, 'toml', `new-${node.id}`)!);
        expect(back.trimEnd()).toBe(file.trimEnd());
      }),
      { numRuns: RUNS },
    );
  });
});

describe('any edit of any page', () => {
  it('reads back as the node it was to become, and again gives the same bytes', () => {
    fc.assert(
      fc.property(anyPage, anyEdit, (page, edit) => {
        const before = extractMarkdown(bytesOf(page));
        expect(before.extraction.problems).toEqual([]);
        const after = editNode(bytesOf(page), 'markdown', 'page', edit);
        const read = extractMarkdown(after);
        const wanted = edited(meaning(before.extraction.nodes[0]!, before.bodies[0]!), edit);
        expect(meaning(read.extraction.nodes[0]!, read.bodies[0]!)).toEqual(wanted);
        const { add_relations: _, ...rest } = edit;
        expect(textOf(editNode(after, 'markdown', 'page', rest))).toBe(textOf(after));
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('keeps every line that it does not name, the byte order mark and the line ends', () => {
    fc.assert(
      fc.property(anyPage, anyEdit, (page, edit) => {
        const after = textOf(editNode(bytesOf(page), 'markdown', 'page', edit));
        const [old, now] = [blockOf(page), blockOf(after)];
        expect(now.bom).toBe(old.bom);
        expect(after.slice(0, now.blockStart)).toBe(page.slice(0, old.blockStart));
        expect(after.slice(now.blockEnd, now.closeEnd)).toBe(page.slice(old.blockEnd, old.closeEnd));
        if (old.newline === '\r\n') expect(after).not.toMatch(/(?<!\r)\n/);
        else if (!(edit.content ?? '').includes('\r')) expect(after).not.toContain('\r\n');
        const kept = untouchedLines(old.text, edit);
        expect({ kept, in: isSubsequence(kept, now.text.split(/(?<=\n)/)) }).toEqual({ kept, in: true });
        if (edit.content === undefined) expect(after.slice(now.closeEnd)).toBe(page.slice(old.closeEnd));
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('of one value changes that value alone', () => {
    fc.assert(
      fc.property(anyPage, fc.constantFrom('draft', 'active', 'retired'), (page, status) => {
        const old = blockOf(page);
        const document = parseToml(page, { start: old.blockStart, end: old.blockEnd });
        if (!document.ok) throw new Error(document.reason);
        const { valueStart, valueEnd } = document.statements.find(({ path }) => path[0] === 'status')!;
        const after = textOf(editNode(bytesOf(page), 'markdown', 'page', { set: { status } }));
        const quote = page[valueStart];
        expect(after).toBe(page.slice(0, valueStart) + quote + status + quote + page.slice(valueEnd));
      }),
      { numRuns: RUNS },
    );
  });

  it('of the content leaves the block, and of nothing leaves everything', () => {
    fc.assert(
      fc.property(anyPage, anyText, (page, content) => {
        const old = blockOf(page);
        const after = textOf(editNode(bytesOf(page), 'markdown', 'page', { content }));
        expect(after.slice(0, old.closeEnd)).toBe(page.slice(0, old.closeEnd));
        expect(textOf(editNode(bytesOf(page), 'markdown', 'page', {}))).toBe(page);
        expect(textOf(editNode(bytesOf(page), 'markdown', 'page', { content: old.content }))).toBe(page);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('any edit of any TOML file', () => {
  it('reads back, and leaves every other node its hash', () => {
    fc.assert(
      fc.property(anyNodeFile, anyEdit, fc.nat(), (file, edit, pick) => {
        const before = extractToml(bytesOf(file));
        const index = pick % before.extraction.nodes.length;
        const after = editNode(bytesOf(file), 'toml', `n${index}`, edit);
        const read = extractToml(after);
        const wanted = edited(meaning(before.extraction.nodes[index]!, before.bodies[index]!), edit);
        expect(meaning(read.extraction.nodes[index]!, read.bodies[index]!)).toEqual(wanted);
        const others = ({ extraction }: typeof read) =>
          extraction.nodes.filter((_, i) => i !== index).map((n) => n.content_hash);
        expect(others(read)).toEqual(others(before));
        const kept = untouchedLines(file, edit, index);
        const lines = textOf(after).split(/(?<=\n)/);
        const whole = file.endsWith('\n') ? kept : kept.slice(0, -1);
        expect({ kept, in: isSubsequence(whole, lines) }).toEqual({ kept, in: true });
        const { add_relations: _, ...rest } = edit;
        expect(textOf(editNode(after, 'toml', `n${index}`, rest))).toBe(textOf(after));
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('takes any node out and leaves the others their hash', () => {
    fc.assert(
      fc.property(anyNodeFile, fc.nat(), (file, pick) => {
        const { nodes } = extractToml(bytesOf(file)).extraction;
        const index = pick % nodes.length;
        const after = removeNode(bytesOf(file), 'toml', `n${index}`);
        const left = after ? extractToml(after).extraction.nodes : [];
        expect(left.map((n) => n.content_hash)).toEqual(nodes.filter((_, i) => i !== index).map((n) => n.content_hash));
      }),
      { numRuns: RUNS },
    );
  });
});
