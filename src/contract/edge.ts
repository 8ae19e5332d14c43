/** Paper: one edge of the graph. */
import { z } from 'zod';
import { lineWord, nodeIdWord, pathWord, provenanceWord } from './words.ts';

export const edgeSchema = z.strictObject({
  schema: z.literal('docforge.edge/1'),
  source: nodeIdWord,
  target: nodeIdWord,
  /** A relation of the vocabulary, or `links_to` for a link in the text. */
  type: z.string(),
  provenance: provenanceWord,
  note: z.string().optional(),
  /** The anchor a link names, decoded. */
  fragment: z.string().optional(),
  path: pathWord,
  line: lineWord,
});

export type EdgePaper = z.infer<typeof edgeSchema>;
