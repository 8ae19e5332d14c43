/** Edges: what nodes declare, and what the links of their text say. */
import { compareText, type NodeId } from '../base/index.ts';
import type { Draft, ResolvedLink, WholeNode } from './draft.ts';
import type { GraphEdge } from './types.ts';

/** The type of the edge that a link in the text makes. */
export const LINKS_TO = 'links_to';

/**
 * All edges between nodes of the graph, sorted by source, type, target, provenance and line. A relation that is
 * declared twice is one edge, at its first line; a link makes one edge for each target and part it names; a link
 * within the page makes none.
 */
export function buildEdges(draft: Draft): GraphEdge[] {
  const bySource = new Map<NodeId, ResolvedLink[]>();
  for (const resolved of draft.links) {
    if (resolved.target === null || resolved.target === resolved.source) continue;
    const links = bySource.get(resolved.source.id);
    if (links) links.push(resolved);
    else bySource.set(resolved.source.id, [resolved]);
  }
  const edges: GraphEdge[] = [];
  for (const node of draft.nodes.values()) {
    const own = [...declared(node, draft), ...linked(bySource.get(node.id) ?? [])];
    for (const edge of own.sort(compareOfOneSource)) edges.push(edge);
  }
  return edges;
}

function compareOfOneSource(a: GraphEdge, b: GraphEdge): number {
  return (
    compareText(a.type, b.type) ||
    compareText(a.target, b.target) ||
    compareText(a.provenance, b.provenance) ||
    a.line - b.line ||
    compareText(a.fragment ?? '', b.fragment ?? '')
  );
}

function declared({ id, path, node }: WholeNode, draft: Draft): GraphEdge[] {
  const edges: GraphEdge[] = [];
  const seen = new Set<string>();
  for (const { type, target, note, line } of node.relations) {
    const key = `${type}\u0000${target}`;
    if (seen.has(key) || !draft.nodes.has(target as NodeId)) continue;
    seen.add(key);
    const said = note === undefined ? {} : { note };
    edges.push({ source: id, target: target as NodeId, type, provenance: 'declared', ...said, path, line });
  }
  return edges;
}

const NO_FRAGMENT = {};

/** The edges of the links of one node. */
function linked(links: readonly ResolvedLink[]): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const { source, link, target } of links) {
    const fragment = link.fragment || null;
    const key = fragment === null ? target!.id : `${target!.id}\u0000${fragment}`;
    const known = edges.get(key);
    if (known && known.line <= link.line) continue;
    edges.set(key, {
      source: source.id,
      target: target!.id,
      type: LINKS_TO,
      provenance: 'syntax_inferred',
      ...(fragment === null ? NO_FRAGMENT : { fragment }),
      path: source.path,
      line: link.line,
    });
  }
  return [...edges.values()];
}
