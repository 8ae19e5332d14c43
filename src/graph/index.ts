/** graph: extractions to one validated graph, walks over it, and what differs between two. */
export { type Adjacency, adjacencyOf, type Step } from './adjacency.ts';
export { buildGraph } from './build-graph.ts';
export { type DiffGraph, type DiffNode, diffGraphs, type GraphDiff } from './diff-graphs.ts';
export { isAcyclic } from './digests.ts';
export { LINKS_TO } from './edges.ts';
export { type LinkContext, type LinkTarget, linkContext } from './link-context.ts';
export { isAsItIs, titleOfPath } from './place-nodes.ts';
export { resolveHref } from './resolve-href.ts';
export type { Resolution } from './tree-paths.ts';
export type { Graph, GraphEdge, GraphFile, GraphInput, GraphNode, GraphResult, GraphRules, Tree } from './types.ts';
export {
  type Direction,
  impact,
  type ShortestPath,
  shortestPath,
  type Visit,
  type Walk,
  type WalkOptions,
  walk,
} from './walk.ts';
