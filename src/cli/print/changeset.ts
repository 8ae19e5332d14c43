/** Changesets: one that was proposed or led a step on, one as it is stored, and the list of them. */
import type { Printer } from '../verb.ts';
import { columns, count, type View } from '../view.ts';
import { problemLines, type ShownProblem } from './problems.ts';

interface Summary {
  readonly id: string;
  readonly revision: number;
  readonly state: string;
  readonly title: string;
  readonly creator: string;
  readonly reason: string;
  readonly operations: readonly { readonly op: string; readonly id: string }[];
  readonly files: readonly { readonly path: string; readonly before: string | null; readonly after: string | null }[];
  readonly hash: string;
}

interface Proposed {
  readonly changeset: Summary;
  readonly problems: { readonly caused: readonly ShownProblem[]; readonly fixed: readonly ShownProblem[] } | null;
}

/** Rows of operations and files that are shown of a large changeset. */
const ROWS_MAX = 20;

/** The changeset, what it would cause, and what comes next. */
export const printProposed: Printer = (result, view) => {
  const { changeset, problems } = result.data as unknown as Proposed;
  return summaryText(changeset, view) + changesText(problems, view) + nextText(changeset, view);
};

function summaryText(changeset: Summary, view: View): string {
  const { id, revision, state, title, creator, reason, operations, files, hash } = changeset;
  const paint = state === 'ready' ? view.green : state === 'draft' ? view.yellow : view.dim;
  let text = `${view.bold(id)} ${paint(state)}, revision ${revision}, by ${creator}\n  ${title}\n`;
  if (reason !== '') text += `  ${reason}\n`;
  text += columns(
    operations.slice(0, ROWS_MAX).map((row) => ['  ', row.op, row.id]),
    (cell) => cell,
  );
  if (operations.length > ROWS_MAX) text += `    … and ${operations.length - ROWS_MAX} more operations\n`;
  for (const file of files.slice(0, ROWS_MAX)) text += `  ${mark(file, view)} ${file.path}\n`;
  if (files.length > ROWS_MAX) text += `  … and ${files.length - ROWS_MAX} more files\n`;
  return `${text}  ${view.dim(hash)}\n`;
}

function mark(file: Summary['files'][number], view: View): string {
  if (file.before === null) return view.green('A');
  return file.after === null ? view.red('D') : view.yellow('M');
}

function changesText(problems: Proposed['problems'], view: View): string {
  if (problems === null || problems.caused.length + problems.fixed.length === 0) return '';
  const { caused, fixed } = problems;
  const head = `${count(caused.length, 'new problem')}, ${count(fixed.length, 'problem')} fixed\n`;
  return head + problemLines(caused.slice(0, ROWS_MAX), view);
}

function nextText({ id, state }: Summary, view: View): string {
  if (state === 'draft') return view.dim(`Next: docforge review ${id}, docforge changeset ready ${id}\n`);
  return state === 'ready' ? view.dim(`Next: docforge review ${id}\n`) : '';
}

interface Imported {
  readonly left_out: readonly { readonly path: string; readonly reason: string }[];
  readonly pages: readonly { readonly id: string; readonly path: string }[];
  readonly changeset: Summary | null;
  readonly problems: Proposed['problems'];
}

/** The pages that get their block, and the changeset when it was made. */
export const printImport: Printer = (result, view) => {
  const { pages, left_out, changeset, problems } = result.data as unknown as Imported;
  const left = left_out.map((row) => `${view.yellow('left out')}: ${row.path}: ${row.reason}\n`).join('');
  if (changeset !== null) {
    return summaryText(changeset, view) + changesText(problems, view) + left + nextText(changeset, view);
  }
  if (pages.length === 0) return `${left}No page is left that could be given a block of its own.\n`;
  const rows = pages.slice(0, ROWS_MAX).map((row) => ['  ', row.path, row.id]);
  const more = pages.length > ROWS_MAX ? `  … and ${pages.length - ROWS_MAX} more\n` : '';
  const table = columns(rows, (cell, i) => (i === 2 ? view.bold(cell) : cell));
  return (
    `${table}${more}${left}${count(pages.length, 'page')} would get a block of ${pages.length === 1 ? 'its' : 'their'} own. ` +
    'Nothing was written.\nWith --yes this becomes a changeset, to be reviewed and applied like any other.\n'
  );
};

/** One changeset as it is stored, in short; `--json` holds the whole of it. */
export const printChangeset: Printer = (result, view) => {
  const { changeset } = result.data as unknown as { readonly changeset: Summary & { readonly rationale: string } };
  const rationale = changeset.rationale === '' ? '' : `\n${changeset.rationale}\n`;
  return summaryText(changeset, view) + rationale + nextText(changeset, view);
};

interface ListRow {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly creator: string;
  readonly files: readonly string[];
  readonly approved_by: readonly string[];
}

interface ListData {
  readonly changesets: readonly ListRow[];
  readonly counts: Readonly<Record<string, number>>;
}

/** One line each, then how many there are of each status. */
export const printChangesets: Printer = (result, view) => {
  const { changesets, counts } = result.data as unknown as ListData;
  const rows = changesets.map((row) => [row.id, row.status, row.creator, count(row.files.length, 'file'), row.title]);
  const total = Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([status, number]) => `${number} ${status.replaceAll('_', ' ')}`);
  return (
    columns(rows, (cell, i) => (i === 0 ? view.bold(cell) : i === 1 ? statusPaint(cell, view) : cell)) +
    view.dim(`${total.length === 0 ? 'no changesets' : total.join(', ')}\n`)
  );
};

function statusPaint(status: string, view: View): string {
  if (status === 'approved' || status === 'applied') return view.green(status);
  if (status === 'stale' || status === 'damaged') return view.red(status);
  return status === 'draft' ? view.yellow(status) : status;
}
