/** Nodes by filters, in order of id. */
import { refuse, type Sha256 } from '../base/index.ts';
import type { NodePaper } from '../contract/index.ts';
import type { Index } from '../store/index.ts';
import { formatCursor, type Page, type Paging, pageRows, readCursor } from './cursor.ts';
import { filterCondition, filterLists, type NodeFilters } from './filters.ts';
import { NODE_COLUMNS, NODE_TABLES, nodePaper } from './node-rows.ts';

export interface ListQuestion extends NodeFilters, Paging {}

export interface ListAnswer {
  readonly generation: Sha256;
  /** Without content. */
  readonly nodes: readonly NodePaper[];
  readonly page: Page;
}

/** A page of nodes. Refuses `invalid_limit`, `stale_cursor`, `invalid_cursor`. */
export function listNodes(index: Index, question: ListQuestion = {}): ListAnswer {
  const limit = pageRows(question.limit);
  const key = { list: filterLists(question) };
  const after = readCursor(index, key, question.cursor) ?? '';
  if (typeof after !== 'string') return refuse('invalid_cursor', { reason: 'it cannot be read' });
  const { sql, values } = filterCondition(question);
  const rows = index.rows(
    `select ${NODE_COLUMNS} from ${NODE_TABLES} where n.node_id > ? and ${sql} order by n.node_id limit ?`,
    [after, ...values, limit + 1],
  );
  const total = index.row(`select count(*) from ${NODE_TABLES} where ${sql}`, values)![0] as number;
  const nodes = rows.slice(0, limit).map(nodePaper);
  const cursor = rows.length > limit ? formatCursor(index, key, nodes.at(-1)!.id) : null;
  return { generation: index.generation, nodes, page: { total, cursor } };
}
