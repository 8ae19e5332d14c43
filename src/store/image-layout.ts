/**
 * The tables of the image. Invariants: rows are written in one order (files and nodes by path and place, edges by their
 * source), indexes are made after the rows, and nothing of time, machine or history is in it, so equal input gives equal
 * bytes. Hashes are 32-byte blobs. A node's number is its rowid, and its document number in the inverted index.
 */

/** Run before any table is made. */
export const PRAGMAS = `
pragma page_size = 4096;
pragma encoding = 'UTF-8';
pragma auto_vacuum = none;
pragma journal_mode = off;
pragma synchronous = off;
pragma application_id = 1145457987;
`;

export const TABLES = `
create table meta(key text primary key, value text not null) without rowid;
create table file(id integer primary key, path text not null, hash blob not null, format text not null);
create table node(
  id integer primary key, node_id text not null, file integer not null, family text not null, title text not null,
  status text not null, authority text not null, line integer not null, content_line integer not null,
  end_line integer not null, body_bytes integer not null, content_hash blob not null, body_hash blob not null,
  metadata_digest blob not null, relations_digest blob not null, body_digest blob not null,
  semantic_digest blob not null, closure_digest blob not null, metadata text not null
);
create table tag(tag text not null, node integer not null, primary key(tag, node)) without rowid;
create table edge(
  source integer not null, ordinal integer not null, target integer not null, type text not null,
  declared integer not null, line integer not null, note text, fragment text, primary key(source, ordinal)
) without rowid;
create table section(
  node integer not null, ordinal integer not null, level integer not null, line integer not null,
  end_line integer not null, heading text not null, anchor text, primary key(node, ordinal)
) without rowid;
create table problem(id integer primary key, code text not null, severity text not null, file text, json text not null);
create table block(id integer primary key, first text not null, bytes blob not null);
create table lengths(id integer primary key, bytes blob not null);
`;

/** Run after the rows are written. */
export const INDEXES = `
create unique index node_node_id on node(node_id);
create index node_file on node(file);
create index edge_target on edge(target);
`;

/** The tables whose rows an attestation counts. */
export const TABLE_NAMES = ['block', 'edge', 'file', 'lengths', 'meta', 'node', 'problem', 'section', 'tag'] as const;
