/** source: files to nodes, and nodes back to exact bytes. */
export type {
  ExtractedFile,
  ExtractedNode,
  ExtractedRelation,
  Extraction,
  Format,
  Heading,
  KeyPlace,
  Link,
  LinkKind,
  Outline,
} from './types.ts';
