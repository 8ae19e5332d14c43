/**
 * Publishing one item, and taking one back. Invariants: a create never replaces anything; an update and a delete look at
 * what came out and give back what is foreign; taking back never destroys a byte.
 */
import { Conflict, tolerate } from './faults.ts';
import { type Content, contentOf } from './placement.ts';
import { isFrozen, swapChecked } from './swap.ts';
import { assertOwned, look, type Place, type Transaction } from './transaction.ts';

/** Publishes one item, or throws `Conflict` with the path as somebody else left it. */
export function publishItem(transaction: Transaction, place: Place): void {
  const { item } = place;
  if (item.before === null) publishCreate(transaction, place);
  else if (contentOf(transaction.system, place.target) !== item.before) throw new Conflict('stale', item.path);
  else if (item.after === null) publishDelete(transaction, place);
  else {
    const outcome = swapChecked(transaction, place, item.before);
    if (outcome === 'absent') throw new Conflict('vanished', item.path);
    if (outcome !== 'done') throw new Conflict(outcome === 'foreign' ? 'foreign_edit' : 'open_writer', item.path);
  }
}

function publishCreate(transaction: Transaction, place: Place): void {
  const { system } = transaction;
  let done = false;
  const present = tolerate(['ENOENT'], () => {
    done = tolerate(['EEXIST'], () => system.renameNoReplace(place.slot, place.target));
  });
  if (!present) {
    assertOwned(transaction);
    throw new Conflict('vanished', place.item.path);
  }
  if (!done) throw new Conflict('occupied', place.item.path);
}

function publishDelete(transaction: Transaction, place: Place): void {
  const { system } = transaction;
  if (!tolerate(['ENOENT'], () => system.take(place.target, place.slot))) {
    assertOwned(transaction);
    throw new Conflict('vanished', place.item.path);
  }
  const frozen = isFrozen(system, place.slot, place.item.before!);
  if (frozen === 'yes') return;
  tolerate(['EEXIST'], () => system.renameNoReplace(place.slot, place.target));
  throw new Conflict(frozen === 'foreign' ? 'foreign_edit' : 'open_writer', place.item.path);
}

/** Gives a created file that was taken back, and turned out to be somebody else's, its path again. */
export function returnTaken(transaction: Transaction, place: Place): void {
  if (look(transaction, place) === 'taken') {
    tolerate(['EEXIST'], () => transaction.system.renameNoReplace(place.slot, place.target));
  }
}

/** Takes one item back. `false` when an edit by somebody else stands in the way; every byte is kept then. */
export function undoItem(transaction: Transaction, place: Place): boolean {
  const found = look(transaction, place);
  if (found === 'unpublished' || found === 'unpublished_edited' || found === 'created_missing') return true;
  if (found !== 'published' && found !== 'published_over_edit') return false;
  const { system } = transaction;
  if (place.item.before === null) return undoCreate(transaction, place);
  if (place.item.after === null) return tolerate(['EEXIST'], () => system.renameNoReplace(place.slot, place.target));
  return swapChecked(transaction, place, place.item.after as Content) === 'done';
}

function undoCreate(transaction: Transaction, place: Place): boolean {
  const { system } = transaction;
  if (!tolerate(['ENOENT'], () => system.take(place.target, place.slot))) {
    assertOwned(transaction);
    return true;
  }
  if (isFrozen(system, place.slot, place.item.after!) === 'yes') return true;
  tolerate(['EEXIST'], () => system.renameNoReplace(place.slot, place.target));
  return false;
}
