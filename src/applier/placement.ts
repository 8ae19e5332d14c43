/**
 * Where one item of a transaction stands, told from two hashes alone: what lies in its slot and what lies at its path.
 * Pure. Invariant: the same two hashes always give the same answer, so a crash at any moment can be read from disk.
 *
 *     update   slot = after            not published        path = before or edited
 *              slot = before/foreign   published            path = after or edited
 *     create   slot = after            not published        path = nothing or edited
 *              slot = nothing          published            path = after or edited, or missing
 *     delete   slot = nothing          not published        path = before or edited
 *              slot = before/foreign   published            path = nothing or edited
 */
import type { JournalPaper } from '../contract/index.ts';
import type { Identity, System } from '../disk/index.ts';
import { systemCode } from './faults.ts';

export type Item = JournalPaper['items'][number];
export type Content = Identity['content'] | null;

export type Placement =
  | 'unpublished'
  /** Not published, and somebody else changed the path. */
  | 'unpublished_edited'
  | 'published'
  /** Published, and the bytes that came out are not the approved base: somebody changed them just before. */
  | 'published_over_edit'
  /** Published, and somebody changed the path afterwards. */
  | 'published_edited'
  /** Both of the two. */
  | 'published_both'
  /** A created file that was taken back and turned out to be somebody else's. */
  | 'taken'
  /** A created file that is in neither place: removed by somebody, or lost with the power. Explained by both orders. */
  | 'created_missing'
  /** Published, but the displaced bytes are not in the slot: it cannot be undone. */
  | 'displaced_missing';

/** Codes that say: the way to this path leads through something that is no folder of this project. */
export const FOREIGN_WAY: readonly string[] = ['ENOTDIR', 'ELOOP', 'symlink', 'not_a_file', 'other_device'];

/** What stands at a path: a hash, why there is none, or `null` for nothing. */
export function contentOf(system: System, path: string): Content {
  try {
    return system.identify(path)?.content ?? null;
  } catch (error) {
    if (!FOREIGN_WAY.includes(systemCode(error) ?? '')) throw error;
    return 'not_a_file';
  }
}

/** Classifies one item. */
export function placementOf(item: Item, slot: Content, target: Content): Placement {
  if (item.before !== null && item.after !== null) return placementOfUpdate(item, slot, target);
  if (item.after !== null) {
    if (slot === item.after) return target === null ? 'unpublished' : 'unpublished_edited';
    if (slot !== null) return target === null ? 'taken' : 'published_both';
    if (target === null) return 'created_missing';
    return target === item.after ? 'published' : 'published_edited';
  }
  if (slot === null) return target === item.before ? 'unpublished' : 'unpublished_edited';
  if (target === null) return slot === item.before ? 'published' : 'published_over_edit';
  return slot === item.before ? 'published_edited' : 'published_both';
}

function placementOfUpdate(item: Item, slot: Content, target: Content): Placement {
  if (slot === item.after) return target === item.before ? 'unpublished' : 'unpublished_edited';
  if (slot === null) {
    if (target === item.before) return 'unpublished';
    return target === item.after ? 'displaced_missing' : 'unpublished_edited';
  }
  if (target === item.after) return slot === item.before ? 'published' : 'published_over_edit';
  return slot === item.before ? 'published_edited' : 'published_both';
}

/**
 * The serial order that explains every foreign edit. Forward ("the transaction, then the edit") when somebody edited
 * what was already published and nobody edited what was not; else back ("the edit, and no transaction").
 */
export function goesForward(found: readonly Placement[]): boolean {
  return found.includes('published_edited') && found.every((place) => EXPLAINED_FORWARD.includes(place));
}

const EXPLAINED_FORWARD: readonly Placement[] = ['unpublished', 'published', 'published_edited', 'created_missing'];
