/**
 * What one file says, before anyone knows where it stands or what else exists.
 *
 * Invariants: an `Extraction` is a pure function of the bytes and the reader's name, so it is cached by content hash;
 * it is plain JSON; it holds no path, no id made from a path, and no body text (bodies travel beside it).
 * Lines and columns are 1-based positions in the file, never in the block.
 */
import type { Problem, Sha256, TomlTable } from '../base/index.ts';

/** Which reader made an extraction. */
export type Format = 'markdown' | 'toml' | 'vault' | 'data';

export interface Heading {
  readonly level: number;
  /** The text as GitHub shows it, without marks. */
  readonly text: string;
  /** GitHub's slug, made unique in the page as GitHub does. */
  readonly anchor: string;
  readonly line: number;
  /** Last line before the next heading of any level. */
  readonly end_line: number;
}

export type LinkKind = 'inline' | 'reference' | 'image' | 'wiki' | 'html';

/** A link that may lead to a page, a file or an anchor of the project. Links with a scheme or `//` are not kept. */
export interface Link {
  readonly kind: LinkKind;
  /** The destination as Markdown reads it, before percent decoding. */
  readonly href: string;
  /** The decoded path part; `''` for a link within the page. */
  readonly path: string;
  /** The decoded fragment, without `#`; `null` when there is none. */
  readonly fragment: string | null;
  readonly line: number;
  readonly column: number;
}

export interface Outline {
  readonly headings: readonly Heading[];
  /**
   * Further anchors of the page, in order: `id` of any HTML element and `name` of `<a>`, `{#own-id}` of a heading, and
   * GitHub's exact anchor of a heading whose `anchor` leaves out an invisible character.
   */
  readonly anchors: readonly string[];
  readonly links: readonly Link[];
}

export interface ExtractedRelation {
  readonly type: string;
  readonly target: string;
  readonly note?: string;
  readonly line: number;
}

/** A key of the metadata and where it stands. */
export interface KeyPlace {
  readonly key: string;
  readonly line: number;
  readonly column: number;
}

/**
 * One node as its file tells it. A vault page may leave id, family, status and authority to its path; in other files
 * `null` (and an empty title) stands for a field that is missing or wrong, and a problem names it.
 */
export interface ExtractedNode {
  readonly id: string | null;
  readonly family: string | null;
  readonly title: string;
  readonly status: string | null;
  readonly authority: string | null;
  readonly tags: readonly string[];
  readonly relations: readonly ExtractedRelation[];
  readonly fields: TomlTable;
  readonly extra: TomlTable;
  /** Every top-level key with its place, for rules that need one. */
  readonly keys: readonly KeyPlace[];
  /** Line of the opening `+++` or of the `[[nodes]]` header; 1 for a page without a block. */
  readonly line: number;
  /** Line of the first character of the content: after the closing `+++` and one empty line, if there is one. */
  readonly content_line: number;
  readonly end_line: number;
  /** SHA-256 of the exact bytes of the node's span: a whole page, or one node's part of a TOML file. */
  readonly content_hash: Sha256;
  /** SHA-256 of the UTF-8 of the content with LF line ends; the key of the body in the pack. */
  readonly body_hash: Sha256;
  readonly body_bytes: number;
  /** Digest of the content alone, without positions, wrapping and marks of style. */
  readonly body_digest: Sha256;
  readonly outline: Outline;
}

export interface Extraction {
  readonly format: Format;
  readonly nodes: readonly ExtractedNode[];
  /** Problems of this file alone, without `file`. */
  readonly problems: readonly Problem[];
}

/** An extraction and the content of each of its nodes, in order; the content has LF line ends. */
export interface ExtractedFile {
  readonly extraction: Extraction;
  readonly bodies: readonly string[];
}
