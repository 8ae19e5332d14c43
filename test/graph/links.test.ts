/** Where links lead: files, folders, parts, wikilinks, site roots. */
import { describe, expect, it } from 'vitest';
import type { GraphRules } from '../../src/graph/index.ts';
import { canonicalRules, type Expected, graphOf, page, problemLine, said, vaultRules } from './projects.ts';

function check(fixture: string, expected: Expected, rules: GraphRules = canonicalRules): void {
  expect(said(graphOf(fixture, rules))).toMatchObject(expected);
}

describe('paths', () => {
  it('are decoded once and compared exactly (cases 17 and 26)', () => {
    const body = [
      '[ok 1](spare%20parts.md)',
      '[ok 2](<spare parts.md>)',
      '[ok 3](spare%20parts.md#order-list)',
      '[ok 4](./spare%20parts.md?plain=1#order-list)',
      '[bad](spare%2520parts.md)',
      "[ok 5](<pilot's guide.md#berth>) [ok 6](<🚰 taps.md>) [ok 7](100%25%20done%20&%20dusted.md)",
      '[case](Spare%20parts.md)',
    ].join('\n');
    const fixture = `//- docs/index.md
${page('index', body)}
//- docs/spare parts.md
${page('spare-parts', '# Order list')}
//- docs/pilot's guide.md
${page('pilot', '# Berth')}
//- docs/🚰 taps.md
${page('taps')}
//- docs/100% done & dusted.md
${page('done')}`;
    check(fixture, {
      edges: [
        'index -links_to-> done',
        'index -links_to-> pilot#berth',
        'index -links_to-> spare-parts',
        'index -links_to-> spare-parts#order-list',
        'index -links_to-> taps',
      ],
      problems: ['docs/index.md:13 dead_link', 'docs/index.md:15 dead_link'],
    });
    expect(graphOf(fixture).problems.map(problemLine)).toEqual([
      'docs/index.md:13 error dead_link The link spare%2520parts.md leads to nothing: there is no docs/spare%20parts.md.',
      'docs/index.md:15 error dead_link The link Spare%20parts.md leads to nothing: there is no docs/Spare parts.md (perhaps docs/spare parts.md).',
    ]);
  });

  it('may leave out .md, and a folder stands for its page', () => {
    const body = '[a](other) [b](sub) [c](sub/) [d](/docs/other.md) [e](../docs/./other.md) [f](empty/) [g](..)';
    const fixture = `//- docs/start.md
${page('start', body)}
//- docs/other.md
${page('other')}
//- docs/sub/README.md
${page('sub')}
//- docs/empty/pic.png
x`;
    check(fixture, { edges: ['start -links_to-> other', 'start -links_to-> sub'], problems: [] });
  });

  it('may lead to a file or folder that is no node, a folder named like a page too (case 22)', () => {
    const fixture = `//- docs/release.md/notes.md
${page('notes', '![x](./shot.png) [line](../tool.rs#L10-L12) [up](../release.md)')}
//- docs/release.md/shot.png
x
//- docs/tool.rs
x
//- docs/other.md
${page('other', '[n](release.md/notes.md)')}`;
    check(fixture, { nodes: ['notes', 'other'], edges: ['other -links_to-> notes'], problems: [] });
  });

  it('are not judged where they lead out of the project or into a folder that no scan enters', () => {
    check(`//- docs/a.md\n${page('a', '[issues](../../../issues/12) [out](../../x.md)')}`, { problems: [] });
    const vendored = `//- a.md\n${page('a', '[v](vendor/x/README.md)')}`;
    check(vendored, { problems: ['a.md:9 dead_link'] });
    check(vendored, { problems: [] }, { ...canonicalRules, skip_names: new Set(['vendor']) });
  });

  it('are looked up in the link roots, or in the nearest content folder', () => {
    const files = `//- site/content/guide/a.md
${page('a', '[b](@/guide/b.md) [c](/guide/b.md) [gone](@/guide/gone.md)')}
//- site/content/guide/b.md
${page('b')}`;
    const rules = { ...canonicalRules, link_roots: ['site/content'] };
    check(files, { edges: ['a -links_to-> b'], problems: ['site/content/guide/a.md:9 dead_link'] }, rules);
    const dead = (given: GraphRules) =>
      graphOf(files, given).problems.map(({ message }) => /link (\S+)/.exec(message)![1]);
    expect(dead(canonicalRules)).toEqual(['/guide/b.md', '@/guide/gone.md']);
    expect(dead({ ...vaultRules, link_roots: [''] })).toEqual(['@/guide/gone.md']);
  });

  it('within code are not links (case 16)', () => {
    const body =
      'Write `[text](in-span.md)` or `[[wiki]]`.\n\n```js\n[sample](in-fence.md)\n```\n\n    [indented](in-indent.md)\n\n\\[no](escaped.md)\n\n[real](does-not-exist.md)';
    check(`//- a.md\n${page('a', body)}`, { edges: [], problems: ['a.md:19 dead_link'] });
  });

  it('to a file of several nodes lead to the one that the part names', () => {
    const node = (id: string) =>
      `[[nodes]]\nid = "${id}"\ntitle = "T"\nfamily = "guide"\nauthority = "derived"\nstatus = "active"\n\n`;
    const fixture = `//- a.md
${page('a', '[all](r.toml) [one](r.toml#R2) [[R1]] [row](r.toml#L3)')}
//- r.toml
${node('R1')}${node('R2')}`;
    check(fixture, { edges: ['a -links_to-> R1', 'a -links_to-> R2#R2'], problems: [] });
  });
});

describe('parts', () => {
  it('are numbered as GitHub numbers them (case 15)', () => {
    const headings = '# Install\n\n## Setup\n\n## Setup\n\n## Setup 1\n\n## SETUP\n';
    const links = '[a](i.md#setup) [b](i.md#setup-1) [c](i.md#setup-1-1) [d](i.md#setup-2) [e](i.md#setup-3)';
    const { problems } = graphOf(`//- i.md\n${page('i', headings)}//- l.md\n${page('l', links)}`);
    expect(problems.map(problemLine)).toEqual([
      'l.md:9 error dead_anchor The link i.md#setup-3 names a part that i.md does not have: setup-3 (perhaps setup-1).',
    ]);
  });

  it('keep letters of any script (case 18)', () => {
    const headings = '# Übersicht\n\n## Größe ändern\n\n## 日本語の見出し\n\n## Обзор\n\n## ⚙️ Setup\n';
    const links = '[1](h.md#übersicht) [2](h.md#gr%C3%B6%C3%9Fe-%C3%A4ndern) [3](h.md#日本語の見出し) [5](h.md#обзор)';
    check(`//- h.md\n${page('h', headings)}//- l.md\n${page('l', links)}`, { problems: [] });
  });

  it('are also HTML anchors, the page itself, its top, and a footnote', () => {
    const body =
      '<a id="Here"></a>\n\n## Part\n\n[1](#Here) [2](#user-content-part) [3](#top) [4](#) [5](#fn1) [6](#nowhere)';
    check(`//- a.md\n${page('a', body)}`, { edges: [], problems: ['a.md:13 dead_anchor'] });
  });

  it('count in a vault when only the site generator names them otherwise', () => {
    const body = '# Über & unter {#own}\n\n[1](#uber-unter) [2](#own) [3](#Über_unter) [4](#under)';
    check(`//- a.md\n${body}`, { problems: ['a.md:3 dead_anchor'] }, vaultRules);
    expect(graphOf(`//- a.md\n${page('a', body)}`).problems).toHaveLength(3);
  });
});

describe('a site that Zola makes', () => {
  it('may write the anchor of a heading in another script in Latin letters', () => {
    const body = [
      '# スピンロック',
      '# `Locked`ラッパー型',
      '[1](#supinrotuku) [2](#lockedratupaxing) [3](#ロック) [4](@/a.md#supinrotuku)',
    ].join('\n');
    check(`//- content/a.md\n${body}`, { problems: ['content/a.md:3 dead_anchor'] }, vaultRules);
    const elsewhere = graphOf(`//- content/a.md\n${body.replace('@/', '')}`, vaultRules);
    expect(elsewhere.problems).toHaveLength(4);
    const latin = '# Locked\n[1](#supinrotuku) [2](@/a.md#locked)';
    check(`//- content/a.md\n${latin}`, { problems: ['content/a.md:2 dead_anchor'] }, vaultRules);
  });
});

describe('wikilinks', () => {
  it('are not what a site means that quotes tables of TOML, though a page is named like one', () => {
    const quoted = '[[cascade]] [[menus.main]] [[module.mounts]] [[redirects]] [[headers]]';
    check(`//- a.md\n${quoted}\n//- cascade.md\n# Cascade`, { problems: [] }, vaultRules);
    const used = '[[cascade]] [[pump]] [[boiler]]';
    check(
      `//- a.md\n${used}\n//- cascade.md\n# Cascade`,
      { problems: ['a.md:1 dead_link', 'a.md:1 dead_link'] },
      vaultRules,
    );
  });

  it('mean the id first in a canonical project', () => {
    const fixture = `//- docs/a.md
${page('a', '[[boiler]] [[boiler-page]] [[The title]] [[nothing]]')}
//- docs/boiler-page.md
${page('boiler').replace('title = "boiler"', 'title = "The title"')}
//- docs/boiler.md
${page('other')}`;
    check(fixture, { edges: ['a -links_to-> boiler'], problems: ['docs/a.md:9 dead_link'] });
  });

  it('mean the same folder first, then the end of a path (case 55)', () => {
    const fixture = `//- north/Index.md
# North

See [[Index]] and [[Pump]].
//- south/Index.md
# South

See [[north/Index]] and [[Pump]].
//- south/Pump.md
# Pump
//- Start.md
[[Index]]`;
    check(
      fixture,
      {
        nodes: ['Start', 'north', 'south', 'south/Pump'],
        edges: ['north -links_to-> south/Pump', 'south -links_to-> north', 'south -links_to-> south/Pump'],
        problems: ['Start.md:1 ambiguous_link'],
      },
      vaultRules,
    );
  });

  it('are read in tables and with an alias (case 20)', () => {
    const fixture = `//- Suppliers.md
| Part | From |
|---|---|
| Seal | [[North Works\\|NW]] |
| Ring | [[North Works#Hours]] |

Also [[north works|the big one]].
//- North Works.md
# North Works

## Hours
`;
    check(
      fixture,
      { edges: ['Suppliers -links_to-> North Works', 'Suppliers -links_to-> North Works#Hours'], problems: [] },
      vaultRules,
    );
  });

  it('are only two brackets in a vault where none of them leads anywhere', () => {
    check('//- a.md\nAn array [[x]] in text.', { problems: [] }, vaultRules);
    check('//- a.md\n[[x]] [[b]]\n//- b.md\n# B', { problems: ['a.md:1 dead_link'] }, vaultRules);
  });
});
