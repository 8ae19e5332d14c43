/**
 * Tidying a decided transaction: the receipt, the displaced bytes, the folder. Invariants: a name is removed only when
 * its bytes are a known image and a lease proves that no writer can reach the file; else the file moves to `retired/`
 * (known bytes, no proof) or `rescued/` (anything else), and stays there. The receipt comes first, the journal goes
 * last, and what stands between is flushed. Every step may have been done already, by us or by another process.
 */
import type { JournalPaper, ReceiptPaper } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { systemCode, tolerate } from './faults.ts';
import { ensureFolder, flushAll } from './flush.ts';
import { appendReceipt } from './ledger.ts';
import { keepCopies, keepFile, prepareObjects } from './objects.ts';
import type { Content } from './placement.ts';
import {
  isScratchName,
  isSlotsName,
  itemOfSlot,
  JOURNAL_FILE,
  objectPath,
  PRIVATE_MODE,
  parentOf,
  RECEIPTS_FOLDER,
  RESCUED_FOLDER,
  RETIRED_FOLDER,
} from './places.ts';
import { isSameFile } from './swap.ts';

/** A file that DocForge keeps because it cannot prove that nobody needs it. */
export interface KeptFile {
  /** Where it came from; `null` when that is not known. */
  readonly path: string | null;
  /** Where it is now. */
  readonly kept: string;
  readonly content: Content;
}

export interface Tidied {
  readonly receipt: ReceiptPaper | null;
  readonly rescued: readonly KeptFile[];
  readonly retired: readonly KeptFile[];
}

export interface TidyInput {
  readonly system: System;
  readonly folder: string;
  readonly state: 'committed' | 'aborted';
  readonly journal: JournalPaper;
  readonly freshId: () => string;
  /** The first receipt number that can belong to this transaction; by default the whole ledger is searched. */
  readonly receiptFrom?: number;
  /** Nothing of this transaction was ever public, so its staged copies need no proof. */
  readonly neverPublic?: boolean;
}

const GONE = ['ENOENT'];

/** Finishes a decided transaction. Safe to repeat and to run in two processes at once. Throws system errors. */
export async function tidy(input: TidyInput): Promise<Tidied> {
  const { system, folder, journal } = input;
  const flush = new Set<string>();
  let receipt: ReceiptPaper | null = null;
  if (input.state === 'committed') {
    receipt = await appendReceipt(system, journal, folder, input.freshId, input.receiptFrom);
    flush.add(RECEIPTS_FOLDER);
    for (const folder of objectFolders(journal)) if (system.exists(folder)) flush.add(folder);
  } else {
    for (const folder of removeMadeFolders(system, journal.folders)) flush.add(folder);
  }
  for (const folder of [RESCUED_FOLDER, RETIRED_FOLDER]) if (system.exists(folder)) flush.add(folder);
  const slots = system
    .list(folder)
    .filter(isSlotsName)
    .map((name) => `${folder}/${name}`);
  const found = slots.flatMap((slot) => system.list(slot).flatMap((name) => judge(input, `${slot}/${name}`, name)));
  const kept = await putAway(input, found, flush);
  if (input.state === 'committed' && journal.purpose.kind === 'rollback') removeEmptied(system, journal);
  await removeFolder(input, slots, flush);
  return { receipt, ...kept };
}

/** What becomes of one file in a slot. */
interface Judged {
  readonly path: string;
  readonly origin: string | null;
  readonly content: Content;
  /** `object`: proved free of writers, its bytes are the displaced image. `retire`: known bytes, but no proof. */
  readonly fate: 'unlink' | 'object' | 'retire' | 'rescue';
}

/** The lease is asked before the hash: a private file without a writer can no longer change. */
function judge(input: TidyInput, path: string, name: string): Judged[] {
  const { system, journal, state } = input;
  const free = system.noWriters(path);
  const found = system.identify(path);
  if (found === null) return [];
  const index = itemOfSlot(name);
  const item = index === null ? undefined : journal.items[index];
  const isAfter = item !== undefined && found.content === item.after;
  const isBefore = item !== undefined && found.content === item.before && state === 'committed';
  const row = { path, origin: item?.path ?? null, content: found.content };
  if (free === false || !(isAfter || isBefore)) return [{ ...row, fate: 'rescue' }];
  const proved = found.links === 1 && (free === true || (isAfter && input.neverPublic === true));
  if (!proved) return [{ ...row, fate: 'retire' }];
  return [{ ...row, fate: isAfter ? 'unlink' : 'object' }];
}

async function putAway(
  input: TidyInput,
  found: readonly Judged[],
  flush: Set<string>,
): Promise<{ rescued: KeptFile[]; retired: KeptFile[] }> {
  const { system, state } = input;
  const kept = { rescued: [] as KeptFile[], retired: [] as KeptFile[] };
  const displaced = state === 'committed' ? found.filter((row) => row.fate === 'object' || row.fate === 'retire') : [];
  await prepareObjects(
    system,
    displaced.map((row) => row.content as string),
  );
  for (const row of displaced) flush.add(parentOf(objectPath(row.content as string)));
  const copies = displaced.filter((row) => row.fate === 'retire');
  await keepCopies(
    system,
    copies.map((row) => ({
      path: row.path,
      hash: row.content as string,
      scratch: `${input.folder}/object.${input.freshId()}`,
    })),
  );
  for (const row of found) {
    if (row.fate === 'unlink') tolerate(GONE, () => system.unlink(row.path));
    else if (row.fate === 'object') {
      await keepFile(system, row.path, row.content as string, setAsideName(input, RESCUED_FOLDER, row.origin));
    } else {
      const rescue = row.fate === 'rescue';
      const place = await setAside(input, rescue ? RESCUED_FOLDER : RETIRED_FOLDER, row.path, row.origin, flush);
      if (place === null) continue;
      (rescue ? kept.rescued : kept.retired).push({ path: row.origin, kept: place, content: row.content });
    }
  }
  return kept;
}

function setAsideName(input: TidyInput, folder: string, origin: string | null): string {
  const base = (origin ?? 'file').slice((origin ?? '').lastIndexOf('/') + 1).replace(/[^A-Za-z0-9._-]/g, '_');
  return `${folder}/${input.journal.transaction}-${input.freshId()}-${base.slice(0, 100)}`;
}

/** Moves a file out of the transaction without ever replacing one; its new path, or `null` when it was gone already. */
async function setAside(
  input: TidyInput,
  folder: string,
  path: string,
  origin: string | null,
  flush: Set<string>,
): Promise<string | null> {
  const { system } = input;
  await ensureFolder(system, folder, PRIVATE_MODE);
  flush.add(folder);
  const earlier = system
    .list(folder)
    .filter((name) => name.startsWith(`${input.journal.transaction}-`))
    .map((name) => `${folder}/${name}`)
    .find((other) => isSameFile(system, other, path));
  if (earlier !== undefined) {
    tolerate(GONE, () => system.unlink(path));
    return earlier;
  }
  const place = setAsideName(input, folder, origin);
  return tolerate(GONE, () => system.renameNoReplace(path, place)) ? place : null;
}

/** An earlier tidying may have moved files here and not flushed the folder, so each is flushed again. */
function objectFolders(journal: JournalPaper): Set<string> {
  return new Set(journal.items.flatMap(({ before }) => (before === null ? [] : parentOf(objectPath(before)))));
}

/** Removes the folders that a rolled-back transaction had made, if empty; deepest first. Returns what to flush. */
function removeMadeFolders(system: System, folders: readonly string[]): string[] {
  for (const folder of [...folders].reverse()) removeIfEmpty(system, folder);
  return folders.map(parentOf).filter((folder) => folder === '' || system.exists(folder));
}

/** A rollback takes back files in folders that were made for them; the empty folders go too. */
function removeEmptied(system: System, journal: JournalPaper): void {
  for (const item of journal.items) {
    if (item.after !== null) continue;
    let folder = parentOf(item.path);
    while (folder !== '' && (!system.exists(folder) || removeIfEmpty(system, folder))) folder = parentOf(folder);
  }
}

function removeIfEmpty(system: System, folder: string): boolean {
  if (!system.exists(folder) || system.list(folder).length > 0) return false;
  return tolerate(['ENOENT', 'ENOTEMPTY', 'ENOTDIR', 'EEXIST', 'symlink', 'not_a_file'], () =>
    system.removeFolder(folder),
  );
}

/** `ENOENT` on the way means that another process is at the same work; whatever it leaves, the next recovery ends. */
async function removeFolder(input: TidyInput, slots: readonly string[], flush: ReadonlySet<string>): Promise<void> {
  const { system, folder } = input;
  for (const name of system.list(folder)) {
    if (isScratchName(name)) tolerate(GONE, () => system.unlink(`${folder}/${name}`));
  }
  try {
    await flushAll(system, [], [...flush, ...slots]);
    for (const slot of slots) tolerate(GONE, () => system.removeFolder(slot));
    await system.flushFolder(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  tolerate(GONE, () => system.unlink(`${folder}/${JOURNAL_FILE}`));
  tolerate(GONE, () => system.removeFolder(folder));
}
