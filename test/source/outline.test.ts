import { describe, expect, it } from 'vitest';
import { readOutline } from '../../src/source/index.ts';

const outlineOf = (text: string) => readOutline(text, 1).outline;

/** Each link as `line:column kind path#fragment`, the fragment left out when there is none. */
function links(text: string): string[] {
  return outlineOf(text).links.map(
    ({ line, column, kind, path, fragment }) =>
      `${line}:${column} ${kind} ${path}${fragment === null ? '' : `#${fragment}`}`,
  );
}

/** Each heading as `line-end level text #anchor`. */
function headings(text: string): string[] {
  return outlineOf(text).headings.map((h) => `${h.line}-${h.end_line} ${h.level} ${h.text} #${h.anchor}`);
}

describe('headings', () => {
  it('reach to the next heading of any level, the last to the end', () => {
    expect(headings('intro\n# A\n\ntext\n## B\n\nU\n-\n\nend\n\n')).toEqual([
      '2-4 1 A #a',
      '5-6 2 B #b',
      '7-11 2 U #u',
    ]);
  });

  it('are numbered as GitHub numbers them', () => {
    expect(headings('## Setup\n## Setup\n## Setup 1\n## SETUP\n').map((h) => h.split('#')[1])).toEqual([
      'setup',
      'setup-1',
      'setup-1-1',
      'setup-2',
    ]);
  });

  it('keep letters of any script and leave invisible characters out', () => {
    const outline = outlineOf('# Übersicht\n## ⚙️ Setup\n## ⚙️ Setup\n');
    expect(outline.headings.map((h) => h.anchor)).toEqual(['übersicht', '-setup', '-setup-1']);
    expect(outline.anchors).toEqual(['\ufe0f-setup', '\ufe0f-setup-1']);
  });

  it('always have an anchor, each once', () => {
    const anchors = outlineOf('# !!!\n# ???\n# Section\n#\n').headings.map((h) => h.anchor);
    expect(anchors).toEqual(['section', 'section-1', 'section-2', 'section-3']);
  });

  it('show their text without marks', () => {
    expect(headings('# *A* `b` [c](d.md) <i>e</i> &amp; \\* ![f](g.png)\n')).toEqual(['1-1 1 A b c e & * #a-b-c-e---']);
    expect(headings('# ![Logo](logo.png)\n')).toEqual(['1-1 1 Logo #logo']);
    expect(headings('Two\nlines\n===\n')).toEqual(['1-3 1 Two lines #twolines']);
  });

  it('give the id they name themselves as well', () => {
    const outline = outlineOf('# Setup {#install}\n# B { #b-id .wide }\n# C {x}\n');
    expect(outline.headings.map((h) => h.anchor)).toEqual(['setup-install', 'b--b-id-wide-', 'c-x']);
    expect(outline.anchors).toEqual(['install', 'b-id']);
  });

  it('are not read in code or below raw HTML', () => {
    expect(headings('```\n# a\n```\n<div>\n# b\n</div>\n\n    # c\n')).toEqual([]);
  });
});

describe('links', () => {
  it('have their path and fragment decoded once and a query dropped', () => {
    expect(links('[a](spare%20parts.md)[b](<spare parts.md>)[c](spare%2520parts.md)')).toEqual([
      '1:1 inline spare parts.md',
      '1:22 inline spare parts.md',
      '1:43 inline spare%20parts.md',
    ]);
    expect(links('[a](./a.md?plain=1#%C3%BCber)')).toEqual(['1:1 inline ./a.md#über']);
    expect(links('[a](100%25%20done%20&%20dusted.md)')).toEqual(['1:1 inline 100% done & dusted.md']);
    expect(links('[a](50%.md#%zz)')).toEqual(['1:1 inline 50%.md#%zz']);
    expect(links('[a](#)[b]()')).toEqual(['1:1 inline #', '1:7 inline ']);
  });

  it('that leave the project, or that only a generator knows, are dropped', () => {
    expect(links('[a](https://x.org) <https://x.org> https://x.org [b](mailto:a@b) [c](//x/y) [d](tel:1)')).toEqual([]);
    expect(links('[a]({{ site.url }}/x) [b]({{%ref%}}) {{< figure src="a.png" >}} {% link a.md %}')).toEqual([]);
    expect(links('[a](@/docs/b.md#c)')).toEqual(['1:1 inline @/docs/b.md#c']);
  });

  it('stand at their own line and column, in containers too', () => {
    expect(links('> - a\n>   b [c](d.md)\n\n\t- [e](f.md)\n')).toEqual(['2:7 inline d.md']);
    expect(links('1. a\n   b ![c](d.png)\n\n| x | [e](f.md) |\n|---|---|\n| \\| | [g](h.md) |\n')).toEqual([
      '2:6 image d.png',
      '4:7 inline f.md',
      '6:8 inline h.md',
    ]);
  });

  it('by reference stand where they are used', () => {
    expect(links('[a]: b.md#c "t"\n[A]: never.md\n\nSee [a], [x][a] and ![y][A].\n')).toEqual([
      '4:5 reference b.md#c',
      '4:10 reference b.md#c',
      '4:21 image b.md#c',
    ]);
  });

  it('are not read in code, escapes, comments and addresses', () => {
    expect(links('`[a](b.md)` \\[c](d.md) <!-- [e](f.md) --> <https://x.org/[g](h.md)>')).toEqual([]);
  });

  it('beyond the columns of a table are not shown, so not read', () => {
    expect(links('| a |\n|---|\n| b | [c](d.md) |\n')).toEqual([]);
  });

  it('hold no other link; an image shows none', () => {
    expect(links('[a [b](c.md) d](e.md) [![f](g.png)](h.md) ![i [j](k.md)](l.png)')).toEqual([
      '1:4 inline c.md',
      '1:23 inline h.md',
      '1:24 image g.png',
      '1:43 image l.png',
    ]);
  });
});

describe('wikilinks', () => {
  it('name a page, a part and an alias', () => {
    expect(links('[[A B]] [[A B|c]] [[A#d e|f]] [[#g]] ![[h.png]] [[ i ]] [[100% j?]]')).toEqual([
      '1:1 wiki A B',
      '1:9 wiki A B',
      '1:19 wiki A#d e',
      '1:31 wiki #g',
      '1:38 wiki h.png',
      '1:49 wiki i',
      '1:57 wiki 100% j?',
    ]);
  });

  it('keep the columns of a table whole', () => {
    expect(links('| a | b |\n|---|---|\n| [[N W\\|n]] | [[N W]] |\n')).toEqual(['3:3 wiki N W', '3:16 wiki N W']);
  });

  it('yield to what Markdown reads', () => {
    expect(links('[[a]](b.md) [[c]] [[d][c]]\n\n[c]: e.md\n')).toEqual([
      '1:1 inline b.md',
      '1:14 reference e.md',
      '1:20 reference e.md',
    ]);
    expect(links('[x [[a]] y](b.md)')).toEqual(['1:1 inline b.md']);
  });

  it('are not read in code or escapes, over lines, or when empty or an address', () => {
    expect(links('`[[a]]` \\[[b]] [[c\nd]] [[]] [[ ]] [[|e]] [[`f`]] [[https://x.org]]\n\n    [[g]]\n')).toEqual([]);
  });
});

describe('raw HTML', () => {
  it('gives anchors and links', () => {
    const text =
      '<div id="a">\n<a name=\'b\' href="c.md?x#d">e</a>\n<img src=f.png></div>\n\nText <a id=g></a> <A HREF="h&amp;i.md">j</A> <input name="no">\n';
    expect(outlineOf(text).anchors).toEqual(['a', 'b', 'g']);
    expect(links(text)).toEqual(['2:1 html c.md#d', '3:1 html f.png', '5:19 html h&i.md']);
  });

  it('gives nothing from comments, scripts and code', () => {
    const text = '<!-- <a id="a"> -->\n\n<script>\n"<a id=b>"\n</script>\n\n`<a id="c">`\n\n    <a id="d">\n';
    expect(outlineOf(text).anchors).toEqual([]);
  });
});

describe('the reader', () => {
  it('gives an empty outline for an empty text', () => {
    expect(outlineOf('')).toEqual({ headings: [], anchors: [], links: [] });
  });

  it('reads a page again to the same value', () => {
    const text = '# A\n\n[b](c.md)\n\n[d]: e.md\n';
    const first = readOutline(text, 1);
    readOutline('[d]\n\n[A]: x\n', 1);
    expect(readOutline(text, 1)).toEqual(first);
  });
});
