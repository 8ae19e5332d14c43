/** Every bound in one table. Units stand last in the name; the reason stands beside the number. */
export const limits = {
  /** One canonical file. Real corpora hold single files up to 3.4 MB. */
  source_bytes_max: 16_000_000,
  /** Canonical files in one project. */
  files_max: 200_000,
  /** Nodes in one project; design target is 100,000. */
  nodes_max: 200_000,
  /** UTF-8 bytes of a page whose links are rewritten by the exact, slow reader; about two seconds. */
  relink_bytes_max: 2_000_000,
  /** Brackets in one paragraph that the exact reader is given; its work grows with their square. */
  relink_brackets_max: 2_000,
  /** Folder depth of a scan. */
  depth_max: 64,
  /** UTF-8 bytes of a node id; leaves room for a file name made from it. */
  id_bytes_max: 200,
  /** UTF-8 bytes of a title, a status, a family or a tag. */
  text_field_bytes_max: 1_000,
  /** Tags of one node. */
  tags_max: 200,
  /** Declared relations of one node. */
  relations_max: 2_000,
  /** UTF-8 bytes of the note of a relation. */
  note_bytes_max: 10_000,
  /** Characters of one YAML front matter; its reader is far slower than the one for TOML. */
  yaml_chars_max: 1_000_000,
  /** Nested tables and arrays in metadata. */
  toml_depth_max: 100,
  /** Lists and objects in one another, in a request or a stored paper; above what metadata of the depth before needs. */
  json_depth_max: 250,
  /** Bytes of one project-relative path and of one part of it. */
  path_bytes_max: 1_024,
  path_part_bytes_max: 255,
  /** Operations in one changeset, files they touch, and bytes of the stored document. */
  operations_max: 5_000,
  changeset_files_max: 5_000,
  changeset_bytes_max: 64_000_000,
  /** Hits, neighbours, rows of one answer. */
  page_rows_max: 1_000,
  page_rows_default: 20,
  /** Problems in one whole report; code scanning takes no more results of one run. */
  report_rows_max: 25_000,
  /** Changed nodes, and changed edges, that the receipt of one transition lists. */
  diff_rows_max: 5_000,
  /** Characters of a query; more is refused, not cut. */
  query_chars_max: 1_000,
  /** Depth of a neighbourhood and of an impact walk. */
  walk_depth_max: 100,
  /** How long a command waits for the project lock, in milliseconds. */
  lock_wait_ms: 10_000,
  /** A lock whose heartbeat is older than this may be taken over, in milliseconds. */
  lock_stale_ms: 10_000,
  /** Bytes of an index image that will be read. */
  image_bytes_max: 2_000_000_000,
  /** Bytes of any small derived document (attestation, journal, receipt, approval). */
  document_bytes_max: 64_000_000,
} as const;

export type LimitName = keyof typeof limits;
