/** graph: extractions to one validated graph. */
export type { Graph, GraphEdge, GraphFile, GraphInput, GraphNode, GraphResult, GraphRules, Tree } from './types.ts';
