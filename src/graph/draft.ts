/**
 * The graph half made: what the rules look at. Nodes are placed and their links resolved; nothing is judged yet.
 *
 * Invariant: a node is in `nodes` exactly when its id stands once in the project and its file says all that a node
 * must say. Of several nodes with one id none is chosen.
 */
import { compareText, type NodeId } from '../base/index.ts';
import type { Link } from '../source/index.ts';
import { type LinkContext, linkContext } from './link-context.ts';
import { type PlacedNode, placeNodes } from './place-nodes.ts';
import { resolveHref } from './resolve-href.ts';
import type { Resolution } from './tree-paths.ts';
import type { GraphInput, GraphRules } from './types.ts';

/** A placed node that leaves nothing out. */
export interface WholeNode extends PlacedNode {
  readonly family: string;
  readonly status: string;
  readonly authority: string;
}

/** A link of a node, and where it leads. */
export interface ResolvedLink {
  readonly source: WholeNode;
  readonly link: Link;
  readonly resolution: Resolution;
  /** The node it leads to, the source itself included; `null` where it leads to none. */
  readonly target: WholeNode | null;
}

export interface Draft {
  readonly rules: GraphRules;
  /** Every node that has an id, in order of path and line. */
  readonly placed: readonly PlacedNode[];
  /** The nodes of the graph, in order of id. */
  readonly nodes: ReadonlyMap<NodeId, WholeNode>;
  /** Ids that stand in the project but are not in the graph: used twice, or the node is not whole. */
  readonly absent: ReadonlySet<string>;
  readonly links: readonly ResolvedLink[];
}

/** Places the nodes, takes out those that cannot be in the graph, and resolves every link of the others. */
export function draftGraph(input: GraphInput): Draft {
  const placed = placeNodes(input.files, input.rules);
  const counts = new Map<string, number>();
  for (const { id } of placed) counts.set(id, (counts.get(id) ?? 0) + 1);
  const whole = placed.filter(isWhole).filter(({ id }) => counts.get(id) === 1);
  const nodes = new Map(whole.sort((a, b) => compareText(a.id, b.id)).map((node) => [node.id, node] as const));
  const absent = new Set([...counts.keys()].filter((id) => !nodes.has(id as NodeId)));
  const context = linkContext({ tree: input.tree, rules: input.rules, nodes: nodes.values() });
  return { rules: input.rules, placed, nodes, absent, links: resolveLinks(nodes, context) };
}

function isWhole(node: PlacedNode): node is WholeNode {
  return node.title !== '' && node.family !== null && node.status !== null && node.authority !== null;
}

function resolveLinks(nodes: ReadonlyMap<NodeId, WholeNode>, context: LinkContext): ResolvedLink[] {
  const links: ResolvedLink[] = [];
  const bySource = [...nodes.values()].sort((a, b) => compareText(a.path, b.path) || a.node.line - b.node.line);
  for (const source of bySource) {
    for (const link of source.node.outline.links) {
      const resolution = resolveHref(link, source.path, context);
      links.push({ source, link, resolution, target: targetOf(resolution, source, nodes) });
    }
  }
  return links;
}

function targetOf(resolution: Resolution, source: WholeNode, nodes: ReadonlyMap<NodeId, WholeNode>): WholeNode | null {
  if (resolution.outcome === 'here') return source;
  if (resolution.outcome !== 'found' || resolution.node === null) return null;
  return nodes.get(resolution.node) ?? null;
}
