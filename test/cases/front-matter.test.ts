/** Blocks as people really write them: each is read, and a change of one value changes that value. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../operation/projects.ts';
import { bytes, change, problems, shown } from './project.ts';

const FIELDS = 'id = "tap"\nfamily = "guide"\ntitle = "Tap"\nstatus = "active"\nauthority = "authoritative"\n';

const READ: readonly (readonly [name: string, text: string, content: string])[] = [
  ['blanks after both delimiters', `+++\t \n${FIELDS}+++  \n\n# Tap\n`, '# Tap\n'],
  ['a byte-order mark and blank lines', `\ufeff\n \n+++\n${FIELDS}+++\n# Tap\n`, '# Tap\n'],
  ['CRLF', `+++\n${FIELDS}+++\n\n# Tap\n\nOpen.\n`.replaceAll('\n', '\r\n'), '# Tap\n\nOpen.\n'],
  ['a closer at the end of the file', `+++\n${FIELDS}+++`, ''],
  ['the delimiter in a value', `+++\n${FIELDS}extra.a = """\n+++\n"""\nextra.b = '''\n+++'''\n+++\n\nText`, 'Text'],
  ['the delimiter in the text', `+++\n${FIELDS}+++\n\n+++\nid = "no"\n+++\n`, '+++\nid = "no"\n+++\n'],
  ['nested arrays of tables', `+++\n${FIELDS}[[extra.a]]\nx = 1\n[[extra.a.b]]\ny = 2\n+++\n\nText\n`, 'Text\n'],
  ['dates and large integers', `+++\n${FIELDS}extra.a = 2024-02-29\nextra.b = 0x20_0000_0000_0001\n+++\n\nT\n`, 'T\n'],
  ['line ends of both kinds', `+++\r\n${FIELDS}+++\n\nOne\r\nTwo\n`, 'One\nTwo\n'],
  ['a very long block', `+++\n${FIELDS}[extra]\n${'k = "v"\n'.replace('k', 'k'.repeat(99_999))}+++\n\nT\n`, 'T\n'],
];

it.each(READ)('%s', async (_name, text, content) => {
  const root = folderWith({ 'docs/tap.md': '' });
  writeFileSync(join(root, 'docs/tap.md'), text);
  expect(await problems(root)).toEqual([]);
  expect((await shown(root, 'tap')).node.content).toBe(content);
  const before = bytes(root, 'docs/tap.md');
  expect((await change(root, { op: 'update', id: 'tap', set: { status: 'retired' } })).code).toBeUndefined();
  expect(bytes(root, 'docs/tap.md')).toBe(before.replace('"active"', '"retired"'));
  const written = '+++\nid = "injected"\n\n';
  expect((await change(root, { op: 'update', id: 'tap', content: written })).code).toBeUndefined();
  expect((await shown(root, 'tap')).node.content).toBe(written);
});

it('names the file and the line of what cannot be read, and says why an id is no document', async () => {
  const root = folderWith({
    'docs/empty.md': '',
    'docs/mark.md': '\ufeff',
    'docs/open.md': `+++\n${FIELDS}`,
    'docs/returns.md': `+++\n${FIELDS}+++\n`.replaceAll('\n', '\r'),
    'docs/twice.md': `+++\n${FIELDS}# again\nstatus = "draft"\n+++\n`,
    'docs/bare.md': `+++\n${FIELDS.replace('"tap"', '"bare"').replace('"active"', 'true')}+++\n`,
  });
  expect(await problems(root)).toEqual([
    'wrong_type docs/bare.md:5',
    'missing_block docs/empty.md:1',
    'missing_block docs/mark.md:1',
    'block_not_closed docs/open.md:1',
    'missing_block docs/returns.md:1',
    'invalid_toml docs/twice.md:8',
  ]);
  expect(await shown(root, 'bare')).toBe('node_not_found');
});
