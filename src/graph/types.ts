/** The validated graph: what the files say together. Plain, read-only data in one order. */
import type { NodeId, Problem, ProjectPath, Sha256, TomlTable } from '../base/index.ts';
import type { ExtractedRelation, Extraction, Format, Outline } from '../source/index.ts';

export interface GraphNode {
  readonly id: NodeId;
  readonly family: string;
  readonly title: string;
  readonly status: string;
  readonly authority: string;
  readonly tags: readonly string[];
  readonly relations: readonly ExtractedRelation[];
  readonly fields: TomlTable;
  readonly extra: TomlTable;
  readonly path: ProjectPath;
  readonly format: Format;
  readonly line: number;
  readonly content_line: number;
  readonly end_line: number;
  readonly content_hash: Sha256;
  readonly body_hash: Sha256;
  readonly body_bytes: number;
  /** Digests of the three parts of the meaning: what the metadata says, the relations, the content. */
  readonly metadata_digest: Sha256;
  readonly relations_digest: Sha256;
  readonly body_digest: Sha256;
  /** Digest of the three together. Holds no id, path, line, order or mark of style. */
  readonly semantic_digest: Sha256;
  /** `semantic_digest` folded with the closures of everything the node depends on. */
  readonly closure_digest: Sha256;
  readonly outline: Outline;
}

export interface GraphEdge {
  readonly source: NodeId;
  readonly target: NodeId;
  readonly type: string;
  readonly provenance: 'declared' | 'syntax_inferred';
  readonly note?: string;
  readonly fragment?: string;
  readonly path: ProjectPath;
  readonly line: number;
}

export interface Graph {
  /** In code-unit order of id. */
  readonly nodes: ReadonlyMap<NodeId, GraphNode>;
  /**
   * Sorted by source, type, target, provenance, line. One declared edge for each (source, type, target); one
   * `links_to` edge for each (source, target, fragment), at the first link that makes it; none from a page to itself.
   */
  readonly edges: readonly GraphEdge[];
  /** Hash of everything that answers depend on: every node's id, place and hashes, every edge, every problem. */
  readonly generation: Sha256;
}

/** One file as the graph is built from it. */
export interface GraphFile {
  readonly path: ProjectPath;
  readonly hash: Sha256;
  readonly extraction: Extraction;
}

/** Names of everything in the project tree, so that a link to an image or a folder can be checked without I/O. */
export interface Tree {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** The words of the descriptor that the rules need. */
export interface GraphRules {
  readonly statuses: ReadonlySet<string>;
  readonly relations: ReadonlyMap<
    string,
    { readonly acyclic: boolean; readonly inverse?: string; readonly role?: string }
  >;
  readonly families: ReadonlyMap<string, { readonly directory?: string; readonly required: readonly string[] }>;
  readonly fields: ReadonlySet<string>;
  /** Folders where a link beginning with `/` or `@/` is looked up. */
  readonly link_roots: readonly string[];
  /** Names of folders that no scan enters: what a link into one leads to cannot be told. */
  readonly skip_names?: ReadonlySet<string>;
  /** Severity by code; `off` hides. */
  readonly severities: ReadonlyMap<string, 'error' | 'warning' | 'note' | 'off'>;
  readonly nodes_max: number;
  /**
   * Present when the vault adapter reads this project: what a page is that does not say so itself. `familyOf` is the
   * descriptor's globs, resolved by the project room (the first that matches decides, else the adapter's family).
   */
  readonly vault?: {
    readonly familyOf: (path: string) => string;
    readonly status: string;
    readonly authority: string;
  };
}

export interface GraphInput {
  readonly files: readonly GraphFile[];
  readonly tree: Tree;
  readonly rules: GraphRules;
}

export interface GraphResult {
  readonly graph: Graph;
  /** All problems of files and graph, with severities applied, sorted. */
  readonly problems: readonly Problem[];
}
