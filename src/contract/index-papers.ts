/** Papers of the index: the attestation beside the image, and the receipt of the latest transition with its pages. */
import { z } from 'zod';
import { countWord, hashWord, nodeIdWord } from './words.ts';

export const attestationSchema = z.strictObject({
  schema: z.literal('docforge.attestation/1'),
  index_schema: z.int(),
  project: hashWord,
  generation: hashWord,
  source_hash: hashWord,
  /** SHA-256 of every byte of the image file, and their number. */
  image_hash: hashWord,
  image_bytes: countWord,
  rows: z.record(z.string(), countWord),
  /** The checks that ran before this was written, by name. */
  checks: z.array(z.string()),
  hash: hashWord,
});

/** What kind of change a node went through; `moved` when only its place changed. */
export const changeKindWord = z.enum(['added', 'removed', 'metadata', 'relations', 'meaning', 'wording', 'moved']);

export const nodeChangeWord = z.strictObject({
  id: nodeIdWord,
  /** All that apply, in the order of the enumeration. */
  changes: z.array(changeKindWord).min(1),
  path_before: z.string().nullable(),
  path_after: z.string().nullable(),
});

export const edgeChangeWord = z.strictObject({
  change: z.enum(['added', 'removed']),
  source: nodeIdWord,
  target: nodeIdWord,
  type: z.string(),
});

export const diffHeaderWord = z.strictObject({
  generation_before: hashWord.nullable(),
  generation_after: hashWord,
  nodes: z.strictObject({ added: countWord, removed: countWord, changed: countWord }),
  edges: z.strictObject({ added: countWord, removed: countWord }),
  /** False when the lists were cut at the bound; the counts are always whole. */
  complete: z.boolean(),
});

export const generationDiffSchema = z.strictObject({
  schema: z.literal('docforge.generation-diff/1'),
  header: diffHeaderWord,
  nodes: z.array(nodeChangeWord),
  edges: z.array(edgeChangeWord),
  hash: hashWord,
});

export const generationDiffPageSchema = z.strictObject({
  schema: z.literal('docforge.generation-diff-page/1'),
  receipt_header: diffHeaderWord,
  /** The hash of the whole stored receipt, not of this page. */
  stored_receipt_hash: hashWord,
  nodes: z.array(nodeChangeWord),
  edges: z.array(edgeChangeWord),
});

export type AttestationPaper = z.infer<typeof attestationSchema>;
export type ChangeKind = z.infer<typeof changeKindWord>;
export type NodeChange = z.infer<typeof nodeChangeWord>;
export type EdgeChange = z.infer<typeof edgeChangeWord>;
export type GenerationDiffPaper = z.infer<typeof generationDiffSchema>;
export type GenerationDiffPage = z.infer<typeof generationDiffPageSchema>;
