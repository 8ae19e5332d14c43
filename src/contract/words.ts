/** The words that several papers share. A schema here is a shape, not a document. */
import { z } from 'zod';

export const hashWord = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A path relative to the project root, `/`-separated. The run-time check of confinement is the disk room's. */
export const pathWord = z.string().min(1).max(1024);
/** A node id: any text, bounded; ids are strings and are compared exactly. */
export const nodeIdWord = z.string().min(1).max(200);
/** A name in the descriptor: a family, a status, a relation, a writer. */
export const nameWord = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._\- ]{0,99}$/u);
/** The id of a changeset; also its folder name. */
export const changesetIdWord = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);
/** RFC 3339 in UTC, to the second. */
export const instantWord = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export const countWord = z.int().min(0);
export const lineWord = z.int().min(1);

/** How far a node can be trusted. */
export const authorityWord = z.enum(['authoritative', 'approved_plan', 'derived', 'proposal', 'historical']);
/** Where a fact comes from: said in metadata, or read from the syntax of the text. */
export const provenanceWord = z.enum(['declared', 'syntax_inferred']);
export const severityWord = z.enum(['error', 'warning', 'note']);

/** A TOML value on paper; what JSON cannot hold is `{ "$toml": kind, "text": exact text }`. */
export const tomlWord = z.json();
export const tomlTableWord = z.record(z.string(), tomlWord);

/** One wrong place in a document. */
export const problemWord = z.strictObject({
  code: z.string(),
  severity: severityWord,
  message: z.string(),
  remedy: z.string(),
  file: z.string().optional(),
  line: lineWord.optional(),
  column: lineWord.optional(),
  node: z.string().optional(),
  related: z.array(z.strictObject({ file: z.string(), line: lineWord.optional(), message: z.string() })).optional(),
});

/** Done, but some evidence is incomplete. */
export const degradedWord = z.strictObject({ code: z.string(), message: z.string(), remedy: z.string() });

/** One declared relation of a node. */
export const relationWord = z.strictObject({
  type: z.string().min(1),
  target: nodeIdWord,
  note: z.string().optional(),
});
