/** Walks: what is reached, in which order, by which step, and where the bounds are. */
import { describe, expect, it } from 'vitest';
import { adjacencyOf, impact, shortestPath, type WalkOptions, walk } from '../../src/graph/index.ts';
import { shuffled } from './projects.ts';

type Edge = Parameters<typeof adjacencyOf>[0] extends Iterable<infer E> ? E : never;

function edges(...texts: string[]): Edge[] {
  return texts.map((text) => {
    const [source, type, target] = text.split(' ') as [string, string, string];
    return { source, target, type, provenance: 'declared' } as unknown as Edge;
  });
}

const all: WalkOptions = { direction: 'outgoing', depth_max: 100, nodes_max: 1_000_000 };
const graph = edges('a dep b', 'a dep c', 'b dep d', 'c dep d', 'd dep a', 'd rel e', 'f rel e');

describe('walk', () => {
  it('goes breadth first, by id, and names the first step', () => {
    const { visits, complete } = walk(adjacencyOf(graph), ['a'], all);
    expect(visits.map(({ id, depth, from, type }) => `${depth} ${from} -${type}-> ${id}`)).toEqual([
      '1 a -dep-> b',
      '1 a -dep-> c',
      '2 b -dep-> d',
      '3 d -rel-> e',
    ]);
    expect(complete).toBe(true);
  });

  it('keeps to its types, its direction and its bounds', () => {
    const ids = (options: Partial<WalkOptions>, start = 'd') =>
      walk(adjacencyOf(graph), [start], { ...all, ...options }).visits.map(({ id }) => id);
    expect(ids({ types: new Set(['dep']) })).toEqual(['a', 'b', 'c']);
    expect(ids({ direction: 'incoming', depth_max: 1 })).toEqual(['b', 'c']);
    expect(ids({ direction: 'both', depth_max: 1 })).toEqual(['a', 'b', 'c', 'e']);
    expect(walk(adjacencyOf(graph), ['d'], { ...all, nodes_max: 2 })).toMatchObject({ complete: false });
    expect(ids({ depth_max: 0 })).toEqual([]);
    expect(ids({}, 'nobody')).toEqual([]);
  });

  it('does not depend on the order of the edges', () => {
    const expected = walk(adjacencyOf(graph), ['d'], { ...all, direction: 'both' });
    for (let seed = 1; seed < 10; seed++) {
      expect(walk(adjacencyOf(shuffled(graph, seed)), ['d'], { ...all, direction: 'both' })).toEqual(expected);
    }
  });
});

describe('impact', () => {
  it('is what leads to the starts', () => {
    const { visits } = impact(adjacencyOf(graph), ['e'], { depth_max: 2, nodes_max: 10 });
    expect(visits.map(({ id, depth }) => `${depth}${id}`)).toEqual(['1d', '1f', '2b', '2c']);
  });
});

describe('shortestPath', () => {
  it('is shortest, then smallest', () => {
    const path = (from: string, to: string, options: Partial<WalkOptions> = {}) =>
      shortestPath(adjacencyOf(graph), from, to, { ...all, ...options });
    expect(path('a', 'e').steps?.map(({ id }) => id)).toEqual(['b', 'd', 'e']);
    expect(path('a', 'a')).toEqual({ steps: [], complete: true });
    expect(path('e', 'a')).toEqual({ steps: null, complete: true });
    expect(path('a', 'f', { direction: 'both' }).steps?.map(({ id, direction }) => `${direction} ${id}`)).toEqual([
      'incoming d',
      'outgoing e',
      'incoming f',
    ]);
    expect(path('a', 'e', { depth_max: 2 })).toEqual({ steps: null, complete: false });
  });
});

describe('a chain of 100,000', () => {
  it('is walked without recursion', () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => edges(`n${i} dep n${i + 1}`)[0]!);
    const adjacency = adjacencyOf(chain);
    const wide = { ...all, depth_max: 1_000_000 };
    expect(walk(adjacency, ['n0'], wide).visits).toHaveLength(100_000);
    expect(shortestPath(adjacency, 'n0', 'n100000', wide).steps).toHaveLength(100_000);
  });
});
