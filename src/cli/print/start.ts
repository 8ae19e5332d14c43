/** Answers about a project as a whole: started, and what the machine can do. */
import type { Printer } from '../verb.ts';
import { columns, count } from '../view.ts';

interface InitData {
  readonly root: string;
  readonly id: string;
  readonly written: boolean;
  readonly files: readonly { readonly path: string; readonly written: boolean }[];
  readonly descriptor: string;
  readonly pages: number | null;
  readonly left_out: readonly { readonly folder: string; readonly files: number | null }[];
  readonly unreadable: readonly string[];
}

/** What was written, or the descriptor that would be. */
export const printInit: Printer = (result, view) => {
  const data = result.data as unknown as InitData;
  let text = '';
  if (!data.written) text += `${data.descriptor}\n`;
  else {
    text += `${view.green('ready')}: ${view.bold(data.id)} in ${data.root}\n`;
    for (const file of data.files)
      text += `  ${file.path}${file.written ? '' : ' (was there already; left as it is)'}\n`;
  }
  if (data.pages !== null)
    text += `${count(data.pages, 'page')} ${data.written ? '' : 'would be '}taken as ${data.pages === 1 ? 'it is' : 'they are'}\n`;
  for (const { folder, files } of data.left_out)
    text += `left out: ${folder} (${files === null ? 'not looked into' : count(files, 'Markdown file')})\n`;
  for (const path of data.unreadable) text += `${view.yellow('could not be read')}: ${path}\n`;
  if (!data.written)
    return `${text}Nothing was written. With --yes this descriptor is written; no file of yours is changed.\n`;
  return `${text}Next: docforge check, docforge search WORDS\n`;
};

interface DoctorData {
  readonly [key: string]: unknown;
  readonly notes: readonly string[];
}

/** What was found, one line each. */
export const printDoctor: Printer = (result, view) => {
  const { notes, ...facts } = result.data as unknown as DoctorData;
  const rows = Object.entries(facts).map(([key, value]) => [key, wordOf(value)]);
  return (
    columns(rows, (cell, i) => (i === 0 ? view.bold(cell) : cell)) + notes.map((note) => `note: ${note}\n`).join('')
  );
};

function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === null ? 'none' : String(value);
}
