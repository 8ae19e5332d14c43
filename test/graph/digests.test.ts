/**
 * Digests tell what changed from what was touched. Every fixture keeps a node after the edit, with headings, relations
 * and tables of its own: what leaks from one node to the next would show there and nowhere else.
 */
import { describe, expect, it } from 'vitest';
import { hashJson } from '../../src/base/index.ts';
import { hashRows } from '../../src/graph/digests.ts';
import { buildGraph, type GraphNode, type GraphResult } from '../../src/graph/index.ts';
import { filesOf, graphOf, inputOf, page, relation, shuffled } from './projects.ts';

const FIRST = `[[nodes]]
id = "first"
title = "First"
family = "guide"
status = "active"
authority = "authoritative"
content = """
# Start

See [last](list.toml#last).
"""
`;
const MIDDLE = `[[nodes]]
id = "middle"
title = "Middle"
family = "guide"
status = "active"
authority = "authoritative"
tags = ["a", "b"]
content = """
# Middle

One two three
four five.

* item one
* item two

## Part

More text.
"""

[[nodes.relations]]
type = "depends_on"
target = "first"

[[nodes.relations]]
type = "related_to"
target = "last"

[nodes.extra]
owner = "x"
size = 2
`;
const LAST = `[[nodes]]
id = "last"
title = "Last"
family = "guide"
status = "active"
authority = "authoritative"
content = """
# Setup

## Setup

Text with a [link](#setup-1).

### Deeper

- nested
  - list
"""

[[nodes.relations]]
type = "depends_on"
target = "middle"
note = "why"

[nodes.extra.inner]
key = ["v"]
`;
const SINGLE = `//- docs/page.md\n${page('page', '# Page\n\n## Page\n\nText.', relation('depends_on', 'last'))}`;

function project(...nodes: string[]): GraphResult {
  return graphOf(`//- docs/list.toml\n${nodes.join('\n')}${SINGLE}`);
}

type Digest =
  | 'semantic_digest'
  | 'closure_digest'
  | 'content_hash'
  | 'metadata_digest'
  | 'relations_digest'
  | 'body_digest';

/** The ids whose digest differs between two graphs; a node that only one of them has does not count. */
function changed(before: GraphResult, after: GraphResult, digest: Digest = 'semantic_digest'): string[] {
  const nodes = [...before.graph.nodes.values()];
  const other = (node: GraphNode) => after.graph.nodes.get(node.id);
  return nodes.filter((node) => other(node) && other(node)![digest] !== node[digest]).map(({ id }) => id);
}

const base = project(FIRST, MIDDLE, LAST);

const WITHOUT_MEANING: Readonly<Record<string, GraphResult>> = {
  'a comment in the metadata': project(FIRST, `# about\n${MIDDLE.replace('tags =', '# why\ntags =')}`, LAST),
  'the order of keys': project(FIRST, MIDDLE.replace(/(title = .*\n)(family = .*\n)/, '$2$1'), LAST),
  'the order of tags': project(FIRST, MIDDLE.replace('["a", "b"]', '["b", "a"]'), LAST),
  'the order of relations': project(
    FIRST,
    MIDDLE.replace('"depends_on"\ntarget = "first"', '@')
      .replace('"related_to"\ntarget = "last"', '"depends_on"\ntarget = "first"')
      .replace('@', '"related_to"\ntarget = "last"'),
    LAST,
  ),
  'the order of extra': project(FIRST, MIDDLE.replace('owner = "x"\nsize = 2', 'size = 2\nowner = "x"'), LAST),
  'the wrapping of lines': project(FIRST, MIDDLE.replace('three\nfour', 'three four'), LAST),
  'the marks of a list': project(FIRST, MIDDLE.replaceAll('* item', '- item'), LAST),
  'blanks at the end of a line, and blank lines': project(FIRST, MIDDLE.replace('five.\n', 'five. \n\n'), LAST),
  'the order of nodes in a file': project(LAST, MIDDLE, FIRST),
  'a node moved to another file': graphOf(
    `//- docs/list.toml\n${FIRST}\n${LAST}${SINGLE}//- docs/other.toml\n${MIDDLE}`,
  ),
  'a node added before': project(FIRST.replaceAll('first', 'zero').replace('First', 'Zero'), FIRST, MIDDLE, LAST),
};

describe('a semantic digest', () => {
  for (const [what, after] of Object.entries(WITHOUT_MEANING)) {
    it(`does not see ${what}`, () => expect(changed(base, after)).toEqual([]));
  }

  it('leaves every other node alone when a node goes', () => {
    expect(changed(base, project(FIRST, LAST))).toEqual([]);
  });

  const edits: Readonly<Record<string, { edit: [string, string]; part: Digest }>> = {
    'its text': { edit: ['More text.', 'Other text.'], part: 'body_digest' },
    'a heading and its level': { edit: ['## Part', '### Part'], part: 'body_digest' },
    'a part added': { edit: ['## Part', '## New\n\nText.\n\n## Part'], part: 'body_digest' },
    'a part taken away': { edit: ['## Part\n\nMore text.\n', ''], part: 'body_digest' },
    'its title': { edit: ['"Middle"', '"Centre"'], part: 'metadata_digest' },
    'its status': { edit: ['"active"', '"draft"'], part: 'metadata_digest' },
    'its extra': { edit: ['size = 2', 'size = 3'], part: 'metadata_digest' },
    'a relation': { edit: ['target = "last"', 'target = "page"'], part: 'relations_digest' },
    'a note': { edit: ['target = "last"', 'target = "last"\nnote = "n"'], part: 'relations_digest' },
  };
  for (const [what, { edit, part }] of Object.entries(edits)) {
    it(`sees ${what}, in that node and in no other`, () => {
      const after = project(FIRST, MIDDLE.replace(...edit), LAST);
      expect(changed(base, after)).toEqual(['middle']);
      for (const digest of ['metadata_digest', 'relations_digest', 'body_digest'] as const) {
        expect(changed(base, after, digest)).toEqual(digest === part ? ['middle'] : []);
      }
    });
  }

  it('is the same for two nodes that mean the same', () => {
    const { graph } = graphOf(`//- a.md\n${page('a')}//- b/c.md\n${page('b').replace('title = "b"', 'title = "a"')}`);
    const [a, b] = [...graph.nodes.values()];
    expect(a!.semantic_digest).toBe(b!.semantic_digest);
  });
});

describe('a closure digest', () => {
  it('moves for everything that depends on the change, near or far, and for nothing else', () => {
    const after = project(FIRST, MIDDLE.replace('More', 'Other'), LAST);
    expect(changed(base, after, 'closure_digest')).toEqual(['last', 'middle', 'page']);
    expect(changed(base, project(FIRST.replace('Start', 'Begin'), MIDDLE, LAST), 'closure_digest')).toEqual([
      'first',
      'last',
      'middle',
      'page',
    ]);
  });

  it('does not follow links and relations that are only context', () => {
    const after = project(FIRST, MIDDLE, LAST.replace('nested', 'nesting'));
    expect(changed(base, after, 'closure_digest')).toEqual(['last', 'page']);
  });

  it('folds a cycle as one unit', () => {
    const cycle = (text: string) =>
      graphOf(
        `//- a.md\n${page('a', 'A.', relation('depends_on', 'b'))}//- b.md\n${page('b', text, relation('depends_on', 'a') + relation('depends_on', 'c'))}//- c.md\n${page('c')}//- d.md\n${page('d', 'D.', relation('depends_on', 'a'))}`,
      );
    expect(changed(cycle('B.'), cycle('Other.'), 'closure_digest')).toEqual(['a', 'b', 'd']);
  });

  it('tells a dependency that is not there from one that does not exist', () => {
    const files = (target: string, more = '') =>
      graphOf(`//- a.md\n${page('a', 'A.', relation('depends_on', target))}${more}`);
    const without = graphOf(`//- a.md\n${page('a', 'A.')}`);
    const closures = [without, files('b'), files('b', `//- b.md\n${page('b')}`)].map(
      ({ graph }) => [...graph.nodes.values()][0]!.closure_digest,
    );
    expect(new Set(closures).size).toBe(3);
  });
});

describe('the generation', () => {
  it('moves with places, problems and wording, not with the order of the files', () => {
    const generation = (result: GraphResult) => result.graph.generation;
    const input = inputOf(filesOf(`//- docs/list.toml\n${[FIRST, MIDDLE, LAST].join('\n')}${SINGLE}`));
    expect(generation(buildGraph(input))).toBe(generation(base));
    const others = [
      project(`\n${FIRST}`, MIDDLE, LAST),
      project(FIRST, MIDDLE.replace('three\nfour', 'three four'), LAST),
      graphOf(`//- docs/list.toml\n${[FIRST, MIDDLE, LAST].join('\n')}${SINGLE}//- docs/bad.md\nno block\n`),
    ];
    expect(new Set([base, ...others].map(generation)).size).toBe(4);
  });

  it('hashes rows as canonical JSON does', () => {
    const rows = [['é "quoted" \u007f\u0080\u2028', 1, null, -5], ['🚰\n\t\\'], []];
    expect(hashRows(rows)).toBe(hashJson(rows));
  });

  it('is the same, with all else, whatever the order of the files', () => {
    const many = Array.from({ length: 40 }, (_, i) => {
      const body = `# P${i}\n\n[n](p${(i * 7) % 40}.md) [[p${i + 1}]] [bad](q${i}.md)`;
      return `//- p${i}.md\n${page(i % 9 === 0 ? 'same' : `p${i}`, body, relation('depends_on', `p${(i * 3 + 1) % 45}`))}`;
    }).join('');
    const input = inputOf(filesOf(many));
    const plain = JSON.stringify(flat(buildGraph(input)));
    for (let seed = 1; seed <= 8; seed++) {
      const mixed = {
        ...input,
        files: shuffled(input.files, seed),
        tree: { ...input.tree, files: new Set(shuffled([...input.tree.files], seed)) },
      };
      expect(JSON.stringify(flat(buildGraph(mixed)))).toBe(plain);
    }
  });
});

function flat({ graph, problems }: GraphResult): unknown {
  return [[...graph.nodes.entries()], graph.edges, graph.generation, problems];
}
