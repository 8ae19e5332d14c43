/** source: files to nodes, and nodes back to exact bytes. */
export {
  type Block,
  type ClosedBlock,
  type NoBlock,
  normaliseNewlines,
  parseBlock,
  type UnclosedBlock,
} from './block.ts';
export { type Decoded, decodeUtf8 } from './decode.ts';
export type { NewNode, NewRelation, NodeEdit } from './edit/node-edit.ts';
export { appendSource, nodeSource, relayFile, replaceSource } from './exact.ts';
export { loadRelink } from './load-relink.ts';
export { extractMarkdown } from './markdown.ts';
export { readOutline } from './outline.ts';
export type { Rewrite } from './relink.ts';
export { adoptPage, editNode, insertNode, removeNode, type WritableFormat } from './serialize.ts';
export { extractToml } from './toml-nodes.ts';
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
export { parseYaml, type YamlReading } from './yaml.ts';
