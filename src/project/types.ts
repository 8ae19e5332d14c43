/**
 * An open project: the descriptor as a value, and everything that is decided by it alone.
 *
 * Invariants: read once when the project is opened and never changed afterwards; holds no document and no graph.
 */
import type { Problem, Sha256 } from '../base/index.ts';
import type { PolicyPaper, ProjectPaper } from '../contract/index.ts';
import type { Disk } from '../disk/index.ts';

/** Which reader a file is given to. */
export type ContentFormat = 'markdown' | 'toml' | 'vault' | 'data';

/** A relation of the vocabulary. `depends_on` is always there and always acyclic. */
export interface RelationRule {
  readonly acyclic: boolean;
  readonly inverse?: string;
  readonly role?: string;
}

/** The words of the descriptor that the rules of the graph need. */
export interface ProjectRules {
  readonly statuses: ReadonlySet<string>;
  readonly relations: ReadonlyMap<string, RelationRule>;
  readonly families: ReadonlyMap<string, { readonly directory?: string; readonly required: readonly string[] }>;
  readonly fields: ReadonlySet<string>;
  /** Folders where a link beginning with `/` or `@/` is looked up, in order; the root itself is `''`. */
  readonly link_roots: readonly string[];
  readonly severities: ReadonlyMap<string, 'error' | 'warning' | 'note' | 'off'>;
  readonly nodes_max: number;
  readonly vault?: {
    readonly familyOf: (path: string) => string;
    readonly status: string;
    readonly authority: string;
  };
}

/** A project that has been opened. Close it when done: it holds its root folder. */
export interface Project {
  readonly disk: Disk;
  /** Absolute real path of the root. */
  readonly root: string;
  readonly id: string;
  readonly title: string;
  readonly descriptor: ProjectPaper;
  /** SHA-256 of the descriptor's bytes. */
  readonly descriptor_hash: Sha256;
  /** What a changeset is bound to: the hash of `{project: id}`. */
  readonly fingerprint: Sha256;
  readonly policy: PolicyPaper;
  readonly rules: ProjectRules;
  readonly adapter: 'vault' | null;
  /** The Git commit that is checked out, read without running Git; `null` when there is none. */
  readonly revision: string | null;
  /** Bytes of the largest canonical file that is read. */
  readonly source_bytes_max: number;
  /** Names of folders that a scan need not enter: no content glob can reach into them. */
  readonly skip_names: ReadonlySet<string>;
  /** The reader of a project-relative path; `null` when it is not content. */
  formatOf(path: string): ContentFormat | null;
  /** Problems of the descriptor that do not stop it from being used. */
  readonly warnings: readonly Problem[];
  close(): void;
}
