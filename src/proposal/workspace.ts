/**
 * The project as it stands after some operations: the snapshot, with the files that were changed so far on top.
 *
 * Invariants: the snapshot is never altered and no file is written; an untouched file costs nothing, and a written one
 * is read only when somebody asks; `find` knows exactly the nodes of the graph and those that an operation created.
 */
import { compareText, type NodeId, type ProjectPath, refuse } from '../base/index.ts';
import { folderOf } from '../disk/index.ts';
import { extractData, extractVault } from '../extractor/index.ts';
import { isAsItIs, type LinkContext, linkContext, titleOfPath } from '../graph/index.ts';
import { type ExtractedFile, type ExtractedNode, extractMarkdown, extractToml, type Format } from '../source/index.ts';
import type { Snapshot } from '../store/index.ts';

/** The parts of an extracted node that operations look at. A `GraphNode` has them too. */
type Told = Pick<
  ExtractedNode,
  'title' | 'tags' | 'relations' | 'fields' | 'extra' | 'outline' | 'content_hash' | 'line'
>;

/** One node where it stands now. */
export interface StandingNode extends Told {
  readonly id: NodeId;
  readonly path: ProjectPath;
  readonly family: string;
  readonly status: string;
  readonly authority: string;
  /** `vault` for a page without its own canonical block. */
  readonly format: Format;
  /** The content, exactly. */
  readonly body: string;
}

interface TouchedFile {
  readonly path: ProjectPath;
  /** `null` once it is deleted. */
  readonly bytes: Uint8Array | null;
  readonly before: readonly StandingNode[];
  /** `undefined` until the file is read. */
  nodes: readonly StandingNode[] | undefined;
}

/** Guards the changed files and what they hold. */
export class Workspace {
  readonly snapshot: Snapshot;
  private readonly touched = new Map<string, TouchedFile>();
  private readonly unread = new Set<TouchedFile>();
  private readonly created = new Set<string>();
  /** The id of a created page that may leave it to its path, by that path. */
  private readonly named = new Map<string, string>();
  private readonly places = new Map<string, StandingNode | null>();
  private readonly files: Set<string>;
  private readonly folders: Set<string>;
  private readonly base: LinkContext;
  private fresh: LinkContext | undefined;
  /** What links are looked up in, always as things stand now. */
  readonly context: LinkContext;
  /** Called after each write with the nodes that stood in the file, and those that stand in it now. */
  onWrite: ((before: readonly StandingNode[], after: readonly StandingNode[]) => void) | undefined;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.files = new Set(snapshot.tree.files);
    this.folders = new Set(snapshot.tree.folders);
    this.base = linkContext({
      tree: snapshot.tree,
      rules: snapshot.project.rules,
      nodes: snapshot.graph.nodes.values(),
    });
    this.context = {
      ...this.base,
      tree: { files: this.files, folders: this.folders },
      nodesOf: (path) =>
        this.settle()
          .touched.get(path)
          ?.nodes?.map(({ id }) => id) ?? this.base.nodesOf(path),
      pathOf: (id) => (this.settle().places.has(id) ? this.places.get(id)?.path : this.base.pathOf(id)),
      filesNamed: (name) => {
        const old = this.base.filesNamed(name).filter((path) => this.files.has(path));
        return [...new Set([...old, ...this.news().filesNamed(name)])].sort(compareText);
      },
      nodesTitled: (title) => {
        const old = this.base.nodesTitled(title).filter((id) => !this.isTouched(this.base.pathOf(id)!));
        return [...old, ...this.news().nodesTitled(title)].sort(compareText);
      },
    };
  }

  /** The context of what was written alone; few links need it. */
  private news(): LinkContext {
    this.fresh ??= linkContext({
      tree: { files: new Set([...this.touched.keys()].filter((path) => this.files.has(path))), folders: new Set() },
      rules: this.snapshot.project.rules,
      nodes: this.touchedNodes(),
    });
    return this.fresh;
  }

  /** The node of an id as it stands now. */
  find(id: string): StandingNode | undefined {
    const node = this.snapshot.graph.nodes.get(id as NodeId);
    if (node === undefined || this.touched.has(node.path)) {
      this.settle();
      if (this.places.has(id)) return this.places.get(id) ?? undefined;
    }
    if (node === undefined) return undefined;
    const { snapshot } = this;
    return {
      ...node,
      get body() {
        return snapshot.bodyOf(node);
      },
    };
  }

  /** The node of an id; refuses `no_such_node`. */
  require(id: string): StandingNode {
    return this.find(id) ?? refuse('no_such_node', { node: id });
  }

  /** Whether a node was created by an operation, so that the canonical files hold none of its id. */
  isCreated(id: string): boolean {
    return this.created.has(id);
  }

  /**
   * Says that an operation creates this id, so that it is known from the next write on: at `path` also of a page that
   * does not say it.
   */
  admit(id: string, path?: string): void {
    this.created.add(id);
    if (path !== undefined) this.named.set(path, id);
  }

  /** Whether a file stands there now. */
  hasFile(path: string): boolean {
    return this.files.has(path);
  }

  hasFolder(path: string): boolean {
    return this.folders.has(path);
  }

  /** All files that stand now. */
  allFiles(): ReadonlySet<string> {
    return this.files;
  }

  /** The bytes of a file as they stand now; `null` where there is none. */
  bytes(path: ProjectPath): Uint8Array | null {
    const file = this.touched.get(path);
    if (file) return file.bytes;
    return this.files.has(path) ? this.snapshot.bytesOf(path) : null;
  }

  /** The nodes that stand in a file now, in order. */
  nodesIn(path: string): readonly StandingNode[] {
    const file = this.settle().touched.get(path);
    if (file) return file.nodes ?? [];
    return this.base.nodesOf(path).map((id) => this.require(id));
  }

  /** Whether a file was written, or taken away, by an operation. */
  isTouched(path: string): boolean {
    return this.touched.has(path);
  }

  /** The nodes of all files that were written so far. */
  *touchedNodes(): Generator<StandingNode> {
    for (const file of this.settle().touched.values()) yield* file.nodes ?? [];
  }

  /** Puts bytes at a path, or takes the file away. */
  write(path: ProjectPath, bytes: Uint8Array | null): void {
    const before = this.nodesIn(path);
    const file: TouchedFile = { path, bytes, before, nodes: bytes === null ? [] : undefined };
    for (const node of before) if (this.context.pathOf(node.id) === path) this.places.set(node.id, null);
    this.touched.set(path, file);
    if (bytes === null) this.files.delete(path);
    else this.files.add(path);
    for (let folder = folderOf(path); bytes !== null && folder !== ''; folder = folderOf(folder)) {
      this.folders.add(folder);
    }
    this.fresh = undefined;
    if (bytes !== null) this.unread.add(file);
    if (this.onWrite) this.onWrite(before, this.settle().touched.get(path)?.nodes ?? []);
  }

  /** Reads every file that was written and not read yet. */
  private settle(): this {
    for (const file of this.unread) {
      this.unread.delete(file);
      file.nodes = this.read(file.path, file.bytes!, file.before);
      for (const node of file.nodes) this.places.set(node.id, node);
    }
    return this;
  }

  private read(path: ProjectPath, bytes: Uint8Array, before: readonly StandingNode[]): StandingNode[] {
    const { extraction, bodies } = this.extract(path, bytes);
    const vault = isAsItIs(extraction.format) ? this.snapshot.project.rules.vault : undefined;
    const nodes: StandingNode[] = [];
    for (const [at, node] of extraction.nodes.entries()) {
      const id = node.id ?? before[at]?.id ?? this.named.get(path);
      if (id === undefined || !(this.created.has(id) || this.snapshot.graph.nodes.has(id as NodeId))) continue;
      nodes.push({
        ...node,
        id: id as NodeId,
        path,
        format: extraction.format,
        title:
          node.title === '' ? (before[at]?.title ?? (vault ? titleOfPath(path, extraction.format) : '')) : node.title,
        family: node.family ?? vault?.familyOf(path) ?? '',
        status: node.status ?? vault?.status ?? '',
        authority: node.authority ?? vault?.authority ?? '',
        body: bodies[at]!,
      });
    }
    return nodes;
  }

  private extract(path: ProjectPath, bytes: Uint8Array): ExtractedFile {
    switch (this.snapshot.project.formatOf(path)) {
      case 'toml':
        return extractToml(bytes);
      case 'vault':
        return extractVault(bytes);
      case 'data':
        return extractData(bytes);
      case 'markdown':
        return extractMarkdown(bytes);
      default:
        return refuse('outside_content', { path });
    }
  }

  /** What differs from the snapshot: path to bytes after, `null` for a deletion; a file put back as it was is left out. */
  changes(): Map<ProjectPath, Uint8Array | null> {
    const changed = new Map<ProjectPath, Uint8Array | null>();
    for (const { path, bytes } of this.touched.values()) {
      const before = this.snapshot.tree.files.has(path) ? this.snapshot.bytesOf(path) : null;
      if (!sameBytes(before, bytes)) changed.set(path, bytes);
    }
    return changed;
  }
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
