/** Import: the adoptions that give every page of a vault its canonical block. */
import { Refusal, sortedBy } from '../base/index.ts';
import type { AdoptOperation } from '../contract/index.ts';
import type { GraphNode } from '../graph/index.ts';
import type { Snapshot } from '../store/index.ts';
import { adoptedBytes } from './operate-adopt.ts';

/** Problems of names that a scan does not take. */
const NOT_TAKEN: readonly string[] = ['unsafe_name', 'skipped_link', 'skipped_special', 'too_deep'];

export interface ImportPlan {
  /** One adoption a page, in order of path, with its expected hash. */
  readonly operations: readonly AdoptOperation[];
  /** Pages that are not taken, in order of path: their front matter cannot be read, or the block cannot be written. */
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
}

/** Plans the import of a whole vault, trying each page. Pages that have their block already are not mentioned. */
export function planImport(snapshot: Snapshot): ImportPlan {
  const nodes = new Map([...snapshot.graph.nodes.values()].map((node) => [node.path, node]));
  const operations: AdoptOperation[] = [];
  const left: { path: string; reason: string }[] = [];
  for (const { path, extraction } of snapshot.files) {
    if (snapshot.project.formatOf(path) !== 'vault') continue;
    const unreadable = extraction.problems.find(({ code }) => code === 'unreadable_front_matter');
    const node = nodes.get(path);
    if (unreadable) left.push({ path, reason: unreadable.message });
    else if (node === undefined) left.push({ path, reason: extraction.problems[0]?.message ?? 'it is not a node' });
    else if (node.format === 'vault') {
      const reason = whyNot(snapshot, node);
      if (reason !== null) left.push({ path, reason });
      else operations.push({ op: 'adopt', id: node.id, expect: node.content_hash, path });
    }
  }
  for (const { code, file, message } of snapshot.problems) {
    if (file !== undefined && NOT_TAKEN.includes(code)) left.push({ path: file, reason: message });
  }
  return { operations, left_out: sortedBy(left, (row) => row.path) };
}

/** Tries the adoption of one page; the reason when it cannot be written. */
function whyNot(snapshot: Snapshot, node: GraphNode): string | null {
  try {
    adoptedBytes(snapshot.bytesOf(node.path), node);
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'cannot_serialize') return String(error.details.reason);
    throw error;
  }
}
