/** Paper: one canonical node, as an answer shows it. */
import { z } from 'zod';
import { authorityWord, hashWord, lineWord, nodeIdWord, pathWord, relationWord, tomlTableWord } from './words.ts';

export const nodeSchema = z.strictObject({
  schema: z.literal('docforge.node/1'),
  id: nodeIdWord,
  family: z.string(),
  title: z.string(),
  status: z.string(),
  authority: authorityWord,
  tags: z.array(z.string()),
  relations: z.array(relationWord),
  /** Other keys at the top of the metadata: kept, searchable, never interpreted. */
  fields: tomlTableWord,
  /** The free `[extra]` table: kept, searchable, never interpreted. */
  extra: tomlTableWord,
  source: z.strictObject({
    path: pathWord,
    format: z.enum(['markdown', 'toml', 'vault', 'data']),
    /** First line of the node: its `+++`, its `[[nodes]]`, or 1. */
    line: lineWord,
    /** First line of the content (the line after the closing `+++`). */
    content_line: lineWord,
    /** Last line of the node. */
    end_line: lineWord,
  }),
  /** SHA-256 of the exact bytes of the node's span. */
  content_hash: hashWord,
  semantic_digest: hashWord,
  closure_digest: hashWord,
  digest_schema: z.string(),
  /** The Markdown content; left out of listings. */
  content: z.string().optional(),
});

export type NodePaper = z.infer<typeof nodeSchema>;
