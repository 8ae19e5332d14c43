/** One node with everything around it. */
import type { Sha256 } from '../base/index.ts';
import type { EdgePaper, NodePaper } from '../contract/index.ts';
import type { Index } from '../store/index.ts';
import {
  incomingEdges,
  NODE_COLUMNS,
  NODE_TABLES,
  nodePaper,
  numberOf,
  outgoingEdges,
  type Section,
  sectionsOf,
} from './node-rows.ts';

export interface NodeAnswer {
  readonly generation: Sha256;
  /** With its content, as this generation saw it. */
  readonly node: NodePaper;
  readonly sections: readonly Section[];
  readonly outgoing: readonly EdgePaper[];
  readonly incoming: readonly EdgePaper[];
}

/** A node by its exact id. Refuses `node_not_found`, `body_lost`. */
export function showNode(index: Index, id: string): NodeAnswer {
  const number = numberOf(index, id);
  const row = index.row(`select ${NODE_COLUMNS} from ${NODE_TABLES} where n.id = ?`, [number])!;
  return {
    generation: index.generation,
    node: { ...nodePaper(row), content: index.bodyOf(number) },
    sections: sectionsOf(index, number),
    outgoing: outgoingEdges(index, number),
    incoming: incomingEdges(index, number),
  };
}
