/** What differs between two graphs, each change by its name. */
import { describe, expect, it } from 'vitest';
import { diffGraphs } from '../../src/graph/index.ts';
import { graphOf, page, relation } from './projects.ts';

function changes(before: string, after: string): { nodes: string[]; edges: string[] } {
  const { nodes, edges } = diffGraphs(graphOf(before).graph, graphOf(after).graph);
  return {
    nodes: nodes.map(({ id, changes }) => `${id}: ${changes.join(' ')}`),
    edges: edges.map(({ change, source, type, target }) => `${change} ${source} ${type} ${target}`),
  };
}

const a = page('a', '# A\n\nOne\ntwo. [b](b.md)');
const b = page('b', 'B.');
const base = `//- a.md\n${a}//- b.md\n${b}`;

describe('a difference', () => {
  it('is empty between equals', () => expect(changes(base, base)).toEqual({ nodes: [], edges: [] }));

  it('names what was added and removed', () => {
    const after = `//- a.md\n${a.replace('[b](b.md)', '')}//- c.md\n${page('c')}`;
    expect(changes(base, after)).toEqual({
      nodes: ['a: meaning', 'b: removed', 'c: added'],
      edges: ['removed a links_to b'],
    });
  });

  it('tells metadata, relations, meaning, wording and place apart', () => {
    const edited = (from: string, to: string) => changes(base, base.replace(from, to)).nodes;
    expect(edited('title = "a"', 'title = "A"')).toEqual(['a: metadata']);
    expect(edited('One\ntwo', 'One two')).toEqual(['a: wording']);
    expect(edited('status = "active"', '# why\nstatus = "active"')).toEqual(['a: wording']);
    expect(edited('# A', '# B')).toEqual(['a: meaning']);
    expect(
      changes(base, `//- a.md\n${page('a', '# A\n\nOne\ntwo. [b](b.md)', relation('depends_on', 'b'))}//- b.md\n${b}`),
    ).toEqual({
      nodes: ['a: relations'],
      edges: ['added a depends_on b'],
    });
    expect(changes(`//- b.md\n${b}`, `//- c/b.md\n${b}`).nodes).toEqual(['b: moved']);
    expect(changes(`//- b.md\n${b}`, `//- c/b.md\n${b.replace('B.', 'C.').replace('draft', 'x')}`).nodes).toEqual([
      'b: meaning moved',
    ]);
  });

  it('counts an edge once however many links make it', () => {
    const twice = base.replace('[b](b.md)', '[b](b.md) [p](b.md#top)');
    expect(changes(base, twice).edges).toEqual([]);
  });

  it('does not call a node changed that only slid down its file', () => {
    const node = (id: string) =>
      `[[nodes]]\nid = "${id}"\ntitle = "T"\nfamily = "guide"\nauthority = "derived"\nstatus = "active"\n\n`;
    expect(changes(`//- r.toml\n${node('z')}`, `//- r.toml\n${node('y')}${node('z')}`).nodes).toEqual(['y: added']);
  });
});
