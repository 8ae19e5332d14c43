/**
 * Swapping a slot with a path, and judging what came out. Invariants: the check comes after the swap, so nothing can
 * slip in between; foreign bytes are given back, the newest ones to the path; the lease is asked before the hash, since
 * a private file without a writer can no longer change.
 *
 * Portable systems swap in three steps, each of which recovery understands:
 *
 *     path -> NNNN.out      slot -> path (no clobber)      NNNN.out -> slot
 */
import type { Sha256 } from '../base/index.ts';
import type { System } from '../disk/index.ts';
import { systemCode, tolerate } from './faults.ts';
import { type Content, contentOf } from './placement.ts';
import { assertOwned, type Place, type Transaction } from './transaction.ts';

const ROUNDS_MAX = 50;

/** `done`; or it was not what was expected and was given back: `foreign`, `open_writer`; or nothing stood there. */
export type SwapOutcome = 'done' | 'foreign' | 'open_writer' | 'absent';

/** Swaps slot and path; when what came out is not `expected`, or a writer still reaches it, gives it back. */
export function swapChecked(transaction: Transaction, place: Place, expected: Content): SwapOutcome {
  const { system } = transaction;
  const ours = contentOf(system, place.slot);
  const first = swapOnce(transaction, place);
  if (first !== 'swapped') return first === 'gap' ? 'foreign' : 'absent';
  const free = system.noWriters(place.slot);
  const out = contentOf(system, place.slot);
  if (out === expected && free !== false) return 'done';
  giveBack(transaction, place, ours);
  return out === expected ? 'open_writer' : 'foreign';
}

/** Swaps back until what comes out is what was put in last, so that the newest foreign bytes end at the path. */
function giveBack(transaction: Transaction, place: Place, ours: Content): void {
  let put = ours;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const putting = contentOf(transaction.system, place.slot);
    if (swapOnce(transaction, place) !== 'swapped') return;
    if (contentOf(transaction.system, place.slot) === put) return;
    put = putting;
  }
}

/** `absent`: nothing stood at the path. `gap`: somebody created the path while it was absent; all bytes are kept. */
function swapOnce(transaction: Transaction, place: Place): 'swapped' | 'absent' | 'gap' {
  const { system } = transaction;
  if (system.exchange === undefined) return swapPortably(transaction, place);
  try {
    system.exchange(place.slot, place.target);
    return 'swapped';
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    assertOwned(transaction);
    return 'absent';
  }
}

function swapPortably(transaction: Transaction, place: Place): 'swapped' | 'absent' | 'gap' {
  const { system } = transaction;
  const out = `${place.slot}.out`;
  if (!tolerate(['ENOENT'], () => system.take(place.target, out))) {
    assertOwned(transaction);
    return 'absent';
  }
  if (!tolerate(['EEXIST'], () => system.renameNoReplace(place.slot, place.target))) return 'gap';
  system.take(out, place.slot);
  return 'swapped';
}

/**
 * Brings a half-done portable step to a state that `placementOf` knows: a swap stopped in the middle, or a file that
 * has two names because its link was made and its old name not yet removed. A native system looks too: the step may be
 * that of a portable one.
 */
export function completeHalfSteps(transaction: Transaction, place: Place): void {
  const { system } = transaction;
  const out = `${place.slot}.out`;
  if (!system.exists(out)) {
    if (isSameFile(system, place.slot, place.target)) system.unlink(place.slot);
    return;
  }
  if (isSameFile(system, out, place.target)) system.unlink(out);
  else if (!system.exists(place.target)) tolerate(['EEXIST'], () => system.renameNoReplace(out, place.target));
  else if (isSameFile(system, place.slot, place.target)) {
    system.unlink(place.slot);
    system.take(out, place.slot);
  } else if (!system.exists(place.slot)) system.take(out, place.slot);
}

/** Whether two paths name one file. Never true for something that cannot be read. */
export function isSameFile(system: System, a: string, b: string): boolean {
  const first = system.identify(a);
  const second = first === null ? null : system.identify(b);
  return first !== null && second !== null && first.inode === second.inode && first.device === second.device;
}

/** Whether the private file at a path holds exactly these bytes and nobody can change them any more. */
export function isFrozen(system: System, path: string, expected: Sha256 | string): 'yes' | 'foreign' | 'open_writer' {
  const free = system.noWriters(path);
  if (contentOf(system, path) !== expected) return 'foreign';
  return free === false ? 'open_writer' : 'yes';
}
