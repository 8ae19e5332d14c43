/** What every step in the life of a changeset and every verdict on one must meet first. */
import { refuse } from '../base/index.ts';
import type { ChangesetPaper } from '../contract/index.ts';

/** Refuses `stale_changeset`, naming both hashes, unless the one given is that of the current revision. */
export function requireCurrent(current: ChangesetPaper, given: string): void {
  if (current.hash === given) return;
  const { id, hash, revision } = current;
  refuse('stale_changeset', { changeset: id, current: hash, given, revision });
}

/** The text, when it can be hashed; refuses `invalid_text` otherwise. */
export function requireText(what: string, text: string): string {
  if (!text.isWellFormed()) refuse('invalid_text', { what, reason: 'it holds half a surrogate pair' });
  return text;
}
