/**
 * Ending what a crash left behind. Safe at any time, also while the owner is alive: a transaction is claimed by raising
 * its epoch, and its slots are moved into a folder of the new epoch, so that neither a path nor a folder handle of the
 * owner leads anywhere any more. Invariants: nothing is read as evidence before the owner is fenced; a decision found on
 * disk is made durable before anything is tidied; a damaged journal is reported and nothing of it is touched.
 */
import type { JournalPaper, PurposePaper, ReceiptPaper } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { Fenced, systemCode, tolerate } from './faults.ts';
import { flushAll } from './flush.ts';
import { readJournal } from './journal.ts';
import { type Cause, causeOf, type FileFate, fatesOf } from './outcome.ts';
import {
  APPLICATION_FOLDER,
  type FolderName,
  isScratchName,
  isSlotsName,
  OBJECTS_FOLDER,
  parseFolderName,
  RECEIPTS_FOLDER,
  STATE_FOLDER,
  type TransactionState,
  transactionFolder,
  unannouncedFolder,
} from './places.ts';
import { conclude } from './publish.ts';
import { settle } from './settle.ts';
import { discard } from './stage.ts';
import { type KeptFile, tidy } from './tidy.ts';
import { ownedTransaction, type Transaction, touchedFolders } from './transaction.ts';

/** What recovery did with one folder that it found. */
export interface Recovered {
  readonly folder: string;
  readonly transaction: string;
  readonly outcome: /** Staged and never announced: our private copies were removed, no file was touched. */
    | 'discarded'
    | 'committed'
    | 'committed_unconfirmed'
    | 'rolled_back'
    | 'conflicted'
    /** Only empty folders were left. */
    | 'cleaned'
    /** Nothing was touched: it cannot be told what the transaction was to do. */
    | 'journal_damaged'
    /** Another process is at work on it. */
    | 'taken_over'
    /** The system reported an error; recover again when it is repaired. */
    | 'unfinished';
  readonly cause: Cause | null;
  readonly purpose: PurposePaper | null;
  readonly receipt: ReceiptPaper | null;
  readonly files: readonly FileFate[];
  readonly conflicts: readonly string[];
  readonly rescued: readonly KeptFile[];
  readonly retired: readonly KeptFile[];
}

type Announced = Extract<FolderName, { state: TransactionState }>;
const ORDER = ['committed', 'aborted', 'transaction', 'staging', 'discard'];
const CLAIM_ROUNDS_MAX = 100;

/** Ends everything left in the application folder; one row for each folder found. Throws when that cannot be listed. */
export async function recover(system: System, freshId: () => string): Promise<Recovered[]> {
  const names = system
    .list(APPLICATION_FOLDER)
    .map((name) => ({ name, parsed: parseFolderName(name) }))
    .filter((row): row is { name: string; parsed: FolderName } => row.parsed !== null)
    .sort((a, b) => ORDER.indexOf(a.parsed.state) - ORDER.indexOf(b.parsed.state));
  const rows: Recovered[] = [];
  let flushed = false;
  for (const { name, parsed } of names) {
    const folder = `${APPLICATION_FOLDER}/${name}`;
    try {
      if (!flushed) await flushStateFolders(system);
      flushed = true;
      const row = await recoverFolder(system, folder, parsed, freshId);
      if (row !== null) rows.push(row);
    } catch (error) {
      const outcome = error instanceof Fenced ? 'taken_over' : 'unfinished';
      rows.push(rowOf(folder, parsed.id, { outcome, cause: causeOf(error) }));
    }
  }
  return rows;
}

/** A process that died may have made one of our own folders and not flushed its entry. */
async function flushStateFolders(system: System): Promise<void> {
  const folders = [STATE_FOLDER, APPLICATION_FOLDER, RECEIPTS_FOLDER, OBJECTS_FOLDER];
  await flushAll(system, [], ['', ...folders.filter((folder) => system.exists(folder))]);
}

function rowOf(folder: string, transaction: string, known: Partial<Recovered> & Pick<Recovered, 'outcome'>): Recovered {
  const none = { cause: null, purpose: null, receipt: null, files: [], conflicts: [], rescued: [], retired: [] };
  return { folder, transaction, ...none, ...known };
}

async function recoverFolder(
  system: System,
  folder: string,
  name: FolderName,
  freshId: () => string,
): Promise<Recovered | null> {
  if (name.state === 'staging' || name.state === 'discard') return discardFolder(system, folder, name);
  const found = readJournal(system, folder, name.id);
  if ('journal' in found) {
    return name.state === 'transaction'
      ? recoverAnnounced(system, folder, name, found.journal, freshId)
      : finishDecided(system, folder, name.state, found.journal, freshId);
  }
  if (!system.exists(folder)) return null;
  if ('absent' in found && name.state !== 'transaction' && removeEmpty(system, folder)) {
    return rowOf(folder, name.id, { outcome: 'cleaned' });
  }
  const detail = 'damaged' in found ? found.damaged : 'it is missing';
  return rowOf(folder, name.id, {
    outcome: 'journal_damaged',
    cause: { reason: 'journal_damaged', path: folder, detail },
  });
}

function discardFolder(
  system: System,
  folder: string,
  name: Extract<FolderName, { state: 'staging' | 'discard' }>,
): Recovered | null {
  const doomed = unannouncedFolder('discard', name.id);
  if (name.state === 'staging' && !tolerate(['ENOENT'], () => system.renameNoReplace(folder, doomed))) return null;
  discard(system, doomed);
  return rowOf(folder, name.id, { outcome: 'discarded' });
}

/** A decided folder without a journal: by the order of tidying, only empty folders and scratch copies can be left. */
function removeEmpty(system: System, folder: string): boolean {
  const names = system.list(folder);
  const slots = names.filter(isSlotsName);
  const scratch = names.filter(isScratchName);
  if (slots.length + scratch.length < names.length) return false;
  if (!slots.every((name) => system.list(`${folder}/${name}`).length === 0)) return false;
  for (const name of scratch) tolerate(['ENOENT'], () => system.unlink(`${folder}/${name}`));
  for (const name of slots) tolerate(['ENOENT'], () => system.removeFolder(`${folder}/${name}`));
  tolerate(['ENOENT'], () => system.removeFolder(folder));
  return true;
}

async function recoverAnnounced(
  system: System,
  folder: string,
  name: Announced,
  journal: JournalPaper,
  freshId: () => string,
): Promise<Recovered> {
  const epoch = name.epoch + 1;
  const transaction = ownedTransaction(system, journal, epoch);
  const claimed = tolerate(['ENOENT'], () =>
    system.renameNoReplace(folder, transactionFolder('transaction', name.id, epoch)),
  );
  if (!claimed) return rowOf(folder, name.id, { outcome: 'taken_over', purpose: journal.purpose });
  await system.flushFolder(APPLICATION_FOLDER);
  await fenceSlots(transaction);
  const decided = await settle(transaction);
  const end = await conclude(transaction, freshId, decided, null, { published: true, receiptFrom: 1 });
  const { outcome, purpose, receipt, files, conflicts, rescued, retired, untidy } = end;
  return {
    folder,
    transaction: name.id,
    outcome: outcome as Recovered['outcome'],
    cause: untidy,
    purpose,
    receipt,
    files,
    conflicts,
    rescued,
    retired,
  };
}

/**
 * Moves every slot into the folder of our epoch and removes the old folders. A handle that an earlier owner still holds
 * then leads to a removed folder, where nothing can be found and nothing can be put. What the earlier owner did is made
 * durable before it is built upon.
 */
async function fenceSlots(transaction: Transaction): Promise<void> {
  const { system, folder, slots: own } = transaction;
  const touched = touchedFolders(transaction.journal).filter((path) => path === '' || system.exists(path));
  tolerate(['EEXIST'], () => system.makeFolder(own, 0o700));
  await system.flushFolder(folder);
  for (let round = 0; round < CLAIM_ROUNDS_MAX; round++) {
    const others = system
      .list(folder)
      .filter(isSlotsName)
      .map((name) => `${folder}/${name}`)
      .filter((path) => path !== own);
    if (others.length === 0) return;
    for (const other of others) {
      for (const name of system.list(other)) tolerate(['ENOENT'], () => moveSlot(system, other, own, name));
    }
    await flushAll(system, [], [own, ...others, ...touched]);
    for (const other of others) tolerate(['ENOENT', 'ENOTEMPTY'], () => system.removeFolder(other));
  }
  throw new Fenced(folder);
}

/** A plain take: the name in our own folder is unused, or else gets a suffix, under which it will be rescued. */
function moveSlot(system: System, from: string, to: string, name: string): void {
  let free = name;
  while (system.exists(`${to}/${free}`)) free = `${free}.again`;
  system.take(`${from}/${name}`, `${to}/${free}`);
}

async function finishDecided(
  system: System,
  folder: string,
  state: 'committed' | 'aborted',
  journal: JournalPaper,
  freshId: () => string,
): Promise<Recovered> {
  const known = { purpose: journal.purpose, files: fatesOf(system, journal.items, null) };
  await system.flushFolder(APPLICATION_FOLDER);
  try {
    const tidied = await tidy({ system, folder, state, journal, freshId });
    const conflicts = state === 'aborted' ? tidied.rescued.flatMap((file) => file.path ?? []) : [];
    const outcome = conflicts.length > 0 ? 'conflicted' : state === 'committed' ? 'committed' : 'rolled_back';
    return rowOf(folder, journal.transaction, { ...known, ...tidied, conflicts, outcome });
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && !system.exists(folder)) {
      return rowOf(folder, journal.transaction, { ...known, outcome: 'taken_over' });
    }
    return rowOf(folder, journal.transaction, { ...known, outcome: 'unfinished', cause: causeOf(error) });
  }
}
