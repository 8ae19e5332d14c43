/** What is different between two graphs, each change named for what it is. */
import { compareText, type Sha256 } from '../base/index.ts';
import type { ChangeKind, EdgeChange, NodeChange } from '../contract/index.ts';

/** A node as a comparison needs it: a `GraphNode` is one. */
export interface DiffNode {
  readonly id: string;
  readonly path: string;
  readonly content_hash: Sha256;
  readonly metadata_digest: Sha256;
  readonly relations_digest: Sha256;
  readonly body_digest: Sha256;
}

/** A graph as a comparison needs it: a `Graph` is one. */
export interface DiffGraph {
  readonly nodes: ReadonlyMap<string, DiffNode>;
  readonly edges: Iterable<{ readonly source: string; readonly target: string; readonly type: string }>;
}

export interface GraphDiff {
  /** In order of id. */
  readonly nodes: readonly NodeChange[];
  /** In order of source, type and target; an edge counts once however many links make it. */
  readonly edges: readonly EdgeChange[];
}

/**
 * Compares two graphs. A node is `metadata`, `relations` or `meaning` (its content) where that part's digest differs,
 * `wording` where its bytes differ and its meaning does not, `moved` where it stands in another file. A node that
 * only slid to other lines of its file is not changed.
 */
export function diffGraphs(before: DiffGraph, after: DiffGraph): GraphDiff {
  return { nodes: nodeChanges(before.nodes, after.nodes), edges: edgeChanges(before.edges, after.edges) };
}

function nodeChanges(before: ReadonlyMap<string, DiffNode>, after: ReadonlyMap<string, DiffNode>): NodeChange[] {
  const changes: NodeChange[] = [];
  for (const id of [...new Set([...before.keys(), ...after.keys()])].sort(compareText)) {
    const old = before.get(id);
    const now = after.get(id);
    const kinds = changeKinds(old, now);
    if (kinds.length === 0) continue;
    changes.push({ id, changes: kinds, path_before: old?.path ?? null, path_after: now?.path ?? null });
  }
  return changes;
}

function changeKinds(old: DiffNode | undefined, now: DiffNode | undefined): ChangeKind[] {
  if (old === undefined) return ['added'];
  if (now === undefined) return ['removed'];
  const kinds: ChangeKind[] = [];
  if (old.metadata_digest !== now.metadata_digest) kinds.push('metadata');
  if (old.relations_digest !== now.relations_digest) kinds.push('relations');
  if (old.body_digest !== now.body_digest) kinds.push('meaning');
  if (kinds.length === 0 && old.content_hash !== now.content_hash) kinds.push('wording');
  if (old.path !== now.path) kinds.push('moved');
  return kinds;
}

function edgeChanges(before: DiffGraph['edges'], after: DiffGraph['edges']): EdgeChange[] {
  const old = edgeKeys(before);
  const now = edgeKeys(after);
  const changes: EdgeChange[] = [];
  for (const [key, edge] of now) if (!old.has(key)) changes.push({ change: 'added', ...edge });
  for (const [key, edge] of old) if (!now.has(key)) changes.push({ change: 'removed', ...edge });
  return changes.sort(
    (a, b) => compareText(a.source, b.source) || compareText(a.type, b.type) || compareText(a.target, b.target),
  );
}

function edgeKeys(edges: DiffGraph['edges']): Map<string, Omit<EdgeChange, 'change'>> {
  const keys = new Map<string, Omit<EdgeChange, 'change'>>();
  for (const { source, target, type } of edges)
    keys.set([source, type, target].join('\u0000'), { source, target, type });
  return keys;
}
