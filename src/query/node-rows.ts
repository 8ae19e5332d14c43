/** Rows of the image as papers: nodes, edges and sections. */
import { DIGEST_SCHEMA, nearest, refuse, type TomlTable } from '../base/index.ts';
import type { EdgePaper, NodePaper } from '../contract/index.ts';
import { hashText, type Index, type Row } from '../store/index.ts';
import { listProblems } from './list-problems.ts';

/** A part of a page under one heading, up to the next heading of any level. */
export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly anchor: string;
  readonly line: number;
  readonly end_line: number;
}

/** The columns that `nodePaper` reads, from `node n join file f`. */
export const NODE_COLUMNS = `
  n.id, n.node_id, n.family, n.title, n.status, n.authority, f.path, f.format, n.line, n.content_line, n.end_line,
  n.content_hash, n.semantic_digest, n.closure_digest, n.metadata`;
export const NODE_TABLES = 'node n join file f on f.id = n.file';

interface Metadata {
  readonly tags: string[];
  readonly relations: { type: string; target: string; note?: string }[];
  readonly fields: TomlTable;
  readonly extra: TomlTable;
}

/** A node without its content. */
export function nodePaper(row: Row): NodePaper {
  const [, id, family, title, status, authority, path, format, line, contentLine, endLine, ...rest] = row;
  const [contentHash, semantic, closure, metadata] = rest;
  const { tags, relations, fields, extra } = JSON.parse(metadata as string) as Metadata;
  return {
    schema: 'docforge.node/1',
    id: id as string,
    family: family as string,
    title: title as string,
    status: status as string,
    authority: authority as NodePaper['authority'],
    tags,
    relations: relations.map(({ type, target, note }) => ({ type, target, ...(note === undefined ? {} : { note }) })),
    fields: fields as NodePaper['fields'],
    extra: extra as NodePaper['extra'],
    source: {
      path: path as string,
      format: format as NodePaper['source']['format'],
      line: line as number,
      content_line: contentLine as number,
      end_line: endLine as number,
    },
    content_hash: hashText(contentHash),
    semantic_digest: hashText(semantic),
    closure_digest: hashText(closure),
    digest_schema: DIGEST_SCHEMA,
  };
}

/** The number of a node. Refuses `node_not_found`, with what is wrong with its document, or the nearest id. */
export function numberOf(index: Index, id: string): number {
  const row = index.row('select id from node where node_id = ?', [id]);
  if (row) return row[0] as number;
  const fault = listProblems(index).find((problem) => problem.node === id && problem.severity === 'error');
  if (fault) {
    const place = [fault.file, fault.line].filter((part) => part !== undefined).join(':');
    return refuse('node_not_found', {
      node_id: id,
      suggestion: `, because of ${place}: ${fault.message.replace(/\.$/, '')}`,
    });
  }
  const ids = index.rows('select node_id from node order by node_id').map(([known]) => known as string);
  const near = nearest(id, ids) ?? onlyEndingWith(id, ids);
  return refuse('node_not_found', { node_id: id, suggestion: near === undefined ? '' : `; did you mean ${near}?` });
}

/** The only id whose last part is the one asked for: in a vault an id is a path, and people remember its end. */
function onlyEndingWith(id: string, ids: readonly string[]): string | undefined {
  const end = `/${id.replace(/\.(?:md|markdown)$/, '')}`.toLowerCase();
  const found = ids.filter((known) => known.toLowerCase().endsWith(end));
  return found.length === 1 ? found[0] : undefined;
}

const EDGE_SQL = `
  select s.node_id, t.node_id, e.type, e.declared, e.note, e.fragment, f.path, e.line
  from edge e join node s on s.id = e.source join node t on t.id = e.target join file f on f.id = s.file`;

/** The edges out of a node, in the graph's order. */
export function outgoingEdges(index: Index, number: number): EdgePaper[] {
  return index.rows(`${EDGE_SQL} where e.source = ? order by e.ordinal`, [number]).map(edgePaper);
}

/** The edges into a node, in the graph's order. */
export function incomingEdges(index: Index, number: number): EdgePaper[] {
  return index.rows(`${EDGE_SQL} where e.target = ? order by s.node_id, e.ordinal`, [number]).map(edgePaper);
}

function edgePaper([source, target, type, declared, note, fragment, path, line]: Row): EdgePaper {
  return {
    schema: 'docforge.edge/1',
    source: source as string,
    target: target as string,
    type: type as string,
    provenance: declared === 1 ? 'declared' : 'syntax_inferred',
    ...(note === null ? {} : { note: note as string }),
    ...(fragment === null ? {} : { fragment: fragment as string }),
    path: path as string,
    line: line as number,
  };
}

/** The sections of a node, in order. */
export function sectionsOf(index: Index, number: number): Section[] {
  const sql = 'select heading, level, anchor, line, end_line from section where node = ? order by ordinal';
  return index.rows(sql, [number]).map(([heading, level, anchor, line, endLine]) => ({
    heading: heading as string,
    level: level as number,
    anchor: anchor as string,
    line: line as number,
    end_line: endLine as number,
  }));
}
