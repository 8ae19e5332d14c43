/**
 * Walks over a graph, breadth first and without recursion.
 *
 * Invariants: deterministic by code unit whatever the order of the steps; every walk is bounded by depth and by the
 * number of nodes it may visit, and says when it stopped at a bound.
 */
import { compareText } from '../base/index.ts';
import { type Adjacency, compareSteps, type Step } from './adjacency.ts';

export type Direction = 'outgoing' | 'incoming' | 'both';

export interface WalkOptions {
  readonly direction: Direction;
  /** Types of edges to follow; all when left out. */
  readonly types?: ReadonlySet<string>;
  /** Steps from a start, at most. */
  readonly depth_max: number;
  /** Nodes visited beside the starts, at most. */
  readonly nodes_max: number;
}

/** A node that a walk reached, and the step that reached it first. */
export interface Visit {
  readonly id: string;
  /** Steps from the nearest start; 1 for its neighbours. */
  readonly depth: number;
  /** The node the step came from, smallest id first. */
  readonly from: string;
  readonly type: string;
  /** `outgoing` when the edge leads from `from` to `id`. */
  readonly direction: 'outgoing' | 'incoming';
}

export interface Walk {
  /** In order of depth, then of id. The starts are not among them. */
  readonly visits: readonly Visit[];
  /** False when `nodes_max` ended the walk before everything within `depth_max` was visited. */
  readonly complete: boolean;
}

/** Everything within reach of the starts. */
export function walk(adjacency: Adjacency, starts: Iterable<string>, options: WalkOptions): Walk {
  const seen = new Set(starts);
  const visits: Visit[] = [];
  let layer: readonly string[] = [...seen].sort(compareText);
  for (let depth = 1; depth <= options.depth_max && layer.length > 0; depth++) {
    const found: Visit[] = [];
    for (const from of layer) {
      for (const step of stepsOf(adjacency, from, options)) {
        if (seen.has(step.id)) continue;
        seen.add(step.id);
        found.push({ id: step.id, depth, from, type: step.type, direction: step.direction });
      }
    }
    found.sort((a, b) => compareText(a.id, b.id));
    for (const visit of found) {
      if (visits.length === options.nodes_max) return { visits, complete: false };
      visits.push(visit);
    }
    layer = found.map(({ id }) => id);
  }
  return { visits, complete: true };
}

/** What a change of the starts may reach: the nodes that lead to them, near ones first. */
export function impact(adjacency: Adjacency, starts: Iterable<string>, options: Omit<WalkOptions, 'direction'>): Walk {
  return walk(adjacency, starts, { ...options, direction: 'incoming' });
}

export interface ShortestPath {
  /** The steps from the first node to the last; empty when they are one, `null` when there is no way. */
  readonly steps: readonly Visit[] | null;
  /** False when a bound ended the search, so that a way may exist after all. */
  readonly complete: boolean;
}

/** A shortest way between two nodes; of several, the one whose ids come first in code-unit order. */
export function shortestPath(adjacency: Adjacency, from: string, to: string, options: WalkOptions): ShortestPath {
  if (from === to) return { steps: [], complete: true };
  const reached = new Map<string, Visit | null>([[from, null]]);
  const queue = [from];
  let cut = false;
  for (const id of queue) {
    const depth = (reached.get(id)?.depth ?? 0) + 1;
    for (const step of stepsOf(adjacency, id, options)) {
      if (reached.has(step.id)) continue;
      if (depth > options.depth_max || reached.size > options.nodes_max) {
        cut = true;
        continue;
      }
      reached.set(step.id, { id: step.id, depth, from: id, type: step.type, direction: step.direction });
      if (step.id === to) return { steps: backFrom(to, reached), complete: true };
      queue.push(step.id);
    }
  }
  return { steps: null, complete: !cut };
}

function backFrom(to: string, reached: ReadonlyMap<string, Visit | null>): Visit[] {
  const steps: Visit[] = [];
  for (let visit = reached.get(to); visit; visit = reached.get(visit.from)) steps.push(visit);
  return steps.reverse();
}

function stepsOf(
  adjacency: Adjacency,
  id: string,
  { direction, types }: WalkOptions,
): (Step & { readonly direction: 'outgoing' | 'incoming' })[] {
  const out = direction === 'incoming' ? [] : adjacency.outgoing(id);
  const back = direction === 'outgoing' ? [] : adjacency.incoming(id);
  const steps = [
    ...out.map((step) => ({ ...step, direction: 'outgoing' as const })),
    ...back.map((step) => ({ ...step, direction: 'incoming' as const })),
  ];
  return steps
    .filter(({ type }) => types === undefined || types.has(type))
    .sort((a, b) => compareSteps(a, b) || compareText(b.direction, a.direction));
}
