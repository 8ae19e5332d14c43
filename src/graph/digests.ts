/**
 * What a node means, told from what it is called and where it stands.
 *
 * Invariants: a semantic digest holds no id, path, line, order of keys, tags or relations, and no mark of style; a
 * closure digest depends on ids only through the order in which the closures of the dependencies are folded, and a
 * cycle is folded as one unit. The generation holds all of it, places and problems too.
 *
 * A dependency is a declared relation whose type may not lead back to its start (`depends_on`, and each relation
 * that the descriptor marks acyclic). Links and other relations are context and are not folded. A dependency that
 * leads to no node is folded as unknown: it is not a dependency that does not exist.
 */
import {
  compareText,
  DIGEST_SCHEMA,
  EXTRACTION_SCHEMA,
  hashBytes,
  hashJson,
  type NodeId,
  type Problem,
  type Sha256,
  type TomlTable,
} from '../base/index.ts';
import type { ExtractedRelation } from '../source/index.ts';
import { stronglyConnected } from './components.ts';
import type { Draft, WholeNode } from './draft.ts';
import type { GraphEdge, GraphNode, GraphRules } from './types.ts';

/** The digests of one node without its surroundings. */
export interface OwnDigests {
  readonly metadata_digest: Sha256;
  readonly relations_digest: Sha256;
  readonly body_digest: Sha256;
  readonly semantic_digest: Sha256;
}

/** Whether a relation may not lead back to its start, and so makes its target a dependency. */
export function isAcyclic(type: string, rules: Pick<GraphRules, 'relations'>): boolean {
  return type === 'depends_on' || rules.relations.get(type)?.acyclic === true;
}

/** Digests of the meaning of one node. */
export function ownDigests({ family, title, status, authority, node }: WholeNode): OwnDigests {
  const tags = node.tags.length < 2 ? node.tags : [...new Set(node.tags)].sort(compareText);
  const metadata_digest = hashRows([
    [DIGEST_SCHEMA, family, title, status, authority],
    tags,
    [tableHash(node.fields), tableHash(node.extra)],
  ]);
  const relations_digest = node.relations.length === 0 ? NOTHING : hashRows(relationRows(node.relations));
  const { body_digest } = node;
  const semantic_digest = hashRows([[DIGEST_SCHEMA, metadata_digest, relations_digest, body_digest]]);
  return { metadata_digest, relations_digest, body_digest, semantic_digest };
}

const NOTHING = hashJson([]);
const EMPTY_TABLE = hashJson({});

function tableHash(table: TomlTable): Sha256 {
  for (const _ in table) return hashJson(table);
  return EMPTY_TABLE;
}

function relationRows(relations: readonly ExtractedRelation[]): string[][] {
  const rows = new Map(
    relations.map(({ type, target, note }) => {
      const row = note === undefined ? [type, target] : [type, target, note];
      return [row.join('\u0000'), row] as const;
    }),
  );
  return [...rows.keys()].sort(compareText).map((key) => rows.get(key)!);
}

/** The closure digest of every node of the draft. Linear in nodes and relations, without recursion. */
export function closureDigests(draft: Draft, semantic: ReadonlyMap<NodeId, Sha256>): Map<NodeId, Sha256> {
  const dependencies = new Map<string, readonly string[]>();
  for (const { id, node } of draft.nodes.values()) {
    const targets = node.relations.filter(({ type }) => isAcyclic(type, draft.rules)).map(({ target }) => target);
    dependencies.set(id, targets.length < 2 ? targets : [...new Set(targets)].sort(compareText));
  }
  const closures = new Map<NodeId, Sha256>();
  for (const members of stronglyConnected(dependencies.keys(), (id) => dependencies.get(id)!)) {
    foldComponent(members as NodeId[], dependencies, semantic, closures);
  }
  return closures;
}

function foldComponent(
  members: readonly NodeId[],
  dependencies: ReadonlyMap<string, readonly string[]>,
  semantic: ReadonlyMap<NodeId, Sha256>,
  closures: Map<NodeId, Sha256>,
): void {
  const inside = new Set<string>(members);
  const outside = new Set(members.flatMap((id) => dependencies.get(id)!.filter((target) => !inside.has(target))));
  const folded = [...outside].sort(compareText).map((id) => closures.get(id as NodeId) ?? `unknown:${id}`);
  const cycle = members.length === 1 ? null : hashRows([members.map((id) => semantic.get(id)!), folded]);
  for (const id of members) {
    const own = [DIGEST_SCHEMA, semantic.get(id)!];
    closures.set(id, hashRows(cycle === null ? [own, folded] : [own, [cycle]]));
  }
}

/** Hash of everything that answers depend on. */
export function generationOf(
  nodes: Iterable<GraphNode>,
  edges: readonly GraphEdge[],
  problems: readonly Problem[],
): Sha256 {
  const rows: unknown[][] = [[DIGEST_SCHEMA, EXTRACTION_SCHEMA]];
  for (const n of nodes) {
    rows.push([n.id, n.path, n.format, n.line, n.content_line, n.end_line]);
    rows.push([n.content_hash, n.body_hash, n.semantic_digest, n.closure_digest]);
  }
  rows.push(['edges']);
  for (const e of edges) {
    rows.push([e.source, e.type, e.target, e.provenance, e.note ?? null, e.fragment ?? null, e.path, e.line]);
  }
  rows.push(['problems']);
  for (const p of problems) {
    rows.push([p.code, p.severity, p.message, p.file ?? null, p.line ?? null, p.column ?? null, p.node ?? null]);
  }
  return hashRows(rows);
}

/**
 * The hash of rows of texts, integers and `null`: equal to `hashJson` of the same rows, but a hundred thousand rows
 * are written by the engine's own writer, which differs from canonical JSON only in letters outside ASCII.
 */
export function hashRows(rows: readonly (readonly unknown[])[]): Sha256 {
  const text = JSON.stringify(rows);
  return hashBytes(text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
