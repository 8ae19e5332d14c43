/** Documents: found by words, shown whole, listed. Each stands with the place where it can be opened. */
import type { NodePaper } from '../../contract/index.ts';
import type { Printer } from '../verb.ts';
import { columns, count, type Marked, paintMarks, type View } from '../view.ts';

interface Section {
  readonly heading: string;
  readonly level: number;
  readonly anchor: string;
  readonly line: number;
}

interface SearchData {
  readonly matched: 'all' | 'some' | 'none' | 'no_terms';
  readonly hits: readonly {
    readonly id: string;
    readonly title: string;
    readonly family: string;
    readonly status: string;
    readonly place: string;
    readonly section: Section | null;
    readonly excerpt: Marked;
  }[];
}

/** Hits, best first: place, title, id, the section, and a piece of the text with the words marked. */
export const printSearch: Printer = (result, view) => {
  const { matched, hits } = result.data as unknown as SearchData;
  if (matched === 'no_terms') return 'There is no word to look for in this question.\n';
  if (matched === 'none') return 'Nothing found.\n';
  let text = matched === 'some' ? 'No document has all the words. These have some of them:\n' : '';
  for (const hit of hits) {
    const section =
      hit.section === null || hit.section.heading === hit.title ? '' : view.dim(` › ${hit.section.heading}`);
    text += `${view.cyan(hit.place)}  ${view.bold(hit.title)}${section}\n`;
    text += `  ${view.dim(`${hit.id} · ${hit.family} · ${hit.status}`)}\n`;
    const excerpt = paintMarks(hit.excerpt, view).trim();
    if (excerpt !== '') text += `  ${excerpt}\n`;
  }
  return text + footText(result.page, hits.length, 'hit', view);
};

interface ShowData {
  readonly nodes: readonly {
    readonly node: NodePaper;
    readonly outgoing: readonly { readonly target: string; readonly type: string }[];
    readonly incoming: readonly { readonly source: string; readonly type: string }[];
  }[];
}

/** Each document with what is known of it, its edges, and its text. */
export const printShow: Printer = (result, view) => {
  const { nodes } = result.data as unknown as ShowData;
  return nodes.map((row) => nodeText(row, view)).join(`\n${view.dim('─'.repeat(40))}\n\n`);
};

function nodeText({ node, outgoing, incoming }: ShowData['nodes'][number], view: View): string {
  const { source, fields, extra } = node;
  let text = `${view.bold(node.title)}\n`;
  const rows = [
    ['id', node.id],
    ['place', `${source.path}:${source.line}`],
    ['family', node.family],
    ['status', node.status],
    ['authority', node.authority],
    ...(node.tags.length === 0 ? [] : [['tags', node.tags.join(', ')]]),
    ...Object.entries(fields).map(([key, value]) => [key, wordOf(value)]),
    ...Object.entries(extra).map(([key, value]) => [`extra.${key}`, wordOf(value)]),
    ['hash', node.content_hash],
  ];
  text += columns(rows, (cell, i) => (i === 0 ? view.dim(cell) : cell));
  for (const edge of outgoing) text += `${view.dim(`-${edge.type}->`)} ${edge.target}\n`;
  for (const edge of incoming) text += `${view.dim(`<-${edge.type}-`)} ${edge.source}\n`;
  return `${text}\n${(node.content ?? '').replace(/^\n+/, '').trimEnd()}\n`;
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = (value as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : JSON.stringify(value);
}

/** One line each, in order of id. */
export const printList: Printer = (result, view) => {
  const { nodes } = result.data as unknown as { readonly nodes: readonly NodePaper[] };
  const rows = nodes.map((node) => [
    node.id,
    node.family,
    node.status,
    `${node.source.path}:${node.source.line}`,
    node.title,
  ]);
  const table = columns(rows, (cell, i) => (i === 0 ? view.bold(cell) : i === 3 ? view.cyan(cell) : cell));
  return table + footText(result.page, nodes.length, 'document', view);
};

function footText(
  page: { readonly total: number | null; readonly cursor: string | null } | null,
  shown: number,
  what: string,
  view: View,
): string {
  const total = page?.total ?? shown;
  const more = page?.cursor ? `; more: the same with --cursor ${page.cursor}` : '';
  return view.dim(`${shown === total ? count(total, what) : `${shown} of ${count(total, what)}`}${more}\n`);
}
