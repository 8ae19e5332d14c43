/** Publishing: the plan, what was done, what was recovered, and the audit. */
import type { Printer } from '../verb.ts';
import { columns, count, type View } from '../view.ts';
import { problemLines, type ShownProblem } from './problems.ts';

interface Fate {
  readonly path: string;
  readonly now: string;
}

interface Kept {
  readonly path: string | null;
  readonly kept: string;
}

interface RecoveredRow {
  readonly transaction: string;
  readonly outcome: string;
  readonly purpose: { readonly kind: string; readonly changeset: string } | null;
  readonly files: readonly Fate[];
  readonly rescued: readonly Kept[];
  readonly retired: readonly Kept[];
}

interface ReportData {
  readonly possible: boolean;
  readonly outcome: string;
  readonly plan: {
    readonly purpose: { readonly kind: string; readonly changeset: string; readonly changeset_hash: string };
    readonly files: readonly { readonly path: string; readonly action: string; readonly bytes: number }[];
    readonly folders: readonly string[];
    readonly mode: string;
    readonly flushes: number;
    readonly approvals_needed: number;
    readonly approved_by: readonly string[];
    readonly blockers: readonly { readonly code: string; readonly message: string; readonly remedy: string }[];
    readonly pending: readonly string[];
  };
  readonly receipt: { readonly sequence: number; readonly hash: string; readonly files: readonly unknown[] } | null;
  readonly rescued: readonly Kept[];
  readonly retired: readonly Kept[];
  readonly recovered: readonly RecoveredRow[];
}

const ROWS_MAX = 40;
const MARKS: Readonly<Record<string, string>> = { create: 'A', update: 'M', delete: 'D' };

/** The whole plan of a dry run; or what was published, with its receipt. */
export const printApply: Printer = (result, view) => {
  const data = result.data as unknown as ReportData;
  const { plan, outcome, receipt } = data;
  let text = data.recovered.map((row) => recoveredText(row, view)).join('');
  if (outcome === 'planned') return text + planText(data, view);
  const done = plan.purpose.kind === 'rollback' ? 'rolled back' : 'applied';
  text += `${view.green(done)}: ${view.bold(plan.purpose.changeset)}, ${count(plan.files.length, 'file')}\n`;
  text += filesText(plan.files, view);
  text += keptText(data, view);
  if (receipt === null) return text;
  text += `receipt ${receipt.sequence}, ${plan.mode} publication\n${view.dim(receipt.hash)}\n`;
  if (plan.purpose.kind === 'rollback') return text;
  return text + view.dim(`To take it back: docforge rollback ${receipt.sequence} --as APPLIER\n`);
};

function filesText(files: ReportData['plan']['files'], view: View): string {
  const rows = files.slice(0, ROWS_MAX).map((file) => ['  ', MARKS[file.action] ?? '?', file.path]);
  const paint = (cell: string, i: number) =>
    i !== 1 ? cell : cell === 'A' ? view.green(cell) : cell === 'D' ? view.red(cell) : view.yellow(cell);
  const more = files.length > ROWS_MAX ? `  … and ${files.length - ROWS_MAX} more files\n` : '';
  return columns(rows, paint) + more;
}

function planText({ plan, possible }: ReportData, view: View): string {
  const by = plan.approved_by.length === 0 ? 'nobody' : plan.approved_by.join(', ');
  let text = `${view.bold(plan.purpose.kind)} ${plan.purpose.changeset} would publish ${count(plan.files.length, 'file')}:\n`;
  text += filesText(plan.files, view);
  for (const folder of plan.folders) text += `  new folder ${folder}\n`;
  if (plan.purpose.kind === 'apply') text += `approved by ${by}; ${count(plan.approvals_needed, 'approval')} needed\n`;
  text += `${plan.mode} publication, ${count(plan.flushes, 'flush', 'flushes')}\n`;
  for (const name of plan.pending) text += `${view.yellow('ended first')}: the interrupted application ${name}\n`;
  for (const row of plan.blockers) text += `${view.red('in the way')}: ${row.message}\n  ${row.remedy}\n`;
  return `${text}${possible ? view.green('nothing stands in the way') : view.red('it cannot be published now')}. Nothing was changed.\n`;
}

function keptText({ rescued, retired }: Pick<ReportData, 'rescued' | 'retired'>, view: View): string {
  let text = '';
  for (const row of rescued) text += `  ${view.yellow('rescued')} ${row.path ?? 'a file'}: kept at ${row.kept}\n`;
  for (const row of retired) text += `  ${view.dim('retired')} ${row.path ?? 'a file'}: kept at ${row.kept}\n`;
  return text;
}

function recoveredText(row: RecoveredRow, view: View): string {
  const purpose = row.purpose === null ? '' : ` (${row.purpose.kind} of ${row.purpose.changeset})`;
  let text = `${view.bold('recovered')} ${row.transaction}${purpose}: ${row.outcome.replaceAll('_', ' ')}\n`;
  for (const file of row.files) text += `  ${file.path}: ${fateText(file.now)}\n`;
  return text + keptText(row, view);
}

function fateText(now: string): string {
  if (now === 'before') return 'as it was before';
  return now === 'after' ? 'as it was approved' : 'as somebody else left it';
}

interface RecoverData {
  readonly clean: boolean;
  readonly recovered: readonly RecoveredRow[];
}

/** What was ended, and what became of each file. */
export const printRecover: Printer = (result, view) => {
  const { clean, recovered } = result.data as unknown as RecoverData;
  const text = recovered.map((row) => recoveredText(row, view)).join('');
  if (recovered.length === 0) return `${view.green('clean')}: nothing was interrupted\n`;
  return `${text}${clean ? view.green('clean') : view.red('something is left that could not be ended')}\n`;
};

interface AuditData {
  readonly clean: boolean;
  readonly receipts: number;
  readonly head: string | null;
  readonly problems: readonly ShownProblem[];
  readonly unreceipted: readonly unknown[];
  readonly rescued: readonly string[];
  readonly retired: readonly string[];
}

/** What the ledger says, and every byte it does not explain. */
export const printAudit: Printer = (result, view) => {
  const data = result.data as unknown as AuditData;
  let text = problemLines(data.problems, view);
  text += `${count(data.receipts, 'receipt')}${data.head === null ? '' : `, the last is ${data.head}`}\n`;
  text += `${count(data.unreceipted.length, 'document')} never touched by a receipt\n`;
  for (const path of data.rescued) text += `${view.yellow('rescued')}: ${path}\n`;
  for (const path of data.retired) text += `${view.dim('retired')}: ${path}\n`;
  return `${text}${data.clean ? view.green('clean') : view.red('not clean')}\n`;
};
