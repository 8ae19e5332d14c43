/**
 * Deciding an announced transaction: forward or back, by what is on disk alone. The same steps serve a publication that
 * met a conflict and a recovery after a crash. Invariants: nothing is decided before every touched folder is flushed;
 * the decision is one rename; after it, only tidying is left.
 */
import type { System } from '../disk/index.ts';
import { Conflict, Fenced, systemCode, tolerate } from './faults.ts';
import { ensureFolder, flushAll } from './flush.ts';
import { publishItem, returnTaken, undoItem } from './items.ts';
import { FOREIGN_WAY, goesForward, type Placement } from './placement.ts';
import { APPLICATION_FOLDER, parentOf, transactionFolder } from './places.ts';
import { completeHalfSteps } from './swap.ts';
import { assertOwned, look, type Place, placesOf, type Transaction, touchedFolders } from './transaction.ts';

/** A decided transaction, before its tidying. */
export interface Decided {
  readonly state: 'committed' | 'aborted';
  readonly folder: string;
  /** Whether the decision is durable. When it is not, nothing may be tidied yet. */
  readonly confirmed: boolean;
  /** Where each item stood when the decision was looked for; in the order of the journal. */
  readonly found: readonly Placement[];
  /** Paths that could not be taken back because somebody else edited them. */
  readonly conflicts: readonly string[];
}

/** Rolls back, or forward when that is the order that explains the edits of others. Throws `Fenced` and system errors. */
export async function settle(transaction: Transaction): Promise<Decided> {
  assertOwned(transaction);
  const places = placesOf(transaction);
  for (const place of places) {
    completeHalfSteps(transaction, place);
    returnTaken(transaction, place);
  }
  const found = places.map((place) => look(transaction, place));
  if (goesForward(found) && (await publishRest(transaction, places)))
    return decide(transaction, 'committed', found, []);
  const conflicts = await undoAll(transaction, places);
  return decide(transaction, 'aborted', found, conflicts);
}

/** Publishes what is not published yet; `false` when somebody else came in between. */
async function publishRest(transaction: Transaction, places: readonly Place[]): Promise<boolean> {
  try {
    const { folders } = transaction.journal;
    for (const folder of folders) await ensureFolder(transaction.system, folder);
    await flushAll(transaction.system, [], [...new Set(folders.map(parentOf))]);
    for (const place of places) {
      if (look(transaction, place) === 'unpublished') publishItem(transaction, place);
    }
    return true;
  } catch (error) {
    if (error instanceof Conflict) return false;
    throw error;
  }
}

async function undoAll(transaction: Transaction, places: readonly Place[]): Promise<string[]> {
  const conflicts: string[] = [];
  for (const place of [...places].reverse()) {
    completeHalfSteps(transaction, place);
    if (place.item.after === null) await restoreFolder(transaction, place);
    if (!undoOrKeep(transaction, place)) conflicts.push(place.item.path);
  }
  return conflicts.reverse();
}

function undoOrKeep(transaction: Transaction, place: Place): boolean {
  try {
    return undoItem(transaction, place);
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code !== 'ENOENT' && !FOREIGN_WAY.includes(code)) throw error;
    assertOwned(transaction);
    return false;
  }
}

/** A deleted file can only come back into its folder; somebody may have removed the empty one. */
async function restoreFolder(transaction: Transaction, place: Place): Promise<void> {
  if (look(transaction, place) !== 'published') return;
  const missing: string[] = [];
  for (let folder = parentOf(place.target); folder !== '' && !transaction.system.exists(folder); ) {
    missing.push(folder);
    folder = parentOf(folder);
  }
  for (const folder of missing.reverse()) await ensureFolder(transaction.system, folder);
}

/** Flushes what was touched and renames the folder to its decided state. Throws `Fenced` when another process was first. */
export async function decide(
  transaction: Transaction,
  state: 'committed' | 'aborted',
  found: readonly Placement[],
  conflicts: readonly string[],
): Promise<Decided> {
  const { system, journal, epoch } = transaction;
  const folders = touchedFolders(journal).filter((folder) => folder === '' || system.exists(folder));
  await flushOwned(transaction, folders);
  const folder = transactionFolder(state, journal.transaction, epoch);
  renameOrFence(system, transaction.folder, folder);
  const decided = { state, folder, found, conflicts };
  try {
    await system.flushFolder(APPLICATION_FOLDER);
    return { ...decided, confirmed: true };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return { ...decided, confirmed: false };
  }
}

async function flushOwned(transaction: Transaction, folders: readonly string[]): Promise<void> {
  try {
    await flushAll(transaction.system, [], [...folders, transaction.slots]);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') assertOwned(transaction);
    throw error;
  }
}

/** The one rename that decides. An error after which the new name stands is no error: the rename took place. */
function renameOrFence(system: System, from: string, to: string): void {
  try {
    if (!tolerate(['ENOENT'], () => system.renameNoReplace(from, to))) throw new Fenced(from);
  } catch (error) {
    if (error instanceof Fenced || systemCode(error) === undefined) throw error;
    if (!system.exists(to)) throw error;
  }
}
