/** The answer of `check` for a person: every problem at its place, then the figures. */
import type { Printer } from '../verb.ts';
import { count, type View } from '../view.ts';
import { type CheckData, type Counts, checkData } from './check-data.ts';
import { problemLines } from './problems.ts';

export const printCheck: Printer = (result, view) => {
  const data = checkData(result);
  const more = result.page?.cursor ? `… more: docforge check --cursor ${result.page.cursor}\n` : '';
  return problemLines(data.problems, view) + more + figures(data, view);
};

/** The verdict and what it stands on, in lines. */
export function figures(data: CheckData, view: View): string {
  const found = countsText(data.counts);
  const size = `${count(data.files, 'file')}, ${count(data.nodes, 'node')}, ${count(data.edges, 'edge')}`;
  const strictly = data.strict && data.counts.error === 0 && !data.valid ? ' (warnings count, by --strict)' : '';
  let text = `${data.valid ? view.green('valid') : view.red('not valid')}: ${found} in ${size}${strictly}\n`;
  if (data.accepted !== null) {
    const { path, counts, stale } = data.accepted;
    text += `accepted by ${path} and not shown: ${countsText(counts)}`;
    text += stale > 0 ? `; ${count(stale, 'stale row')}\n` : '\n';
  }
  if (data.omitted > 0) text += `${count(data.omitted, 'more problem')} had no room in this report\n`;
  return text;
}

function countsText({ error, warning, note }: Counts): string {
  return `${count(error, 'error')}, ${count(warning, 'warning')}, ${count(note, 'note')}`;
}
