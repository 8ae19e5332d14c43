/**
 * From extractions to one validated graph, the whole way in one place:
 *
 *   files -> placed nodes -> draft (whole nodes, resolved links) -> rules -> problems
 *                                                               -> edges, digests, generation
 *
 * Invariants: pure; the result does not depend on the order of the files; every problem is collected and none stops
 * the others; no recursion over input.
 */
import { type NodeId, type Problem, type Sha256, sortProblems } from '../base/index.ts';
import { closureDigests, generationOf, ownDigests } from './digests.ts';
import { type Draft, draftGraph } from './draft.ts';
import { buildEdges } from './edges.ts';
import { rules } from './rules/all.ts';
import type { GraphInput, GraphNode, GraphResult, GraphRules } from './types.ts';

/** Builds the graph of a project and collects every problem of its files and of the graph. */
export function buildGraph(input: GraphInput): GraphResult {
  const draft = draftGraph(input);
  const found = [...fileProblems(input), ...rules.flatMap((rule) => rule(draft))];
  const problems = sortProblems(withSeverities(found, input.rules));
  const nodes = buildNodes(draft);
  const edges = buildEdges(draft);
  return { graph: { nodes, edges, generation: generationOf(nodes.values(), edges, problems) }, problems };
}

function* fileProblems(input: GraphInput): Generator<Problem> {
  for (const { path, extraction } of input.files) {
    for (const problem of extraction.problems) yield { ...problem, file: path };
  }
}

/** Codes that are warnings in a vault unless the descriptor says otherwise: its pages were written for other tools. */
const LENIENT_IN_VAULT: ReadonlySet<string> = new Set(['dead_link', 'dead_anchor', 'ambiguous_link']);

function withSeverities(problems: readonly Problem[], rules: GraphRules): Problem[] {
  const kept: Problem[] = [];
  for (const problem of problems) {
    const lenient = rules.vault !== undefined && LENIENT_IN_VAULT.has(problem.code) ? 'warning' : problem.severity;
    const severity = rules.severities.get(problem.code) ?? lenient;
    if (severity !== 'off') kept.push(severity === problem.severity ? problem : { ...problem, severity });
  }
  return kept;
}

function buildNodes(draft: Draft): Map<NodeId, GraphNode> {
  const own = new Map([...draft.nodes.values()].map((node) => [node.id, ownDigests(node)] as const));
  const semantic = new Map<NodeId, Sha256>([...own].map(([id, digests]) => [id, digests.semantic_digest]));
  const closures = closureDigests(draft, semantic);
  const nodes = new Map<NodeId, GraphNode>();
  for (const placed of draft.nodes.values()) {
    const { node } = placed;
    const digests = own.get(placed.id)!;
    nodes.set(placed.id, {
      id: placed.id,
      family: placed.family,
      title: placed.title,
      status: placed.status,
      authority: placed.authority,
      tags: node.tags,
      relations: node.relations,
      fields: node.fields,
      extra: node.extra,
      path: placed.path,
      format: placed.format,
      line: node.line,
      content_line: node.content_line,
      end_line: node.end_line,
      content_hash: node.content_hash,
      body_hash: node.body_hash,
      body_bytes: node.body_bytes,
      metadata_digest: digests.metadata_digest,
      relations_digest: digests.relations_digest,
      body_digest: digests.body_digest,
      semantic_digest: digests.semantic_digest,
      closure_digest: closures.get(placed.id)!,
      outline: node.outline,
    });
  }
  return nodes;
}
