/**
 * The project in memory, as it was at one moment: for checks, for planning a change, and for the applier.
 *
 * Invariants: nothing is written, not even the index; every file is one stable state of its bytes; a projection is a
 * pure function of a snapshot and of new bytes, and reads nothing that the snapshot did not see.
 */
import {
  compareText,
  hashBytes,
  limits,
  type Problem,
  type ProjectPath,
  problem,
  refuse,
  type Sha256,
  sortProblems,
} from '../base/index.ts';
import { buildGraph, type Graph, type GraphFile, type GraphNode, type Tree } from '../graph/index.ts';
import type { Project } from '../project/index.ts';
import type { ExtractedFile, Format } from '../source/index.ts';
import { extractFile } from './extract-file.ts';
import { BODIES, EXTRACTIONS } from './layout.ts';
import { type PackReader, Packs } from './packs.ts';
import { readSource, readSources, type Sources, sourceHash } from './read-sources.ts';
import { treeOf } from './scan-sources.ts';
import { loadSourceList, type SourceIdentity } from './source-list.ts';

/** What a snapshot and a projection both are. */
export interface ProjectView {
  /** Sorted by path. */
  readonly files: readonly GraphFile[];
  readonly tree: Tree;
  readonly graph: Graph;
  /** All problems of names, files and graph, sorted. */
  readonly problems: readonly Problem[];
  /** Hash of path and hash of each source. */
  readonly source_hash: Sha256;
  readonly generation: Sha256;
  /** The content of a node of this view. Refuses `source_moved` when its file is no longer what it was. */
  bodyOf(node: GraphNode): string;
}

/** A view of the files as they are on disk. */
export interface Snapshot extends ProjectView {
  readonly project: Project;
  readonly identity: SourceIdentity;
  readonly scan_problems: readonly Problem[];
  /** The bytes of a source of this snapshot, read now. Refuses `source_moved` when they are no longer the same. */
  bytesOf(path: ProjectPath): Uint8Array;
  /** The content of a node in UTF-8. Refuses as `bodyOf` does. */
  bodyBytes(node: GraphNode): Uint8Array;
}

/** A view of what the files would be. */
export type Projection = ProjectView;

/** Reads the project. Refuses `source_unreadable`, `sources_unsettled`. */
export async function loadSnapshot(project: Project): Promise<Snapshot> {
  const cache = Packs.open(project.disk, EXTRACTIONS);
  const sources = await readSources(project, { known: loadSourceList(project), cache });
  return snapshotOf(project, sources, Packs.open(project.disk, BODIES));
}

/** The snapshot of sources that were read. */
export function snapshotOf(project: Project, sources: Sources, bodies: PackReader): Snapshot {
  const { files, tree, identity } = sources;
  const view = viewOf(project, files, tree, sources.problems);
  const hashes = new Map(files.map((file) => [file.path, file.hash]));
  const bytesOf = (path: ProjectPath): Uint8Array => {
    const found = readSource(project, path);
    if (!found || hashBytes(found.bytes) !== hashes.get(path)) return refuse('source_moved', { path });
    return found.bytes;
  };
  const bodyIn = bodyFinder((path) => extractFile(bytesOf(path), project.formatOf(path)!));
  return {
    project,
    identity,
    scan_problems: sources.problems,
    ...view,
    bytesOf,
    bodyOf: (node) => packedBody(bodies, node)?.toString() ?? bodyIn(node),
    bodyBytes: (node) => packedBody(bodies, node) ?? Buffer.from(bodyIn(node)),
  };
}

/**
 * What the project would be with these files written (`null`: deleted). Paths that are no content of the project only
 * move the tree. Pure.
 */
export function projectSnapshot(snapshot: Snapshot, changes: ReadonlyMap<string, Uint8Array | null>): Projection {
  const { project } = snapshot;
  const files = new Map(snapshot.files.map((file) => [file.path as string, file]));
  const fresh = new Map<string, ExtractedFile>();
  for (const [path, bytes] of changes) {
    const format = project.formatOf(path);
    files.delete(path);
    if (bytes === null || format === null) continue;
    const extracted = extractBounded(project, bytes, format);
    fresh.set(path, extracted);
    files.set(path, { path: path as ProjectPath, hash: hashBytes(bytes), extraction: extracted.extraction });
  }
  const sorted = [...files.values()].sort((a, b) => compareText(a.path, b.path));
  const view = viewOf(project, sorted, projectTree(snapshot.tree, changes), snapshot.scan_problems);
  const bodyIn = bodyFinder((path) => fresh.get(path)!);
  return { ...view, bodyOf: (node) => (fresh.has(node.path) ? bodyIn(node) : snapshot.bodyOf(node)) };
}

function extractBounded(project: Project, bytes: Uint8Array, format: Format): ExtractedFile {
  const limit = Math.min(project.source_bytes_max, limits.source_bytes_max);
  if (bytes.length <= limit) return extractFile(bytes, format);
  return { extraction: { format, nodes: [], problems: [problem('file_too_large', { limit })] }, bodies: [] };
}

function viewOf(
  project: Project,
  files: readonly GraphFile[],
  tree: Tree,
  scanProblems: readonly Problem[],
): Omit<ProjectView, 'bodyOf'> {
  const { graph, problems } = buildGraph({ files, tree, rules: project.rules });
  const all = sortProblems([...scanProblems, ...problems]);
  return { files, tree, graph, problems: all, source_hash: sourceHash(files), generation: graph.generation };
}

function projectTree(tree: Tree, changes: ReadonlyMap<string, Uint8Array | null>): Tree {
  const files = new Set(tree.files);
  for (const [path, bytes] of changes) {
    if (bytes === null) files.delete(path);
    else files.add(path);
  }
  return treeOf(files);
}

/** The body of a node from the packs, in UTF-8, or `null`. */
function packedBody(bodies: PackReader, node: GraphNode): Buffer | null {
  const bytes = bodies.get(node.body_hash.slice('sha256:'.length));
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Finds bodies by extracting files again, keeping the file of the last call. */
function bodyFinder(extract: (path: ProjectPath) => ExtractedFile): (node: GraphNode) => string {
  let last: { path: string; extracted: ExtractedFile } | undefined;
  return (node) => {
    if (last?.path !== node.path) last = { path: node.path, extracted: extract(node.path) };
    const { extraction, bodies } = last.extracted;
    const at = extraction.nodes.findIndex((one) => one.line === node.line && one.content_hash === node.content_hash);
    return bodies[at] ?? refuse('source_moved', { path: node.path });
  };
}
