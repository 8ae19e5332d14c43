/**
 * One announced transaction as the process that owns it sees it. Invariant: every path that its steps use leads through
 * the folder and the slots of its epoch, so a process that was fenced finds nothing there.
 */
import type { JournalPaper } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { Fenced } from './faults.ts';
import { contentOf, type Item, type Placement, placementOf } from './placement.ts';
import { parentOf, slotName, slotsName, transactionFolder } from './places.ts';

export interface Transaction {
  readonly system: System;
  readonly journal: JournalPaper;
  readonly epoch: number;
  readonly folder: string;
  readonly slots: string;
}

/** The owner's view of an announced transaction. */
export function ownedTransaction(system: System, journal: JournalPaper, epoch: number): Transaction {
  const folder = transactionFolder('transaction', journal.transaction, epoch);
  return { system, journal, epoch, folder, slots: `${folder}/${slotsName(epoch)}` };
}

/** One item with its two paths. */
export interface Place {
  readonly item: Item;
  readonly slot: string;
  readonly target: string;
}

/** All items in the order of the journal. */
export function placesOf(transaction: Transaction): Place[] {
  return transaction.journal.items.map((item, index) => ({
    item,
    slot: `${transaction.slots}/${slotName(index)}`,
    target: item.path,
  }));
}

/** Where one item stands now. Throws `Fenced` when the transaction is no longer ours to look at. */
export function look(transaction: Transaction, place: Place): Placement {
  const slot = contentOf(transaction.system, place.slot);
  const target = contentOf(transaction.system, place.target);
  if (slot === null) assertOwned(transaction);
  return placementOf(place.item, slot, target);
}

/** Throws `Fenced` when the folder of this epoch is gone. */
export function assertOwned(transaction: Transaction): void {
  if (!transaction.system.exists(transaction.folder)) throw new Fenced(transaction.folder);
}

/** The distinct folders of the items, sorted as the items are. */
export function touchedFolders(journal: JournalPaper): string[] {
  return [...new Set(journal.items.map((item) => parentOf(item.path)))];
}
