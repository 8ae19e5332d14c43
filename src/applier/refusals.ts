/** From what a publication met to what is said: a refusal with the state of the project, or notes on a success. */
import { type Degraded, degraded, Refusal, type RefusalCode } from '../base/index.ts';
import { diskReason } from '../disk/index.ts';
import type { Conflict } from './faults.ts';
import type { Cause, Publication } from './outcome.ts';
import { RESCUED_FOLDER, RETIRED_FOLDER, transactionFolder } from './places.ts';

const CODES: Readonly<Record<Exclude<Cause['reason'], 'system'>, RefusalCode>> = {
  stale: 'file_changed',
  vanished: 'file_changed',
  occupied: 'file_exists',
  hard_linked: 'hard_linked',
  not_a_file: 'target_unusable',
  open_writer: 'open_writer',
  foreign_edit: 'edited_meanwhile',
  late_writer: 'edited_meanwhile',
  busy: 'application_busy',
  fenced: 'application_fenced',
  already_applied: 'already_applied',
  rejected: 'graph_not_as_approved',
  journal_damaged: 'journal_damaged',
  ledger_damaged: 'ledger_damaged',
};

/** A cause in words, as the end of a sentence. */
export function reasonOf(cause: Cause): string {
  if (cause.reason === 'system') {
    const what = diskReason(cause.detail ?? '');
    return cause.path === null ? what : `${cause.path}: ${what}`;
  }
  return cause.detail ?? cause.reason;
}

/** The refusal for something foreign at a target, found before anything was written. */
export function refusalOfConflict(conflict: Conflict): Refusal {
  return new Refusal(CODES[conflict.reason], { path: conflict.path });
}

/** The refusal for a publication that did not commit; `null` for one that did. */
export function refusalOf(publication: Publication): Refusal | null {
  const { outcome, cause, conflicts, purpose } = publication;
  if (outcome === 'committed' || outcome === 'committed_unconfirmed') return null;
  const seen = {
    transaction: publication.transaction,
    outcome,
    changeset: purpose.changeset,
    files: publication.files,
    rescued: publication.rescued,
    retired: publication.retired,
  };
  if (outcome === 'fenced') return new Refusal('application_fenced', seen);
  if (outcome === 'conflicted') {
    return new Refusal('application_conflicted', { ...seen, paths: conflicts, kept: RESCUED_FOLDER });
  }
  const reason = cause === null ? outcome : reasonOf(cause);
  if (outcome === 'interrupted') {
    const folder = transactionFolder('transaction', publication.transaction, 1);
    return new Refusal('application_interrupted', { ...seen, reason, folder });
  }
  if (cause === null || cause.reason === 'system') return new Refusal('application_failed', { ...seen, reason });
  const path = cause.path ?? '';
  if (cause.reason === 'already_applied' && purpose.kind === 'rollback') {
    return new Refusal('already_rolled_back', { ...seen, receipt: purpose.reverts, by: path });
  }
  return new Refusal(CODES[cause.reason], { ...seen, path, folder: path, receipt: path, reason });
}

/** What has to be said about a publication that committed. */
export function notesOf(publication: Publication): Degraded[] {
  const notes: Degraded[] = [];
  const { outcome, untidy, files, rescued, retired } = publication;
  if (outcome === 'committed_unconfirmed') notes.push(degraded('commit_unconfirmed', {}));
  else if (untidy !== null) notes.push(degraded('tidying_incomplete', { reason: reasonOf(untidy) }));
  const edited = files.filter((file) => file.now === 'edited').map((file) => file.path);
  if (edited.length > 0) notes.push(degraded('edited_after_publishing', { paths: edited }));
  if (rescued.length > 0) notes.push(degraded('files_rescued', { files: rescued.map((file) => file.kept) }));
  if (retired.length > 0) notes.push(degraded('files_retired', { count: retired.length, folder: RETIRED_FOLDER }));
  return notes;
}
