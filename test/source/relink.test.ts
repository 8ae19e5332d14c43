import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import { type LinkKind, loadRelink } from '../../src/source/index.ts';

const relinkContent = await loadRelink();

/** Moves every destination that begins with `old.md` to `to`, keeping what follows the path. */
function moved(to: string) {
  return ({ href }: { href: string; kind: LinkKind }) =>
    href.startsWith('old.md') ? to + href.slice('old.md'.length) : null;
}

function check(before: string, after: string, to = 'new/place.md') {
  expect(relinkContent(before, moved(to))).toBe(after);
}

describe('relinkContent', () => {
  it('replaces destinations and nothing else', () => {
    check(
      'See [a](old.md), ![b](old.md "a title") and [c](other.md).',
      'See [a](new/place.md), ![b](new/place.md "a title") and [c](other.md).',
    );
    check('[a](  old.md#part\n  "title"  )', '[a](  new/place.md#part\n  "title"  )');
    check('[a *b* `c`](old.md) **[d](old.md)**', '[a *b* `c`](new/place.md) **[d](new/place.md)**');
    check(
      '> - [a](old.md)\n>\n>   | [b](old.md) |\n>   |---|\n>   | [c](old.md\\|x) |\n',
      '> - [a](new/place.md)\n>\n>   | [b](new/place.md) |\n>   |---|\n>   | [c](new/place.md%7Cx) |\n',
    );
  });

  it('changes the first definition of a label, and never a later one', () => {
    check(
      '[x] and ![pic][x]\n\n[x]: <old.md#start> "start here"\n[X]: old.md\n',
      '[x] and ![pic][x]\n\n[x]: <new/place.md#start> "start here"\n[X]: old.md\n',
    );
    check('[x]\n\n[x]:\n  old.md\n  (a\n  title)\n', '[x]\n\n[x]:\n  new/place.md\n  (a\n  title)\n');
  });

  it('asks for a definition as an image when only images use it', () => {
    const only = ({ href, kind }: { href: string; kind: LinkKind }) =>
      kind === 'image' && href === 'a.png' ? 'b.png' : null;
    expect(relinkContent('![x]\n\n[x]: a.png\n', only)).toBe('![x]\n\n[x]: b.png\n');
  });

  it('writes what a destination may hold: encoded, in angle brackets, escaped', () => {
    check('[a](old.md)', '[a](spare%20parts.md)', 'spare parts.md');
    check('[a](<old.md>)', '[a](<spare parts.md>)', 'spare parts.md');
    check('[a](old.md)', '[a](f%28x.md)', 'f(x.md');
    check('[a](old.md)', '[a](f(x).md)', 'f(x).md');
    check('[a](old.md)', '[a](a&amp;copy;b.md)', 'a&copy;b.md');
    check('[a](<old.md>)', '[a](<a%3Eb%60.md>)', 'a>b`.md');
    check('[a](old.md)', '[a](<>)', '');
    check('[a](old.md)', '[a](%F0%9F%9A%B0%20taps.md)', '%F0%9F%9A%B0%20taps.md');
    check('[a](old.md)', '[a](🚰%20taps.md)', '🚰 taps.md');
  });

  it('leaves code, escapes, comments and addresses alone', () => {
    const text =
      '`[a](old.md)` \\[b](old.md) <!-- [c](old.md) --> [d](https://x.org/old.md)\n\n    [e](old.md)\n\n```\n[f](old.md)\n```\n';
    check(text, text);
    check(`${text}\n[g](old.md)`, `${text}\n[g](new/place.md)`);
  });

  it('follows wikilinks, keeping alias, embed and the bar of a table', () => {
    const wiki = ({ href, kind }: { href: string; kind: LinkKind }) =>
      kind === 'wiki' && href === 'North Works' ? 'South Works' : null;
    expect(
      relinkContent(
        '| a | b |\n|---|---|\n| [[North Works\\|NW]] | ![[ North Works ]] |\n\n`[[North Works]]` [[North Works|x]]',
        wiki,
      ),
    ).toBe(
      '| a | b |\n|---|---|\n| [[South Works\\|NW]] | ![[ South Works ]] |\n\n`[[North Works]]` [[South Works|x]]',
    );
  });

  it('follows href and src of raw HTML', () => {
    check(
      '<p>\n<img alt="x" src="old.md"></p>\n\nText <a href=\'old.md#a\'>x</a> <a href=old.md>y</a>',
      '<p>\n<img alt="x" src="new/place.md"></p>\n\nText <a href=\'new/place.md#a\'>x</a> <a href=new/place.md>y</a>',
    );
  });

  it('keeps line ends, a byte order mark and a missing last line end', () => {
    check('\ufeff# A\r\n\r\n[a](old.md)\r\n[b](old.md)', '\ufeff# A\r\n\r\n[a](new/place.md)\r\n[b](new/place.md)');
  });

  it('returns the text itself when nothing is asked for, without the slow reader', () => {
    const text = '*a_ '.repeat(25_000);
    expect(relinkContent(`${text} [a](b.md)`, () => null)).toBe(`${text} [a](b.md)`);
  });

  it('rewrites in bounded time where emphasis runs are hostile', () => {
    check(`${'*a_ '.repeat(25_000)}\n\n[a](old.md)`, `${'*a_ '.repeat(25_000)}\n\n[a](new/place.md)`);
  });

  it.each([
    ['a wikilink that cannot hold the place', '[[old.md]]', () => 'a|b'],
    ['a paragraph full of brackets', `${'[a](b) '.repeat(3_000)} [a](old.md)`, moved('new.md')],
    ['quotes nested too deeply', `[a](old.md)\n\n${'>'.repeat(5_000)} x`, moved('new.md')],
    ['a text that is too long', `[a](old.md)\n\n${'word '.repeat(450_000)}`, moved('new.md')],
  ])('refuses %s', (_name, text, rewrite) => {
    expect(() => relinkContent(text, rewrite)).toThrow(Refusal);
  });
});
