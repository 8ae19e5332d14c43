/** Pages of other tools, read as they are. */
import { describe, expect, it } from 'vitest';
import { extractVault } from '../../src/extractor/index.ts';
import type { ExtractedNode } from '../../src/source/index.ts';

function read(text: string | Uint8Array) {
  const { extraction, bodies } = extractVault(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  const problems = extraction.problems.map(({ code, line, severity }) => `${line} ${severity} ${code}`);
  return { node: extraction.nodes[0] as ExtractedNode, problems, body: bodies[0], extraction };
}

describe('a page without front matter', () => {
  it('has the title of its first heading of level 1, of either form', () => {
    expect(read('Text.\n\n## Two\n\n# One *and* `only`\n').node.title).toBe('One and only');
    expect(read('Title\n=====\n\nText.\n').node.title).toBe('Title');
    expect(read('Text alone.\n').node.title).toBe('');
  });

  it('leaves the rest to its path', () => {
    const { node, problems, body } = read('# T\r\n\r\nText.\r\n');
    expect(node).toMatchObject({
      id: null,
      family: null,
      status: null,
      authority: null,
      tags: [],
      line: 1,
      content_line: 1,
      end_line: 3,
    });
    expect([problems, body]).toEqual([[], '# T\n\nText.\n']);
  });

  it('may be empty', () => {
    expect(read('')).toMatchObject({ node: { title: '', line: 1, end_line: 1 }, problems: [], body: '' });
  });
});

describe('TOML front matter of another tool', () => {
  it('gives title and tags and keeps the rest', () => {
    const { node, problems } = read(`+++
title = "Page"
date = 2026-01-02
weight = 3
[taxonomies]
tags = ["a", "b"]
[extra]
toc = true
+++

# Heading
`);
    expect(problems).toEqual([]);
    expect(node).toMatchObject({ id: null, title: 'Page', tags: ['a', 'b'], content_line: 11, end_line: 11 });
    expect(JSON.parse(JSON.stringify([node.fields, node.extra]))).toEqual([
      { date: { $toml: 'local_date', text: '2026-01-02' }, weight: 3, taxonomies: { tags: ['a', 'b'] } },
      { toc: true },
    ]);
    expect(node.keys.map(({ key, line }) => `${key}:${line}`)).toEqual([
      'title:2',
      'date:3',
      'weight:4',
      'taxonomies:5',
      'extra:7',
    ]);
  });

  it('is a problem at its line when it cannot be read, and the text is whole', () => {
    const { node, problems, body } = read('+++\ntitle = "{{ .Name }}"\ndate = {{ .Date }}\n+++\n# Archetype\n');
    expect(problems).toEqual(['3 warning unreadable_front_matter']);
    expect([node.title, body]).toEqual(['Archetype', '# Archetype\n']);
  });

  it('is a problem when it is never closed', () => {
    const { node, problems, body } = read('+++\ntitle = "x"\n\n# Page\n');
    expect(problems).toEqual(['1 warning unreadable_front_matter']);
    expect([node.title, body]).toEqual(['Page', '+++\ntitle = "x"\n\n# Page\n']);
  });
});

describe('YAML front matter', () => {
  it('gives title, tags and links (case 54)', () => {
    const { node, problems } = read(
      '---\ntitle: "Good: quoted"\nup: "[[Home]]"\nsee: ["[[A#Part|a]]", plain]\ntags: [a, "#b", 2024]\n---\n\nText three.\n',
    );
    expect(problems).toEqual([]);
    expect([node.title, node.tags, node.content_line]).toEqual(['Good: quoted', ['a', 'b', '2024'], 8]);
    expect(node.outline.links).toEqual([
      { kind: 'wiki', href: 'Home', path: 'Home', fragment: null, line: 3, column: 6 },
      { kind: 'wiki', href: 'A#Part', path: 'A', fragment: 'Part', line: 4, column: 8 },
    ]);
    expect(Object.keys(node.fields)).toEqual(['up', 'see']);
  });

  it('reads tags and keywords as their tools do', () => {
    expect(read('---\ntags: a, b\nkeywords: two words, three\n---\n').node.tags).toEqual([
      'a',
      'b',
      'two words',
      'three',
    ]);
    expect(read('---\ntags:\n  - x y\n---\n').node.tags).toEqual(['x y']);
    expect(read('---\ntags:\n---\n').node.tags).toEqual([]);
  });

  it('is a problem at its line when it cannot be read, and the page comes in with its text', () => {
    const core = read('---\ntitle: Core: the split\nup: [[Home]]\n---\n\n# Core\n\nText one.\n');
    expect(core.problems).toEqual(['2 warning unreadable_front_matter']);
    expect([core.node.title, core.body]).toEqual(['Core', '# Core\n\nText one.\n']);
    const tabs = read('---\ntags:\n\t- a\n---\n\nText two.\n');
    expect(tabs.problems).toEqual(['3 warning unreadable_front_matter']);
    expect([tabs.node.title, tabs.body]).toEqual(['', 'Text two.\n']);
    expect(read('---\nx: "\\ud800"\n---\ntext\n').problems).toHaveLength(1);
  });

  it('is not seen where there is only a line across the page', () => {
    const { node, problems, body } = read('---\n\n# Page\n');
    expect([node.title, problems, body]).toEqual(['Page', [], '---\n\n# Page\n']);
  });
});

describe('DocForge’s own block in a vault', () => {
  const own =
    '+++\nid = "own"\nfamily = "guide"\ntitle = "Own"\nstatus = "active"\nauthority = "derived"\n+++\n\nText.\n';

  it('is read by the canonical reader', () => {
    expect(read(own).extraction).toMatchObject({
      format: 'markdown',
      nodes: [{ id: 'own', title: 'Own' }],
      problems: [],
    });
    expect(read(own.replace('status = "active"\n', '')).problems).toEqual(['1 error missing_field']);
  });
});

describe('bytes that are not UTF-8', () => {
  it('give a problem and no node', () => {
    const { extraction, problems } = read(Uint8Array.from([0x23, 0x20, 0x41, 0x0a, 0x50, 0xfc, 0x0a]));
    expect([extraction.nodes, problems]).toEqual([[], ['2 error invalid_utf8']]);
  });
});
