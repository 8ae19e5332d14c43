/** query: an open index to answers. Plain functions over one pinned generation; every answer names it. */
export type { Page, Paging } from './cursor.ts';
export { type DiffAnswer, diffPage } from './diff-page.ts';
export { fileHashes } from './file-hashes.ts';
export { FILTER_NAMES, type NodeFilters } from './filters.ts';
export { type ListAnswer, type ListQuestion, listNodes } from './list-nodes.ts';
export { listProblems } from './list-problems.ts';
export type { Section } from './node-rows.ts';
export { type SearchAnswer, type SearchHit, type SearchQuestion, searchNodes } from './search-nodes.ts';
export { type NodeAnswer, showNode } from './show-node.ts';
export {
  impactOf,
  neighbors,
  type PathAnswer,
  pathBetween,
  type Reached,
  type WalkAnswer,
  type WalkQuestion,
} from './walks.ts';
