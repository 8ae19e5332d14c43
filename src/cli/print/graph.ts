/** Answers about how documents hang together. */
import type { Printer } from '../verb.ts';
import { columns, count, type View } from '../view.ts';

interface Reached {
  readonly id: string;
  readonly depth: number;
  readonly from: string;
  readonly type: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly title: string;
  readonly path: string;
  readonly line: number;
}

interface WalkData {
  readonly start: string;
  readonly nodes: readonly Reached[];
  readonly complete: boolean;
}

function reachedTable(nodes: readonly Reached[], view: View): string {
  const rows = nodes.map((row) => [
    String(row.depth),
    row.direction === 'outgoing' ? `${row.from} -${row.type}->` : `${row.from} <-${row.type}-`,
    row.id,
    `${row.path}:${row.line}`,
    row.title,
  ]);
  return columns(rows, (cell, i) =>
    i === 2 ? view.bold(cell) : i === 3 ? view.cyan(cell) : i === 1 ? view.dim(cell) : cell,
  );
}

function moreText(cursor: string | null | undefined, view: View): string {
  return cursor ? view.dim(`… more: the same with --cursor ${cursor}\n`) : '';
}

/** What stands around a document, near things first. */
export const printNeighbors: Printer = (result, view) => {
  const { start, nodes, complete } = result.data as unknown as WalkData;
  const more = complete ? '' : ' (a bound ended the walk)';
  const head = `${view.bold(start)}: ${count(result.page?.total ?? nodes.length, 'neighbor')}${more}\n`;
  return head + reachedTable(nodes, view) + moreText(result.page?.cursor, view);
};

/** What a change may reach. */
export const printImpact: Printer = (result, view) => {
  const { start, nodes, complete } = result.data as unknown as WalkData;
  const more = complete ? '' : ' (a bound ended the walk)';
  const total = result.page?.total ?? nodes.length;
  const head = `${count(total, 'document')} ${total === 1 ? 'leads' : 'lead'} to ${view.bold(start)}${more}\n`;
  return head + reachedTable(nodes, view) + moreText(result.page?.cursor, view);
};

interface PathData {
  readonly from: string;
  readonly to: string;
  readonly steps: readonly Reached[] | null;
  readonly complete: boolean;
}

/** A shortest way, one step a line. */
export const printPath: Printer = (result, view) => {
  const { from, to, steps, complete } = result.data as unknown as PathData;
  if (steps === null) {
    return `no way from ${view.bold(from)} to ${view.bold(to)}${complete ? '' : ' within the bound'}\n`;
  }
  return `${view.bold(from)} to ${view.bold(to)}: ${count(steps.length, 'step')}\n${reachedTable(steps, view)}`;
};

interface DiffData {
  readonly receipt: {
    readonly receipt_header: {
      readonly generation_before: string | null;
      readonly generation_after: string;
      readonly nodes: { readonly added: number; readonly removed: number; readonly changed: number };
      readonly edges: { readonly added: number; readonly removed: number };
    };
    readonly nodes: readonly { readonly id: string; readonly changes: readonly string[] }[];
    readonly edges: readonly {
      readonly change: string;
      readonly source: string;
      readonly target: string;
      readonly type: string;
    }[];
  };
}

/** What the latest transition changed: documents, then relations and links. */
export const printDiff: Printer = (result, view) => {
  const { receipt_header: head, nodes, edges } = (result.data as unknown as DiffData).receipt;
  const from = head.generation_before === null ? 'nothing' : head.generation_before.slice(7, 19);
  let text = `${from} -> ${head.generation_after.slice(7, 19)}: `;
  text += `documents +${head.nodes.added} -${head.nodes.removed} ~${head.nodes.changed}, `;
  text += `edges +${head.edges.added} -${head.edges.removed}\n`;
  text += columns(
    nodes.map((row) => ['  ', row.id, row.changes.join(', ')]),
    (cell, i) => (i === 1 ? view.bold(cell) : cell),
  );
  for (const row of edges) {
    text += `  ${row.change === 'added' ? view.green('+') : view.red('-')} ${row.source} -${row.type}-> ${row.target}\n`;
  }
  return text + moreText(result.page?.cursor, view);
};
