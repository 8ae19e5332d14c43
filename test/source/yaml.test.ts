/** YAML front matter as a table. */
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/source/index.ts';

const value = (text: string) => {
  const result = parseYaml(text);
  if (!result.ok) throw new Error(result.reason);
  return JSON.parse(JSON.stringify(result.value));
};

describe('YAML front matter', () => {
  it.each([
    ['text and dates stay as written', 'a: x\nb: 2024-02-29\nc: 01:30\n', { a: 'x', b: '2024-02-29', c: '01:30' }],
    [
      'lists and tables',
      'a: [1, two]\nb:\n  - c: true\n    d: "q: r"\n',
      { a: [1, 'two'], b: [{ c: true, d: 'q: r' }] },
    ],
    ['null is left out', 'a:\nb: ~\nc: [1, null]\n', { c: [1] }],
    [
      'numbers keep their text',
      'a: 1.50\nb: 1e3\nc: .inf\n',
      { a: { $toml: 'float', text: '1.50' }, b: { $toml: 'float', text: '1e3' }, c: { $toml: 'float', text: 'inf' } },
    ],
    ['large integers are exact', 'a: 9007199254740993\n', { a: { $toml: 'integer', text: '9007199254740993' } }],
    ['leading zeros are no octal', 'eip: 0020\n', { eip: 20 }],
    ['text of several lines', 'a: |\n  one\n  two\nb: >\n  one\n  two\n', { a: 'one\ntwo\n', b: 'one two\n' }],
    ['an alias is its anchor', 'a: &x [1]\nb: *x\n', { a: [1], b: [1] }],
    ['comments and nothing else', '# nothing\n', {}],
    ['nothing', '', {}],
    [
      'names that JavaScript gives a meaning',
      '__proto__:\n  polluted: 1\nconstructor: 2\n',
      JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'),
    ],
    ['keys that are numbers', '1: a\n', { 1: 'a' }],
  ])('%s', (_name, text, expected) => {
    expect(value(text)).toEqual(expected);
    expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  });

  it('knows the place of each key at its top', () => {
    const result = parseYaml('# c\ntitle: x\n\nauthors:\n  - a\n');
    expect(result).toMatchObject({
      ok: true,
      places: [
        { key: 'title', line: 2, column: 1 },
        { key: 'authors', line: 4, column: 1 },
      ],
    });
  });

  it.each([
    ['a colon in plain text', 'a: b: c\n', 1],
    ['a key that comes twice', 'a: 1\nb: 2\na: 3\n', 3],
    ['a tab that indents', 'a:\n\tb: 1\n', 2],
    ['a list at the top', '- a\n- b\n', 1],
    ['a bracket that is open', 'a: [1,\nb: 2\n', 2],
    ['an anchor that is not there', 'x: 1\na: *b\n', 2],
    ['a key that is a list', '[a, b]: 1\n', 1],
    ['the key of tagged values', 'a:\n  $toml: float\n', 2],
  ])('refuses %s', (_name, text, line) => {
    expect(parseYaml(text)).toMatchObject({ ok: false, line });
  });

  it.each([
    [
      'aliases that multiply',
      `a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(10)}]\n`).join('')}`,
    ],
    ['brackets', `a: ${'['.repeat(100_000)}`],
    ['lists in lists', `${'- '.repeat(50_000)}a`],
    ['keys in keys', `${'? '.repeat(50_000)}a`],
    ['an alias to itself', 'a: &a [*a]\n'],
    ['indentation', Array.from({ length: 1_100 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    ['size', 'a: x\n'.repeat(300_000)],
  ])(
    'refuses a front matter that explodes: %s',
    (_name, text) => {
      expect(parseYaml(text).ok).toBe(false);
    },
    10_000,
  );
});
