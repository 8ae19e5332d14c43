/** Nodes, listings, walks and the latest transition. */
import { describe, expect, it } from 'vitest';
import { edgeSchema, generationDiffPageSchema, nodeSchema } from '../../src/contract/index.ts';
import {
  diffPage,
  impactOf,
  listNodes,
  listProblems,
  neighbors,
  pathBetween,
  showNode,
} from '../../src/query/index.ts';
import { type Index, openIndex, refreshIndex } from '../../src/store/index.ts';
import { makeProject } from '../store/fixture.ts';
import { page, put, SMALL } from '../store/sample.ts';

async function withIndex(files: Readonly<Record<string, string>>, work: (index: Index) => void): Promise<void> {
  const index = await openIndex(makeProject(files));
  try {
    work(index);
  } finally {
    index.close();
  }
}

describe('show', () => {
  it('gives a node with content, sections and edges, as papers', () =>
    withIndex(SMALL, (index) => {
      const answer = showNode(index, 'a');
      expect(nodeSchema.parse(answer.node)).toEqual(answer.node);
      expect(answer.node).toMatchObject({ id: 'a', tags: ['one'], source: { path: 'docs/a.md', line: 1 } });
      expect(answer.node.content).toContain('The first page links to [b](b.md#beta).');
      expect(answer.sections.map((section) => section.anchor)).toEqual(['alpha', 'part']);
      for (const edge of [...answer.outgoing, ...answer.incoming]) expect(edgeSchema.parse(edge)).toEqual(edge);
      expect(answer.outgoing.map((edge) => [edge.type, edge.target, edge.fragment])).toEqual([
        ['links_to', 'b', 'beta'],
      ]);
      expect(answer.incoming.map((edge) => [edge.source, edge.type])).toEqual([
        ['b', 'depends_on'],
        ['c', 'links_to'],
      ]);
      expect(answer.generation).toBe(index.generation);
    }));

  it('suggests a near id', () =>
    withIndex({ 'docs/a.md': page('deploy-guide', 'x') }, (index) => {
      expect(() => showNode(index, 'deploy-guid')).toThrow(/There is no node deploy-guid; did you mean deploy-guide\?/);
      expect(() => showNode(index, 'nothing at all')).toThrow(/There is no node nothing at all\./);
    }));
});

describe('listing', () => {
  it('filters and pages by id', () =>
    withIndex(SMALL, (index) => {
      const ids = (question: Parameters<typeof listNodes>[1]) =>
        listNodes(index, question).nodes.map((node) => node.id);
      expect(ids({})).toEqual(['a', 'b', 'c', 'r1', 'r2']);
      expect(ids({ family: 'requirement' })).toEqual(['r1', 'r2']);
      expect(ids({ family: ['requirement', 'guide'], status: 'draft' })).toEqual(['r2']);
      expect(ids({ tag: 'one' })).toEqual(['a']);
      expect(ids({ authority: 'proposal' })).toEqual(['r2']);
      expect(ids({ path: 'docs/sub' })).toEqual(['c']);
      expect(ids({ path: 'docs/sub/' })).toEqual(['c']);
      expect(ids({ path: 'docs/*.toml' })).toEqual(['r1', 'r2']);
      expect(ids({ path: 'docs/s' })).toEqual([]);
      const first = listNodes(index, { limit: 2 });
      expect(first.page.total).toBe(5);
      expect(ids({ limit: 2, cursor: first.page.cursor! })).toEqual(['c', 'r1']);
      expect(() => listNodes(index, { status: 'draft', cursor: first.page.cursor! })).toThrow(/another question/);
    }));

  it('holds the problems of the generation', () =>
    withIndex({ 'docs/a.md': page('a', '[gone](gone.md)') }, (index) => {
      expect(listProblems(index).map(({ code, file, line }) => [code, file, line])).toEqual([
        ['dead_link', 'docs/a.md', 9],
      ]);
    }));
});

describe('walks', () => {
  it('go both ways, by type and by depth', () =>
    withIndex(SMALL, (index) => {
      const reach = (question: Parameters<typeof neighbors>[2]) =>
        neighbors(index, 'b', question).nodes.map((node) => `${node.depth}${node.id}`);
      expect(reach({})).toEqual(['1a']);
      expect(reach({ depth: 2 })).toEqual(['1a', '2c']);
      expect(reach({ depth: 3, direction: 'outgoing' })).toEqual(['1a']);
      expect(reach({ depth: 3, types: ['depends_on'] })).toEqual(['1a']);
      expect(impactOf(index, 'r1').nodes.map((node) => node.id)).toEqual(['c', 'r2']);
      expect(impactOf(index, 'a').nodes[0]).toMatchObject({
        id: 'b',
        depth: 1,
        path: 'docs/b.md',
        title: 'Title of b',
      });
      expect(() => neighbors(index, 'b', { depth: 0 })).toThrow(/depth must be/);
      expect(() => neighbors(index, 'none')).toThrow(/no node none/);
    }));

  it('find a shortest way, or say that there is none', () =>
    withIndex({ ...SMALL, 'docs/alone.md': page('alone', 'x') }, (index) => {
      expect(pathBetween(index, 'b', 'r2').steps!.map((step) => step.id)).toEqual(['a', 'c', 'r1', 'r2']);
      expect(pathBetween(index, 'b', 'b').steps).toEqual([]);
      expect(pathBetween(index, 'b', 'alone').steps).toBe(null);
      expect(pathBetween(index, 'a', 'r1', { direction: 'outgoing' }).steps).toBe(null);
    }));
});

describe('the latest transition', () => {
  it('is classified, paged and bound to its generation', async () => {
    const project = makeProject(SMALL);
    await refreshIndex(project);
    put(project.root, 'docs/a.md', page('a', '# Alpha\n\nAnother meaning.', 'tags = ["one"]\n'));
    put(project.root, 'docs/d.md', page('d', 'New [a](a.md).'));
    const index = await openIndex(project);
    const { receipt, page: pages } = diffPage(index);
    expect(generationDiffPageSchema.parse(receipt)).toEqual(receipt);
    expect(receipt.nodes.map(({ id, changes }) => [id, changes])).toEqual([
      ['a', ['meaning']],
      ['d', ['added']],
    ]);
    expect(receipt.edges.map(({ change, source, target }) => [change, source, target])).toEqual([
      ['removed', 'a', 'b'],
      ['added', 'd', 'a'],
    ]);
    expect(receipt.receipt_header).toMatchObject({ nodes: { added: 1, removed: 0, changed: 1 }, complete: true });
    expect(pages.total).toBe(4);
    const first = diffPage(index, { limit: 3 });
    expect(diffPage(index, { limit: 3, cursor: first.page.cursor! }).receipt.edges).toHaveLength(1);
    index.close();
    await refreshIndex(project, { full: true });
    const again = await openIndex(project);
    expect(diffPage(again).receipt).toEqual(receipt);
    again.close();
  });
});
