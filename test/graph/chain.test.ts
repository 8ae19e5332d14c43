/** A chain of 100,000 nodes: everything that follows relations is a loop, never a call in a call. */
import { expect, it } from 'vitest';
import { hashBytes, type ProjectPath } from '../../src/base/index.ts';
import { buildGraph, type GraphFile } from '../../src/graph/index.ts';
import type { ExtractedNode } from '../../src/source/index.ts';
import { canonicalRules } from './projects.ts';

const LENGTH = 100_000;
const HASH = hashBytes('');

function chain(last: string): GraphFile {
  const nodes = Array.from({ length: LENGTH }, (_, i): ExtractedNode => {
    const target = i + 1 < LENGTH ? `n${i + 1}` : last;
    return {
      ...{ id: `n${i}`, family: 'guide', title: 'T', status: 'active', authority: 'derived', tags: [] },
      relations: [{ type: 'depends_on', target, line: i + 1 }],
      ...{ fields: {}, extra: {}, keys: [], line: i + 1, content_line: i + 1, end_line: i + 1 },
      ...{ content_hash: HASH, body_hash: HASH, body_bytes: 0, body_digest: HASH },
      outline: { headings: [], anchors: [], links: [] },
    };
  });
  return { path: 'chain.toml' as ProjectPath, hash: HASH, extraction: { format: 'toml', nodes, problems: [] } };
}

function build(last: string) {
  const tree = { files: new Set(['chain.toml']), folders: new Set<string>() };
  return buildGraph({ files: [chain(last)], tree, rules: canonicalRules });
}

it('is built, its closures folded, and its one cycle named', () => {
  const open = build('nobody');
  expect([open.graph.nodes.size, open.graph.edges.length]).toEqual([LENGTH, LENGTH - 1]);
  expect(open.problems.map(({ code }) => code)).toEqual(['unresolved_relation']);
  expect(new Set([...open.graph.nodes.values()].map((node) => node.closure_digest)).size).toBe(LENGTH);
  const closed = build('n0');
  expect(closed.problems).toHaveLength(1);
  expect(closed.problems[0]!.message).toContain('n0 → n1 → n2');
  expect(closed.problems[0]!.message).toContain('99981 more … → n0');
  expect(closed.problems[0]!.related).toHaveLength(20);
}, 600_000);
