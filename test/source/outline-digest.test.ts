import { describe, expect, it } from 'vitest';
import { readOutline } from '../../src/source/index.ts';

const digestOf = (text: string) => readOutline(text, 1).digest;

/** Pairs that mean the same: only their form differs. */
const same: Readonly<Record<string, readonly [string, string]>> = {
  're-wrapped text': ['One two\nthree four.\n', 'One\ntwo three\nfour.\n'],
  're-wrapped text with code and links': ['A `b c` [d e](f.md)\nand *g*.', 'A `b\nc` [d\ne](f.md) and\n*g*.'],
  'blanks at line ends and blank lines': ['A \nb\n\n\n\nc\n', 'A\nb\n\nc'],
  'runs of blanks in text': ['a  b\tc', 'a b c'],
  'indentation of further lines': ['a\n   b\n', 'a\nb\n'],
  'line ends': ['# A\r\n\r\nb\r\nc\r\n', '# A\n\nb\nc\n'],
  'an inline comment': ['a <!-- note --> b', 'a b'],
  'two comments at the end': ['a b <!-- x --> <!-- y -->', 'a b'],
  'a comment block': ['a\n\n<!-- note\n\nmore -->\n\nb\n', 'a\n\nb\n'],
  'a comment in a heading': ['# <!-- x --> A <!-- y -->\n', '# A\n'],
  'bullet marks': ['- a\n- b\n', '* a\n* b\n'],
  'ordered marks and numbers after the first': ['1. a\n2. b\n', '1) a\n1) b\n'],
  'loose and tight lists': ['- a\n- b\n', '- a\n\n- b\n'],
  'list indentation': ['- a\n  - b\n', '-   a\n    - b\n'],
  'heading style': ['# A\n\n## B\n', 'A\n===\n\n## B ##\n'],
  'rule style': ['a\n\n---\n', 'a\n\n* * *\n'],
  'fence style': ['```js\na\n```\n', '~~~~ js\na\n~~~~\n'],
  'code by indentation or fence': ['    a\n    b\n', '```\na\nb\n```\n'],
  'quote style': ['> a\n> b\n', '>a\nb\n'],
  'hard break style': ['a  \nb', 'a\\\nb'],
  'order and place of definitions': [
    '[a] [b]\n\n[a]: x\n[b]: y\n',
    '[b]: y\n[a]: x "" \n\n[a] [b]\n'.replace(' "" ', ''),
  ],
  'an unused second definition': ['[a]\n\n[a]: x\n[A]: y\n', '[a]\n\n[a]: x\n'],
  'label case in a definition': ['[a]\n\n[a]: x\n', '[a]\n\n[A]: <x>\n'],
  'table padding': ['| a | b |\n|---|--:|\n| c | d |\n', 'a|b\n-|-:\nc|d\n'],
};

/** Pairs that do not mean the same, however small the difference. */
const different: Readonly<Record<string, readonly [string, string]>> = {
  'a word': ['a b', 'a c'],
  'a paragraph break': ['a\nb', 'a\n\nb'],
  'a hard break': ['a  \nb', 'a\nb'],
  'an escaped backslash at a line end': ['a\\\\\nb', 'a\\\nb'],
  'heading level': ['# a', '## a'],
  'heading or text': ['# a', 'a'],
  'nesting of a list': ['- a\n- b', '- a\n  - b'],
  'two lists or one': ['- a\n* b', '- a\n- b'],
  'ordered or not': ['1. a', '- a'],
  'the first number of a list': ['1. a', '2. a'],
  'a task done': ['- [ ] a', '- [x] a'],
  'a quote': ['> a', 'a'],
  'blanks in code': ['`a  b`', '`a b`'],
  'blanks at a line end in code': ['`a \nb`', '`a b`'],
  'blanks in a code block': ['```\na  b\n```', '```\na b\n```'],
  'a line of code': ['```\na\nb\n```', '```\na b\n```'],
  'an info string': ['```js\na\n```', '```ts\na\n```'],
  'a blank line in code': ['```\na\n\nb\n```', '```\na\nb\n```'],
  'a destination': ['[a](b.md)', '[a](c.md)'],
  'blanks in a destination': ['[a](<b  c.md>)', '[a](<b c.md>)'],
  'blanks in a wikilink': ['[[a  b]]', '[[a b]]'],
  'a title': ['[a](b.md "c")', '[a](b.md "d")'],
  'the definition that wins': ['[a]\n\n[a]: x\n[a]: y\n', '[a]\n\n[a]: y\n[a]: x\n'],
  'a destination of a definition': ['[a]\n\n[a]: x\n', '[a]\n\n[a]: y\n'],
  'a title of a definition': ['[a]\n\n[a]: x "t"\n', '[a]\n\n[a]: x\n'],
  emphasis: ['*a*', 'a'],
  strength: ['*a*', '**a**'],
  'an escape': ['\\*a\\*', '*a*'],
  'blanks in raw HTML': ['a <b c="d  e">f</b>', 'a <b c="d e">f</b>'],
  'a raw HTML block': ['<div>\na\n</div>\n', '<div>\nb\n</div>\n'],
  'a comment beside other HTML': ['<!-- a --> b\n', 'b\n'],
  'a comment that parts marks': ['*<!-- -->*a**', '**a**'],
  'a comment between text': ['a<!-- x -->b', 'ab'],
  'a comment between lists': ['- a\n\n<!-- -->\n\n- b\n', '- a\n\n- b\n'],
  'an alignment': ['|a|\n|-|\n|b|\n', '|a|\n|:-|\n|b|\n'],
  'a cell': ['|a|b|\n|-|-|\n|c|d|\n', '|a|b|\n|-|-|\n|c|e|\n'],
  'cells shared out': ['|a|b|\n|-|-|\n|c d||\n', '|a|b|\n|-|-|\n|c|d|\n'],
  'a footnote': ['a[^1]\n\n[^1]: b\n', 'a[^1]\n\n[^1]: c\n'],
  'a footnote or a definition': ['[^1]: b\n', '[1]: b\n'],
  'a rule': ['a\n\n---\n', 'a\n'],
  'code or text': ['    a\n', 'a\n'],
  'text that looks like a record': ['a\n\nb', 'a\0p\0"b'],
  'no text': ['', 'a'],
};

describe('the digest of a body', () => {
  it.each(Object.entries(same))('does not see %s', (_name, [a, b]) => {
    expect(digestOf(a)).toBe(digestOf(b));
  });

  it.each(Object.entries(different))('sees %s', (_name, [a, b]) => {
    expect(digestOf(a)).not.toBe(digestOf(b));
  });

  it('does not depend on where the content begins', () => {
    expect(readOutline('# A\n', 1).digest).toBe(readOutline('# A\n', 40).digest);
  });

  it('is frozen for its schema', () => {
    expect(digestOf('# A\n\nb `c` [d](e.md)\n\n- f\n\n```js\ng\n```\n')).toMatchInlineSnapshot(
      `"sha256:24bf8f916bb11efff16cadff538f9b5156ff3c95de50c602ed635b40a686a19a"`,
    );
  });
});
