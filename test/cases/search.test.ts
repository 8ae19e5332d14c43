/** Whatever is typed is a question: no words are an error, and plain words find plain text. */
import { expect, it } from 'vitest';
import { docforge } from '../cli/terminal.ts';
import { folderWith, page } from '../operation/projects.ts';
import { json } from './project.ts';

const TEXT =
  'Run foo-bar --dry-run -rf. C++ on node.js at example.org/path, it\'s "quoted". ＡＢＣ１２３ 東京タワー 한국어 문서를 ภาษาไทย naïve Straße.\n';

it('finds them', async () => {
  const root = folderWith({ 'docs/a.md': page('a', '', TEXT), 'docs/b.md': page('b', '', 'AND OR NOT\n') });
  const hits = async (...words: string[]) => {
    const { ok, data, code } = await json(root, ['search', ...words]);
    return ok ? data.hits.map((hit: { id: string }) => hit.id).join() : code;
  };
  const a = ['foo-bar', '--dry-run', '-rf', 'C++', 'node.js', 'example.org/path', "it's", '"quoted"', 'abc123', '京タ'];
  for (const query of [
    ...a,
    'ﾀﾜｰ',
    '한국',
    '문서',
    'ไทย',
    'naive',
    'STRASSE',
    'na\u0131ve'.replace('\u0131', 'i\u0308'),
  ]) {
    expect([query, await hits(query)]).toEqual([query, 'a']);
  }
  expect(await hits('NOT')).toBe('b');
  expect(await hits('foo', '--dry-run', '--limit', '1')).toBe('a');
  expect(await hits('--', '--famly')).toBe('');
  expect(await hits('--famly', 'guide')).toBe('invalid_input');
  for (const nothing of ['', ' ', '"', '""', '...', ':', '()', '-', '!!!', '\\', '%', '\u0000', '"'.repeat(1000)]) {
    expect([nothing, await hits(nothing)]).toEqual([nothing, '']);
  }
  for (const none of ['(x OR', 'NEAR/3', '*ock', '"open', 'x'.repeat(1000), '字'.repeat(1000)]) {
    expect([none, await hits(none)]).toEqual([none, '']);
  }
  expect(await hits('x'.repeat(1001))).toBe('query_too_long');
  expect((await docforge(root, 'search ...')).out).toContain('no word');
});
