import { describe, expect, it } from 'vitest';
import { readOutline } from '../../src/source/index.ts';

/** Far above what any of these takes on a busy machine (tens of milliseconds), far below what a square would take. */
const CEILING_MS = 5_000;
const CHARS = 100_000;

/** A pattern repeated to 100 kB. */
function filled(pattern: string): string {
  return pattern.repeat(Math.ceil(CHARS / pattern.length));
}

function nested(open: string, middle: string, close: string): string {
  const depth = Math.floor(CHARS / (open.length + close.length));
  return open.repeat(depth) + middle + close.repeat(depth);
}

const lines = (line: string) => filled(`${line}\n`);

const hostile: Readonly<Record<string, string>> = {
  'delimiter runs': filled('*a_ '),
  'delimiter runs with a link': `[a](b) ${filled('*a_ ')}`,
  'delimiter runs in a heading': `# ${filled('*a_ ')}`,
  'mixed runs in headings': lines('# *a **b _c __d ~~e'),
  'quote marks': '>'.repeat(50_000),
  'quote marks with text': `${'> '.repeat(50_000)}a`,
  'quote stairs': Array.from({ length: 440 }, (_, i) => '>'.repeat(i)).join('\n'),
  'list stairs': Array.from({ length: 440 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
  'list marks': filled('- '),
  'one long list': lines('- a'),
  'one loose list': filled('- a\n\n'),
  'opening brackets': filled('['),
  'closing brackets': `a${filled(']')}`,
  'nested brackets': nested('[', 'a', ']'),
  'image openers': filled('!['),
  'nested images': nested('![', 'a', '](b)'),
  'nested links': nested('[', 'a', '](b)'),
  'link heads': filled('[a]('),
  'link heads in angles': filled('[a](<'),
  'link heads with titles': filled('[a](b "'),
  'link heads with paren titles': filled('[a](b ('),
  parentheses: `[a](${filled('(')}`,
  'escaped destinations': `[a](${filled('\\(')}`,
  'label heads': filled('[a]['),
  'nested labels': nested('[a][', 'b', ']'),
  'wikilink heads': filled('[['),
  'embed heads': filled('![['),
  wikilinks: filled('[[a|b]] '),
  'wikilinks nested': nested('[[', 'a', ']]'),
  backticks: filled('`'),
  'backtick pairs': filled('`a'),
  'growing backtick runs': Array.from({ length: 440 }, (_, i) => '`'.repeat(i + 1)).join(' '),
  'backticks in brackets': filled('[`a'),
  'less-than signs': filled('<'),
  'tag heads': filled('<a '),
  'tag attributes': `[x] <a ${filled('b ')}`,
  'tag blanks': `[x] <a${filled(' ')}x`,
  'tag quotes': filled('[x]<a b="<a c=\''),
  'comment heads': filled('[x]<!-- '),
  'instruction heads': filled('[x]<? '),
  'declaration heads': filled('[x]<!A '),
  'cdata heads': filled('[x]<![CDATA[ '),
  'comment blocks': filled('<!-- a -->\n'),
  'open comment block': `<!--\n${filled('-- >\n')}`,
  'html block quotes': `<div ${filled('"\' ')}`,
  'autolink heads': filled('<http:'),
  'email heads': `[x]<${filled('a.')}`,
  'bare addresses': filled('http://a[b '),
  'bare address tail': `http://a[${filled('!')}x`,
  'bare address dots': filled('www.a.[!!! '),
  entities: filled('&a'),
  'numeric entities': filled('[&#1234567;](&#x41;) '),
  backslashes: filled('\\'),
  'backslashes at line ends': lines('a \\\\\\'),
  blanks: `a${filled(' ')}b`,
  'blanks before breaks': lines('a    '),
  tabs: `[a]${filled('\t')}b`,
  'a table of columns': `${filled('|a')}|\n${filled('|-')}|\n${filled('|b')}|\n`,
  'a table of rows': `|a|\n|-|\n${lines('|[b](c)|')}`,
  'a table of short rows': `${'|a'.repeat(10_000)}|\n${'|-'.repeat(10_000)}|\n${'|b|\n'.repeat(5_000)}`,
  'delimiter rows': lines('|-|-|-|-'),
  'delimiter row of blanks': `a | b\n- |${filled(' ')}- x\n`,
  'escaped bars': `|a|\n|-|\n|${filled('\\|')}|\n`,
  'escaped bars with links': `|a|\n|-|\n|${filled('\\|[a](b)')}|\n`,
  'a long line': filled('word '),
  'a long word': filled('a'),
  'footnote calls': filled('[^1]'),
  'footnote calls defined': `[^1]: a\n\n${filled('[^1]')}`,
  'footnote heads': filled('[^'),
  'footnote definitions': filled('[^1]: a\n'),
  'footnotes within footnotes': filled('[^1]: '),
  definitions: Array.from({ length: 50_000 }, (_, i) => `[${i}]: a\n`).join(''),
  'definitions with open titles': filled('[a]: b\n"c\n'),
  'definition labels over lines': filled('[a\n'),
  'definition heads': lines('[a]:'),
  shortcuts: `[a]: b\n\n${filled('[a]')}`,
  'long labels': filled(`[${'a'.repeat(998)}]`),
  'long labels unclosed': filled(`][${'a'.repeat(998)}`),
  underlines: lines('a\n==='),
  'many headings': lines('# a'),
  'headings that number each other': Array.from({ length: 8_000 }, (_, i) => `# a ${i}\n# a`).join('\n'),
  'own ids': `# ${filled('{#a} ')}`,
  'own id heads': `# ${filled('{#a ')}}`,
  'heading hashes': `# a${filled(' #')}`,
  'heading blanks': `# a${filled(' ')}#b`,
  fences: filled('```\n~~~\n'),
  'fence runs': `${filled('`')}\na\n`,
  rules: lines('* * * * *'),
  'lazy lines': `> a\n${lines('b')}`,
  'lazy nested lines': `${'> '.repeat(90)}a\n${lines('b')}`,
  'line ends': filled('\n'),
  'carriage returns': filled('\r'),
  NULs: filled('[\0](\0)'),
};

describe('hostile text of 100 kB', () => {
  it.each(Object.entries(hostile))('%s are read in bounded time', (_name, text) => {
    const began = performance.now();
    const { digest } = readOutline(text, 1);
    expect(performance.now() - began).toBeLessThan(CEILING_MS);
    expect(digest).toMatch(/^sha256:/);
  });

  it('keeps what lies deeper than it reads', () => {
    const deep = (word: string) => readOutline(`${'> '.repeat(200)}${word}`, 1).digest;
    expect(deep('a')).not.toBe(deep('b'));
  });
});
