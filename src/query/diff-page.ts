/** The latest transition, page by page. */
import { refuse } from '../base/index.ts';
import type { EdgeChange, GenerationDiffPage, NodeChange } from '../contract/index.ts';
import type { Index } from '../store/index.ts';
import { type Page, type Paging, pageOf } from './cursor.ts';

export interface DiffAnswer {
  readonly receipt: GenerationDiffPage;
  readonly page: Page;
}

type Change = { readonly node: NodeChange } | { readonly edge: EdgeChange };

/**
 * A page of the transition that led to this generation: changed nodes first, then edges. Refuses `no_transition`,
 * `invalid_limit`, `stale_cursor`, `invalid_cursor`.
 */
export function diffPage(index: Index, paging: Paging = {}): DiffAnswer {
  const stored = index.transition();
  if (!stored) return refuse('no_transition', {});
  const changes: Change[] = [...stored.nodes.map((node) => ({ node })), ...stored.edges.map((edge) => ({ edge }))];
  const { rows, page } = pageOf(index, { diff: stored.hash }, changes, paging);
  const receipt: GenerationDiffPage = {
    schema: 'docforge.generation-diff-page/1',
    receipt_header: stored.header,
    stored_receipt_hash: stored.hash,
    nodes: rows.flatMap((change) => ('node' in change ? [change.node] : [])),
    edges: rows.flatMap((change) => ('edge' in change ? [change.edge] : [])),
  };
  return { receipt, page };
}
