/** A graph to the bytes of its image. Pure but for the bodies it asks for; equal input gives equal bytes. */
import { compareText, INDEX_SCHEMA, type Sha256, VERSION } from '../base/index.ts';
import type { GraphEdge, GraphNode } from '../graph/index.ts';
import type { Project } from '../project/index.ts';
import { createDatabase, type Database, type Row } from './database.ts';
import { INDEXES, PRAGMAS, TABLE_NAMES, TABLES } from './image-layout.ts';
import { metadataText, type TextSources, writeText } from './image-text.ts';
import type { ProjectView } from './snapshot.ts';

/** An image and what an attestation says of it. */
export interface Image {
  readonly bytes: Uint8Array;
  readonly rows: Readonly<Record<string, number>>;
}

/** The bytes of a hash. */
export function hashCell(hash: Sha256): Uint8Array {
  return Buffer.from(hash.slice('sha256:'.length), 'hex');
}

/** Builds the image of a view. */
export async function buildImage(project: Project, view: ProjectView, texts: TextSources): Promise<Image> {
  const database = await createDatabase();
  try {
    database.run(PRAGMAS);
    database.run(TABLES);
    database.run('begin');
    const nodes = orderedNodes(view);
    const numbers = new Map<string, number>(nodes.map((node, number) => [node.id, number]));
    writeMeta(database, project, view);
    writeFiles(database, view);
    writeNodes(database, view, nodes);
    writeEdges(database, view.graph.edges, numbers);
    writeProblems(database, view);
    let block = 0;
    const emit = ({ first, bytes }: { first: string; bytes: Uint8Array }) =>
      database.write('insert into block values(?,?,?)', [block++, first, bytes]);
    const lengths = writeText(nodes, texts, emit);
    database.write('insert into lengths values(0,?)', [new Uint8Array(lengths.buffer)]);
    database.run('commit');
    database.run(INDEXES);
    return { rows: countRows(database), bytes: database.export() };
  } finally {
    database.close();
  }
}

/** The nodes of a view in the order of their numbers: by path, then by place. */
export function orderedNodes(view: Pick<ProjectView, 'graph'>): GraphNode[] {
  const byPlace = (a: GraphNode, b: GraphNode) =>
    compareText(a.path, b.path) || a.line - b.line || compareText(a.id, b.id);
  return [...view.graph.nodes.values()].sort(byPlace);
}

/** The number of rows of each table. */
export function countRows(database: Database): Record<string, number> {
  return Object.fromEntries(
    TABLE_NAMES.map((name) => [name, database.row(`select count(*) from ${name}`)![0] as number]),
  );
}

function writeMeta(database: Database, project: Project, view: ProjectView): void {
  const meta: Record<string, string> = {
    descriptor_hash: project.descriptor_hash,
    generation: view.generation,
    index_schema: String(INDEX_SCHEMA),
    policy_hash: project.policy.hash,
    project: project.fingerprint,
    source_hash: view.source_hash,
    version: VERSION,
  };
  for (const [key, value] of Object.entries(meta)) database.write('insert into meta values(?,?)', [key, value]);
}

function writeFiles(database: Database, view: ProjectView): void {
  for (const [id, { path, hash, extraction }] of view.files.entries()) {
    database.write('insert into file values(?,?,?,?)', [id, path, hashCell(hash), extraction.format]);
  }
}

const INSERT_NODE = `insert into node values(${Array(19).fill('?').join(',')})`;
const INSERT_SECTION = 'insert into section values(?,?,?,?,?,?,?)';

function writeNodes(database: Database, view: ProjectView, nodes: readonly GraphNode[]): void {
  const files = new Map<string, number>(view.files.map((file, id) => [file.path, id]));
  for (const [number, node] of nodes.entries()) {
    database.write(INSERT_NODE, nodeRow(number, files.get(node.path)!, node));
    for (const [ordinal, heading] of node.outline.headings.entries()) {
      const { level, line, end_line, text, anchor } = heading;
      database.write(INSERT_SECTION, [number, ordinal, level, line, end_line, text, anchor]);
    }
  }
  const tags = nodes.flatMap((node, number) => [...new Set(node.tags)].map((tag) => [tag, number] as const));
  tags.sort((a, b) => compareText(a[0], b[0]) || a[1] - b[1]);
  for (const row of tags) database.write('insert into tag values(?,?)', row);
}

function nodeRow(number: number, file: number, node: GraphNode): Row {
  const hashes = [node.content_hash, node.body_hash, node.metadata_digest, node.relations_digest, node.body_digest];
  return [
    ...[number, node.id, file, node.family, node.title, node.status, node.authority],
    ...[node.line, node.content_line, node.end_line, node.body_bytes],
    ...[...hashes, node.semantic_digest, node.closure_digest].map(hashCell),
    metadataText(node),
  ];
}

const INSERT_EDGE = 'insert into edge values(?,?,?,?,?,?,?,?)';

function writeEdges(database: Database, edges: readonly GraphEdge[], numbers: ReadonlyMap<string, number>): void {
  const bySource = new Map<number, GraphEdge[]>();
  for (const edge of edges) {
    const source = numbers.get(edge.source);
    if (source === undefined || !numbers.has(edge.target)) throw new Error(`an edge of ${edge.source} leads nowhere`);
    const known = bySource.get(source);
    if (known) known.push(edge);
    else bySource.set(source, [edge]);
  }
  for (const source of [...bySource.keys()].sort((a, b) => a - b)) {
    for (const [ordinal, edge] of bySource.get(source)!.entries()) {
      const declared = edge.provenance === 'declared' ? 1 : 0;
      const rest = [edge.type, declared, edge.line, edge.note ?? null, edge.fragment ?? null];
      database.write(INSERT_EDGE, [source, ordinal, numbers.get(edge.target)!, ...rest]);
    }
  }
}

function writeProblems(database: Database, view: ProjectView): void {
  for (const [id, found] of view.problems.entries()) {
    const row = [id, found.code, found.severity, found.file ?? null, JSON.stringify(found)];
    database.write('insert into problem values(?,?,?,?,?)', row);
  }
}
