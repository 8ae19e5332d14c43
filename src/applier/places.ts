/**
 * Where the applier keeps its things, and how the name of a folder tells the state of a transaction:
 *
 *     .docforge/application/
 *       staging-ID               private copies; nothing was announced; safe to discard
 *       discard-ID               being removed
 *       transaction-ID.EPOCH     announced; can still be undone
 *       committed-ID.EPOCH       decided; only the receipt and the tidying are left
 *       aborted-ID.EPOCH         decided; only the tidying is left
 *         journal.json           what the transaction does
 *         slot.EPOCH/NNNN        item N: the new bytes before publishing, the displaced bytes after
 *       rescued/                 bytes that nobody can prove to be ours: never deleted by DocForge
 *       retired/                 displaced files that no lease could prove free of writers: never deleted by DocForge
 *
 * Invariant: a state changes by one rename of the folder, so it is never half changed.
 */
export const STATE_FOLDER = '.docforge';
export const APPLICATION_FOLDER = '.docforge/application';
export const RESCUED_FOLDER = '.docforge/application/rescued';
export const RETIRED_FOLDER = '.docforge/application/retired';
export const RECEIPTS_FOLDER = '.docforge/receipts';
export const OBJECTS_FOLDER = '.docforge/objects';
export const JOURNAL_FILE = 'journal.json';

/** Mode of every folder that holds staged or displaced bytes. */
export const PRIVATE_MODE = 0o700;

export type TransactionState = 'transaction' | 'committed' | 'aborted';

export type FolderName =
  | { readonly state: 'staging' | 'discard'; readonly id: string }
  | { readonly state: TransactionState; readonly id: string; readonly epoch: number };

const UNANNOUNCED = /^(staging|discard)-([0-9a-f]{16})$/;
const ANNOUNCED = /^(transaction|committed|aborted)-([0-9a-f]{16})\.([1-9]\d{0,8})$/;

/** Reads the name of a folder in the application folder; `null` for any other name. */
export function parseFolderName(name: string): FolderName | null {
  const early = UNANNOUNCED.exec(name);
  if (early) return { state: early[1] as 'staging' | 'discard', id: early[2]! };
  const late = ANNOUNCED.exec(name);
  return late ? { state: late[1] as TransactionState, id: late[2]!, epoch: Number(late[3]) } : null;
}

/** The path of a transaction's folder in one state and epoch. */
export function transactionFolder(state: TransactionState, id: string, epoch: number): string {
  return `${APPLICATION_FOLDER}/${state}-${id}.${epoch}`;
}

/** The path of a folder that was not announced. */
export function unannouncedFolder(state: 'staging' | 'discard', id: string): string {
  return `${APPLICATION_FOLDER}/${state}-${id}`;
}

/** The name of the folder of slots that belongs to an epoch. */
export function slotsName(epoch: number): string {
  return `slot.${epoch}`;
}

/** Whether a name inside a transaction's folder is a folder of slots. */
export function isSlotsName(name: string): boolean {
  return /^slot\.[1-9]\d{0,8}$/.test(name);
}

/** Whether a name inside a transaction's folder is a copy on its way to the receipts or the objects. */
export function isScratchName(name: string): boolean {
  return /^(receipt|object)\.[0-9a-z]+$/.test(name);
}

/** The name of item N inside a folder of slots. */
export function slotName(index: number): string {
  return String(index).padStart(4, '0');
}

/** Which item a slot's name belongs to; `null` for a name that is none of ours. Portable swaps use `NNNN.out`. */
export function itemOfSlot(name: string): number | null {
  const match = /^(\d{4,})(?:\.[a-z0-9.]+)?$/.exec(name);
  return match ? Number(match[1]) : null;
}

/** The path of the kept bytes of one hash. */
export function objectPath(hash: string): string {
  const hex = hash.slice('sha256:'.length);
  return `${OBJECTS_FOLDER}/${hex.slice(0, 2)}/${hex}`;
}

/** The path of one receipt. */
export function receiptPath(sequence: number): string {
  return `${RECEIPTS_FOLDER}/${String(sequence).padStart(6, '0')}.json`;
}

/** The folder a path lies in; `''` is the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
