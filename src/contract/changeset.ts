/**
 * Papers of the proposing river: one revision of a changeset, and the operations it is made of.
 * Every operation on paper holds its exact result; unique old/new edits are an input form only.
 */
import { z } from 'zod';
import {
  authorityWord,
  changesetIdWord,
  countWord,
  hashWord,
  instantWord,
  nodeIdWord,
  pathWord,
  relationWord,
  tomlTableWord,
} from './words.ts';

const metadata = {
  family: z.string().optional(),
  title: z.string().optional(),
  status: z.string().optional(),
  authority: authorityWord.optional(),
  tags: z.array(z.string()).optional(),
};

export const createOperation = z.strictObject({
  op: z.literal('create'),
  id: nodeIdWord,
  family: z.string(),
  title: z.string(),
  status: z.string().optional(),
  authority: authorityWord.optional(),
  tags: z.array(z.string()).optional(),
  relations: z.array(relationWord).optional(),
  fields: tomlTableWord.optional(),
  extra: tomlTableWord.optional(),
  content: z.string().optional(),
  /**
   * The exact text of the node, as it will stand in its file: the whole page with its block, or its `[[nodes]]` part of
   * a TOML file. It says everything else; beside it stand only `family`, `title` and `path`.
   */
  source: z.string().optional(),
  /** Where the node goes; by default a file of its own in the family's directory. */
  path: pathWord.optional(),
});

/** One exact replacement: `old` must stand exactly once in the content. */
export const editWord = z.strictObject({ old: z.string().min(1), new: z.string() });

export const updateOperation = z.strictObject({
  op: z.literal('update'),
  id: nodeIdWord,
  /**
   * The `content_hash` that the node has in the canonical files (not after earlier operations of this list). Filled
   * when left out; a node made by this same list has none.
   */
  expect: hashWord.optional(),
  set: z.strictObject({ ...metadata, fields: tomlTableWord.optional(), extra: tomlTableWord.optional() }).optional(),
  /** Names to remove: `tags`, `fields.NAME`, `extra.NAME`. */
  unset: z.array(z.string()).optional(),
  /** The whole new content. */
  content: z.string().optional(),
  edits: z.array(editWord).min(1).optional(),
  /** The exact new text of the node in its file, block and comments included. It says everything; it stands alone. */
  source: z.string().optional(),
  /**
   * The exact new text of the whole TOML file that the node stands in, where only the order of its nodes changes, or
   * what stands between them. It stands alone.
   */
  layout: z.string().optional(),
  add_relations: z.array(relationWord).optional(),
  remove_relations: z.array(z.strictObject({ type: z.string(), target: nodeIdWord })).optional(),
});

export const moveOperation = z.strictObject({
  op: z.literal('move'),
  id: nodeIdWord,
  expect: hashWord.optional(),
  /** The new file. The id stays. */
  path: pathWord,
});

export const deleteOperation = z.strictObject({
  op: z.literal('delete'),
  id: nodeIdWord,
  expect: hashWord.optional(),
  /** `refuse` (the default) or `remove`: what becomes of relations that other nodes have to this one. */
  incoming: z.enum(['refuse', 'remove']).optional(),
});

/** Gives a page of a vault its canonical block; made by `import`. */
export const adoptOperation = z.strictObject({
  op: z.literal('adopt'),
  id: nodeIdWord,
  expect: hashWord.optional(),
  path: pathWord,
});

export const operationWord = z.discriminatedUnion('op', [
  createOperation,
  updateOperation,
  moveOperation,
  deleteOperation,
  adoptOperation,
]);

/** What a person or an agent hands in: a title, a reason, and the operations. */
export const operationsDocumentSchema = z.strictObject({
  title: z.string().min(1).max(300),
  rationale: z.string().optional(),
  operations: z.array(operationWord).min(1),
});

export const changedFileWord = z.strictObject({
  path: pathWord,
  /** Hash of the file before, `null` when it is created. */
  before: hashWord.nullable(),
  /** Hash of the file after, `null` when it is deleted. */
  after: hashWord.nullable(),
  /** The exact text after (a BOM included), `null` when it is deleted. Its UTF-8 hashes to `after`. */
  content: z.string().nullable(),
});

export const changesetSchema = z.strictObject({
  schema: z.literal('docforge.changeset/1'),
  id: changesetIdWord,
  /** 1 for the first; each append, edit of state, or rebase makes the next. */
  revision: z.int().min(1),
  /** Hash of the revision before, `null` for the first. */
  previous: hashWord.nullable(),
  state: z.enum(['draft', 'ready', 'abandoned']),
  title: z.string(),
  rationale: z.string(),
  creator: z.string(),
  /** Who wrote this revision. */
  writer: z.string(),
  /** Everyone who added operations so far, the creator included, sorted. */
  writers: z.array(z.string()).min(1),
  /** Why this revision was made, when that needs a reason: an abandonment. Else empty. */
  reason: z.string(),
  created: instantWord,
  updated: instantWord,
  /** Fingerprint of the project the changeset belongs to. */
  project: hashWord,
  base: z.strictObject({ revision: z.string().nullable(), source_hash: hashWord, generation: hashWord }),
  operations: z.array(operationWord),
  /** Nodes whose meaning or place the operations touch, sorted. */
  nodes: z.array(nodeIdWord),
  files: z.array(changedFileWord),
  /** The generation of the projected graph on this base. */
  result: z.strictObject({ generation: hashWord, nodes: countWord, edges: countWord }),
  /** SHA-256 over the canonical JSON of everything above. */
  hash: hashWord,
});

export type OperationPaper = z.infer<typeof operationWord>;
export type CreateOperation = z.infer<typeof createOperation>;
export type UpdateOperation = z.infer<typeof updateOperation>;
export type MoveOperation = z.infer<typeof moveOperation>;
export type DeleteOperation = z.infer<typeof deleteOperation>;
export type AdoptOperation = z.infer<typeof adoptOperation>;
export type OperationsDocument = z.infer<typeof operationsDocumentSchema>;
export type ChangedFile = z.infer<typeof changedFileWord>;
export type ChangesetPaper = z.infer<typeof changesetSchema>;
