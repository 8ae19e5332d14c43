/** Edges: what nodes declare, and what the links of their text say. */
import { compareText, type NodeId } from '../base/index.ts';
import type { Draft } from './draft.ts';
import type { GraphEdge } from './types.ts';

/** The type of the edge that a link in the text makes. */
export const LINKS_TO = 'links_to';

/**
 * All edges between nodes of the graph, sorted by source, type, target, provenance and line. A relation that is
 * declared twice is one edge, at its first line; a link makes one edge for each target and part it names; a link
 * within the page makes none.
 */
export function buildEdges(draft: Draft): GraphEdge[] {
  return [...declared(draft), ...linked(draft)].sort(compareEdges);
}

/** The one order of edges. */
export function compareEdges(a: GraphEdge, b: GraphEdge): number {
  return (
    compareText(a.source, b.source) ||
    compareText(a.type, b.type) ||
    compareText(a.target, b.target) ||
    compareText(a.provenance, b.provenance) ||
    a.line - b.line ||
    compareText(a.fragment ?? '', b.fragment ?? '')
  );
}

function declared(draft: Draft): GraphEdge[] {
  const edges: GraphEdge[] = [];
  for (const { id, path, node } of draft.nodes.values()) {
    const seen = new Set<string>();
    for (const { type, target, note, line } of node.relations) {
      const key = `${type}\u0000${target}`;
      if (seen.has(key) || !draft.nodes.has(target as NodeId)) continue;
      seen.add(key);
      const said = note === undefined ? {} : { note };
      edges.push({ source: id, target: target as NodeId, type, provenance: 'declared', ...said, path, line });
    }
  }
  return edges;
}

function linked(draft: Draft): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const { source, link, target } of draft.links) {
    if (target === null || target.id === source.id) continue;
    const fragment = link.fragment ? { fragment: link.fragment } : {};
    const key = `${source.id}\u0000${target.id}\u0000${link.fragment ?? ''}`;
    const known = edges.get(key);
    if (known && known.line <= link.line) continue;
    edges.set(key, {
      source: source.id,
      target: target.id,
      type: LINKS_TO,
      provenance: 'syntax_inferred',
      ...fragment,
      path: source.path,
      line: link.line,
    });
  }
  return [...edges.values()];
}
