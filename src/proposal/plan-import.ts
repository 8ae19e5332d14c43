/** Import: the adoptions that give every page of a vault its canonical block. */
import type { AdoptOperation } from '../contract/index.ts';
import type { Snapshot } from '../store/index.ts';

export interface ImportPlan {
  /** One adoption a page, in order of path, with its expected hash. */
  readonly operations: readonly AdoptOperation[];
  /** Pages that are not taken, in order of path: their front matter or their bytes cannot be read. */
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
}

/** Plans the import of a whole vault. Pages that have their block already are not mentioned. Pure. */
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
      operations.push({ op: 'adopt', id: node.id, expect: node.content_hash, path });
    }
  }
  return { operations, left_out: left };
}
