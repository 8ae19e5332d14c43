/** Answers about the index. */
import type { Printer } from '../verb.ts';
import { columns, count } from '../view.ts';

interface BuildData {
  readonly outcome: string;
  readonly files: number;
  readonly read: number;
  readonly extracted: number;
  readonly image_bytes: number;
  readonly rejected: string | null;
}

/** What was read, and what stands there now. */
export const printBuild: Printer = (result, view) => {
  const data = result.data as unknown as BuildData;
  const rejected = data.rejected === null ? '' : `the index that stood there was not accepted: ${data.rejected}\n`;
  const read = `${count(data.files, 'file')}, ${data.read} read, ${data.extracted} parsed`;
  return `${rejected}${view.green(data.outcome)}: ${read}; image of ${sizeText(data.image_bytes)}\n`;
};

interface StatusData {
  readonly state: string;
  readonly reason: string;
  readonly image_bytes: number | null;
  readonly rows: Readonly<Record<string, number>> | null;
}

/** Whether the index is there and current, and what it holds. */
export const printStatus: Printer = (result, view) => {
  const { state, reason, image_bytes, rows } = result.data as unknown as StatusData;
  const paint = state === 'current' ? view.green : view.yellow;
  let text = `${paint(state)}${reason === '' ? '' : `: ${reason}`}\n`;
  if (image_bytes !== null) text += `image of ${sizeText(image_bytes)}, generation ${result.generation ?? 'none'}\n`;
  const held = Object.entries(rows ?? {}).map(([name, number]) => `${number} ${name}`);
  return held.length === 0 ? text : `${text}rows: ${held.join(', ')}\n`;
};

interface VerifyData {
  readonly valid: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly reason: string }[];
}

/** Each check on its own line. */
export const printVerify: Printer = (result, view) => {
  const { valid, checks } = result.data as unknown as VerifyData;
  const rows = checks.map((row) => [row.ok ? 'ok' : 'failed', row.name, row.reason]);
  const table = columns(rows, (cell, i) => (i === 0 ? (cell === 'ok' ? view.green(cell) : view.red(cell)) : cell));
  if (valid) return `${table}${view.green('valid')}\n`;
  return `${table}${view.red('not valid')}: docforge index build makes it again; no document is touched\n`;
};

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
