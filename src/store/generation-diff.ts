/** The receipt of the latest transition: what changed between the generation before and this one, within a bound. */
import { canonicalJson, limits, type Sha256 } from '../base/index.ts';
import { type GenerationDiffPaper, generationDiffSchema, isBroken, openSealed, seal } from '../contract/index.ts';
import { type DiffGraph, type DiffNode, diffGraphs, type Graph, type GraphDiff } from '../graph/index.ts';
import type { Project } from '../project/index.ts';
import type { Database } from './database.ts';
import { DIFF } from './layout.ts';
import { readDerived } from './read-derived.ts';

const EMPTY: DiffGraph = { nodes: new Map(), edges: [] };

/** The graph of an image, as a comparison needs it. */
export function diffGraphOf(database: Database): DiffGraph {
  const hash = (cell: unknown): Sha256 => `sha256:${Buffer.from(cell as Uint8Array).toString('hex')}` as Sha256;
  const nodes = new Map<string, DiffNode>();
  const ids: string[] = [];
  const rows = database.rows(
    'select n.node_id, f.path, n.content_hash, n.metadata_digest, n.relations_digest, n.body_digest ' +
      'from node n join file f on f.id = n.file order by n.id',
  );
  for (const [id, path, content, metadata, relations, body] of rows) {
    ids.push(id as string);
    nodes.set(id as string, {
      id: id as string,
      path: path as string,
      content_hash: hash(content),
      metadata_digest: hash(metadata),
      relations_digest: hash(relations),
      body_digest: hash(body),
    });
  }
  const edges = database.rows('select source, target, type from edge').map(([source, target, type]) => ({
    source: ids[source as number]!,
    target: ids[target as number]!,
    type: type as string,
  }));
  return { nodes, edges };
}

/** The receipt of a transition; `before` is `null` for the first generation. */
export function transitionReceipt(
  before: { readonly generation: Sha256; readonly graph: DiffGraph } | null,
  after: Graph,
): GenerationDiffPaper {
  const diff = diffGraphs(before?.graph ?? EMPTY, after);
  const complete = diff.nodes.length <= limits.diff_rows_max && diff.edges.length <= limits.diff_rows_max;
  return seal<GenerationDiffPaper>({
    schema: 'docforge.generation-diff/1',
    header: {
      generation_before: before?.generation ?? null,
      generation_after: after.generation,
      ...countsOf(diff),
      complete,
    },
    nodes: diff.nodes.slice(0, limits.diff_rows_max),
    edges: diff.edges.slice(0, limits.diff_rows_max),
  });
}

function countsOf(diff: GraphDiff): Pick<GenerationDiffPaper['header'], 'nodes' | 'edges'> {
  const added = diff.nodes.filter((node) => node.changes[0] === 'added').length;
  const removed = diff.nodes.filter((node) => node.changes[0] === 'removed').length;
  const edgesAdded = diff.edges.filter((edge) => edge.change === 'added').length;
  return {
    nodes: { added, removed, changed: diff.nodes.length - added - removed },
    edges: { added: edgesAdded, removed: diff.edges.length - edgesAdded },
  };
}

/** Publishes a receipt. */
export async function publishTransition(project: Project, receipt: GenerationDiffPaper): Promise<void> {
  await project.disk.publish(DIFF, Buffer.from(canonicalJson(receipt)));
}

/** The receipt that leads to a generation, or `null` when there is none that is whole. */
export function loadTransition(project: Project, generation: Sha256): GenerationDiffPaper | null {
  const bytes = readDerived(project.disk, DIFF, limits.document_bytes_max);
  if (bytes === null) return null;
  const receipt = openSealed(generationDiffSchema, bytes);
  return isBroken(receipt) || receipt.header.generation_after !== generation ? null : receipt;
}
