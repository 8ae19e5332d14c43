/**
 * What the operators share while a list of operations is planned: the workspace, who may do what, which nodes were
 * touched, and where a new file may stand.
 *
 * Invariants: everything that an operator refuses, it refuses before the plan has a result; nothing is written to disk.
 */
import { type ProjectPath, refuse, type Sha256 } from '../base/index.ts';
import { folderOf, projectPath, spellingKey } from '../disk/index.ts';
import type { GraphFile } from '../graph/index.ts';
import type { ContentFormat, Project, Writer } from '../project/index.ts';
import type { Snapshot } from '../store/index.ts';
import { Incoming } from './incoming.ts';
import { type StandingNode, Workspace } from './workspace.ts';

/** What a writer may be granted. */
export type Action = Writer['operations'][number];

/** A node that can be edited where it stands. */
export interface Editable {
  readonly bytes: Uint8Array;
  readonly format: 'markdown' | 'toml';
}

function mayDo(writer: Writer, action: Action, family: string): boolean {
  return writer.operations.includes(action) && (writer.families.includes('*') || writer.families.includes(family));
}

/** Guards the state of one planning. */
export class Planning {
  readonly project: Project;
  readonly snapshot: Snapshot;
  readonly workspace: Workspace;
  private readonly writers: readonly Writer[] | undefined;
  private readonly touched = new Set<string>();
  private ways: Incoming | undefined;
  private spellings: Map<string, string> | undefined;
  private files: Map<string, GraphFile> | undefined;

  constructor(snapshot: Snapshot, writers: readonly Writer[] | undefined) {
    this.project = snapshot.project;
    this.snapshot = snapshot;
    this.workspace = new Workspace(snapshot);
    this.writers = writers;
  }

  /** Refuses `not_permitted` unless one of the writers may do this to nodes of this family. */
  permit(action: Action, family: string): void {
    if (this.writers === undefined || this.writers.some((writer) => mayDo(writer, action, family))) return;
    refuse('not_permitted', { writer: this.writers.map(({ id }) => id), action, family });
  }

  /** Notes that the meaning or the place of a node is touched. */
  touch(id: string): void {
    this.touched.add(id);
  }

  /** Ids of all nodes touched, in code-unit order. */
  nodes(): string[] {
    return [...this.touched].sort();
  }

  /** Who leads to a node; built when the first operator asks. */
  incoming(): Incoming {
    this.ways ??= new Incoming(this.workspace);
    return this.ways;
  }

  /**
   * The hash an operation on this node is bound to: that of the canonical files, checked against the one given.
   * `undefined` for a node that this same list created. Refuses `stale_node`.
   */
  expected(id: string, given: string | undefined): Sha256 | undefined {
    const base = this.workspace.isCreated(id) ? undefined : this.snapshot.graph.nodes.get(id as never)?.content_hash;
    if (given !== undefined && given !== base) {
      refuse('stale_node', { node: id, expected: given, actual: base ?? 'none, it is made by this same changeset' });
    }
    return base;
  }

  /** The file of a node and how to edit it; refuses `not_canonical` for a page without its own block. */
  editable({ id, path, format }: StandingNode): Editable {
    if (format === 'data') refuse('not_a_page', { node: id, path });
    if (format === 'vault') refuse('not_canonical', { node: id, path });
    return { bytes: this.workspace.bytes(path)!, format };
  }

  /** A file as the snapshot read it. */
  fileOf(path: string): GraphFile | undefined {
    this.files ??= new Map(this.snapshot.files.map((file) => [file.path, file]));
    return this.files.get(path);
  }

  /** Whether a file or folder stands whose name is the same on some file systems. */
  isTaken(path: string): boolean {
    return this.spelled().has(spellingKey(path));
  }

  private spelled(): Map<string, string> {
    if (this.spellings === undefined) {
      this.spellings = new Map();
      for (const path of this.workspace.allFiles()) this.spellings.set(spellingKey(path), path);
      for (const path of this.snapshot.tree.folders) this.spellings.set(spellingKey(path), path);
    }
    return this.spellings;
  }

  /**
   * The path of a file that is to be made, or of a TOML file that is to take in one more node. Refuses `unsafe_path`,
   * `outside_content`, and `path_taken` for a page that stands there already (with `or_unreadable`: one that holds a
   * document), for a second spelling of a name, and for a folder where a file is.
   */
  placeFor(text: string, over?: 'or_unreadable'): { readonly path: ProjectPath; readonly format: ContentFormat } {
    const path = projectPath(text);
    const format = this.project.formatOf(path);
    if (format === null || format === 'data') refuse('outside_content', { path });
    if (this.workspace.hasFile(path)) {
      const free = over === 'or_unreadable' && this.workspace.nodesIn(path).length === 0;
      if (format !== 'toml' && !free) refuse('path_taken', { path, reason: 'a page stands there already' });
      return { path, format };
    }
    if (this.workspace.hasFolder(path)) refuse('path_taken', { path, reason: 'a folder stands there' });
    for (let at: string = path; at !== ''; at = folderOf(at)) {
      if (this.workspace.hasFile(at)) refuse('path_taken', { path, reason: `${at} is a file and not a folder` });
      const other = this.spelled().get(spellingKey(at));
      if (other === undefined || other === at) continue;
      if (!this.workspace.hasFile(other) && !this.workspace.hasFolder(other)) continue;
      refuse('path_taken', { path, reason: `${other} is the same name on some file systems` });
    }
    return { path, format };
  }

  /** Puts a file in place in the plan; refuses `over_limit` for one that would not be read again. */
  write(path: ProjectPath, bytes: Uint8Array | null): void {
    const limit = this.project.source_bytes_max;
    if (bytes !== null && bytes.length > limit) {
      refuse('over_limit', { what: `The size of ${path} in bytes`, actual: bytes.length, limit, path });
    }
    this.workspace.write(path, bytes);
    for (let at: string = path; bytes !== null && at !== ''; at = folderOf(at))
      this.spellings?.set(spellingKey(at), at);
  }
}
