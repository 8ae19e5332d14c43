/** Answers about the baseline of accepted problems. */
import type { AcceptedPaper } from '../../contract/index.ts';
import type { Printer } from '../verb.ts';
import { count, type View } from '../view.ts';
import { problemLines, type ShownProblem } from './problems.ts';

interface AcceptData {
  readonly path: string;
  readonly written: boolean;
  readonly accepted: number;
  readonly already: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly rows: number;
  readonly problems: readonly ShownProblem[];
}

/** How many problems of which codes were accepted; each of them where nothing was written. */
export const printAccept: Printer = (result, view) => {
  const data = result.data as unknown as AcceptData;
  const dry = data.accepted > 0 && !data.written;
  const codes = Object.entries(data.codes).map(([code, number]) => `${number} ${code}`);
  const which = codes.length === 0 ? '' : ` (${codes.join(', ')})`;
  let text = dry ? problemLines(data.problems, view) : '';
  text += `${dry ? 'would be accepted' : view.green('accepted')}: ${count(data.accepted, 'problem')}${which}\n`;
  if (data.already > 0)
    text += `${count(data.already, 'problem')} of those named ${wasOrWere(data.already)} accepted before\n`;
  if (dry) return `${text}Nothing was written.\n`;
  return `${text}${data.path} has ${count(data.rows, 'row')}; keep it in version control\n`;
};

interface ListData {
  readonly path: string;
  readonly total: number;
  readonly stale: number;
  readonly rows: readonly (AcceptedPaper & { readonly stale: boolean; readonly line: number | null })[];
}

/** Every row, with why it was accepted. */
export const printList: Printer = (result, view) => {
  const data = result.data as unknown as ListData;
  const rows = data.rows.map((row) => rowText(row, row.stale ? view.yellow('stale') : view.dim('accepted'), view));
  return `${rows.join('')}${count(data.total, 'row')} in ${data.path}, ${data.stale} of them stale\n`;
};

interface PruneData {
  readonly path: string;
  readonly written: boolean;
  readonly removed: number;
  readonly rows: number;
  readonly stale: readonly AcceptedPaper[];
}

/** What was taken out. */
export const printPrune: Printer = (result, view) => {
  const data = result.data as unknown as PruneData;
  const dry = data.removed > 0 && !data.written;
  const rows = data.stale.map((row) => rowText(row, view.yellow('stale'), view));
  const done = dry ? 'would be taken out' : view.green('taken out');
  const last = dry ? 'Nothing was written.\n' : `${data.path} has ${count(data.rows, 'row')}\n`;
  return `${rows.join('')}${done}: ${count(data.removed, 'row')}\n${last}`;
};

function rowText({ code, file, node, says, reason }: AcceptedPaper, state: string, view: View): string {
  const place = file ?? node ?? 'project';
  return `${view.bold(place)}: ${state}: ${says} ${view.dim(`[${code}]`)}\n  because: ${reason}\n`;
}

function wasOrWere(number: number): string {
  return number === 1 ? 'was' : 'were';
}
