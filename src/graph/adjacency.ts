/**
 * A graph as walks see it: the steps out of and into a node. The graph in memory has one, and so has an index on disk.
 */
import { compareText } from '../base/index.ts';
import type { GraphEdge } from './types.ts';

/** One step from a node to a neighbour. */
export interface Step {
  /** The node at the other end. */
  readonly id: string;
  readonly type: string;
  readonly provenance: GraphEdge['provenance'];
}

/** Both must give the same steps for the same id; their order does not matter, walks sort them. */
export interface Adjacency {
  outgoing(id: string): readonly Step[];
  incoming(id: string): readonly Step[];
}

/** Sorts steps by id, type and provenance. */
export function compareSteps(a: Step, b: Step): number {
  return compareText(a.id, b.id) || compareText(a.type, b.type) || compareText(a.provenance, b.provenance);
}

/** The adjacency of a list of edges. */
export function adjacencyOf(edges: Iterable<Pick<GraphEdge, 'source' | 'target' | 'type' | 'provenance'>>): Adjacency {
  const outgoing = new Map<string, Step[]>();
  const incoming = new Map<string, Step[]>();
  for (const { source, target, type, provenance } of edges) {
    add(outgoing, source, { id: target, type, provenance });
    add(incoming, target, { id: source, type, provenance });
  }
  return { outgoing: (id) => outgoing.get(id) ?? [], incoming: (id) => incoming.get(id) ?? [] };
}

function add(steps: Map<string, Step[]>, id: string, step: Step): void {
  const known = steps.get(id);
  if (known) known.push(step);
  else steps.set(id, [step]);
}
