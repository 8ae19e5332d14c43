/** base: pure words. No I/O, no clock of its own, nothing of any other room. */
export type { Brand, ChangesetId, NodeId, ProjectPath, Sha256 } from './brand.ts';
export { CanonicalError, canonicalJson, compareCodePoints, hashJson } from './canonical.ts';
export type { CatalogueEntry, Severity } from './catalogue/entry.ts';
export {
  type Code,
  catalogue,
  type DegradedCode,
  entryOf,
  fill,
  type ProblemCode,
  type RefusalCode,
} from './catalogue/index.ts';
export { type Ambient, fixedAmbient, systemAmbient } from './clock.ts';
export { isDeeperThan } from './depth.ts';
export { hashBytes, isSha256, sha256Hex } from './hash.ts';
export { type LimitName, limits } from './limits.ts';
export { nodeId, nodeIdFault } from './node-id.ts';
export { compareText, sortedBy } from './order.ts';
export {
  type Degraded,
  type DetailsOf,
  degraded,
  type Place,
  type Problem,
  problem,
  Refusal,
  refuse,
  sortProblems,
} from './problem.ts';
export { lastingWords } from './problem-words.ts';
export { lineStarts, nearest, positionAt, showHidden } from './text.ts';
export {
  parseToml,
  type TomlDocument,
  type TomlFault,
  type TomlHeader,
  type TomlItem,
  type TomlStatement,
} from './toml/parse.ts';
export {
  bestLines,
  escapeLines,
  type TextStyle,
  type TomlConversion,
  tomlFromJson,
  writeTomlKey,
  writeTomlText,
  writeTomlValue,
} from './toml/write.ts';
export { isTable, isTagged, type TomlKind, type TomlTable, type TomlTagged, type TomlValue } from './toml-value.ts';
export { DIGEST_SCHEMA, EXTRACTION_SCHEMA, INDEX_SCHEMA, VERSION } from './version.ts';
