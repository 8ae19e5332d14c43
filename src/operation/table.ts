/** The table: for every name of the list, the row with its schemas and handler, loaded by family when asked for. */
import type { OperationName } from './list.ts';
import type { Row } from './row.ts';

type Family = () => Promise<Readonly<Partial<Record<OperationName, Row>>>>;

const start: Family = async () => (await import('./rows/start.ts')).rows;
const checking: Family = async () => (await import('./rows/check.ts')).rows;
const accepting: Family = async () => (await import('./rows/baseline.ts')).rows;
const indexing: Family = async () => (await import('./rows/index-rows.ts')).rows;
const asking: Family = async () => (await import('./rows/ask.ts')).rows;
const proposing: Family = async () => (await import('./rows/propose.ts')).rows;
const editing: Family = async () => (await import('./rows/edit.ts')).rows;
const lifecycle: Family = async () => (await import('./rows/lifecycle.ts')).rows;
const reviewing: Family = async () => (await import('./rows/review.ts')).rows;
const applying: Family = async () => (await import('./rows/apply.ts')).rows;

const families: Readonly<Record<OperationName, Family>> = {
  init: start,
  doctor: start,
  check: checking,
  baseline_accept: accepting,
  baseline_list: accepting,
  baseline_prune: accepting,
  index_build: indexing,
  index_status: indexing,
  index_verify: indexing,
  search: asking,
  show: asking,
  list: asking,
  neighbors: asking,
  path: asking,
  impact: asking,
  diff: asking,
  propose: proposing,
  edit: editing,
  import: proposing,
  changeset_list: lifecycle,
  changeset_show: lifecycle,
  changeset_ready: lifecycle,
  changeset_rebase: lifecycle,
  changeset_abandon: lifecycle,
  review: reviewing,
  approve: reviewing,
  comment: reviewing,
  request_changes: reviewing,
  apply: applying,
  rollback: applying,
  recover: applying,
  audit: applying,
};

/** The row of an operation. */
export async function loadRow(name: OperationName): Promise<Row> {
  const row = (await families[name]())[name];
  if (row === undefined) throw new Error(`the family of ${name} does not hold its row`);
  return row;
}
