/**
 * The private half of a publication: check every target, write the new bytes and the journal where nobody looks, and
 * make them durable. Invariants: a refusal here has touched no file of the project; a file whose flush failed is
 * abandoned with its whole folder and never flushed again.
 */
import { compareText, hashBytes, type Sha256 } from '../base/index.ts';
import { type JournalPaper, type PurposePaper, seal } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { Conflict, systemCode, tolerate } from './faults.ts';
import { ensureFolder, flushAll } from './flush.ts';
import { paperBytes } from './journal.ts';
import {
  APPLICATION_FOLDER,
  isSlotsName,
  JOURNAL_FILE,
  PRIVATE_MODE,
  parentOf,
  STATE_FOLDER,
  slotName,
  slotsName,
  unannouncedFolder,
} from './places.ts';

/** One file to publish: from exactly these bytes (`null`: nothing) to exactly those. */
export interface PublicationItem {
  readonly path: string;
  readonly before: Sha256 | null;
  readonly bytes: Uint8Array | null;
  /** Mode bits for a file that is created; an update keeps what stands there. */
  readonly mode?: number;
}

export interface PublicationInput {
  /** 16 hex digits, never used before. */
  readonly id: string;
  readonly created: string;
  readonly purpose: PurposePaper;
  /** Distinct paths; `before` and the new bytes differ. */
  readonly items: readonly PublicationItem[];
  readonly freshId: () => string;
  /** Asked after publishing and before the commit: `null` to commit, or in words why not. */
  readonly verify?: () => Promise<string | null>;
  /** How many receipts the caller has already searched for the same purpose. */
  readonly ledgerKnown?: number;
}

export interface Staged {
  readonly journal: JournalPaper;
  readonly folder: string;
}

const NEW_FILE_MODE = 0o644;

/** The journal that a publication would write: checks every target and writes nothing. Throws `Conflict`. */
export function planJournal(system: System, input: PublicationInput): JournalPaper {
  const items = [...input.items].sort((a, b) => compareText(a.path, b.path));
  return seal<JournalPaper>({
    schema: 'docforge.journal/1',
    transaction: input.id,
    created: input.created,
    mode: system.mode,
    purpose: input.purpose,
    folders: missingFolders(system, items),
    items: items.map((item) => ({
      path: item.path,
      before: item.before,
      after: item.bytes === null ? null : hashBytes(item.bytes),
      mode: checkTarget(system, item),
    })),
  });
}

/** Checks that the target is what the item expects, and returns the mode bits to give it. */
function checkTarget(system: System, item: PublicationItem): number {
  const found = system.identify(item.path);
  if (found === null) {
    if (item.before !== null) throw new Conflict('stale', item.path);
    return item.mode ?? NEW_FILE_MODE;
  }
  if (item.before === null) throw new Conflict('occupied', item.path);
  if (found.content === 'symlink' || found.content === 'not_a_file') throw new Conflict('not_a_file', item.path);
  if (found.content !== item.before) throw new Conflict('stale', item.path);
  if (found.links !== 1) throw new Conflict('hard_linked', item.path);
  if (system.noWriters(item.path) === false) throw new Conflict('open_writer', item.path);
  return found.mode;
}

function missingFolders(system: System, items: readonly PublicationItem[]): string[] {
  const missing = new Set<string>();
  for (const item of items) {
    if (item.bytes === null) continue;
    for (let folder = parentOf(item.path); folder !== '' && !missing.has(folder); folder = parentOf(folder)) {
      if (system.exists(folder)) break;
      missing.add(folder);
    }
  }
  return [...missing].sort(compareText);
}

/** Writes and flushes everything in private; the caller discards what a failure leaves. */
export async function stage(system: System, input: PublicationInput, journal: JournalPaper): Promise<Staged> {
  await ensureFolder(system, STATE_FOLDER);
  await ensureFolder(system, APPLICATION_FOLDER, PRIVATE_MODE);
  const folder = unannouncedFolder('staging', input.id);
  await write(system, folder, input, journal);
  return { journal, folder };
}

async function write(system: System, folder: string, input: PublicationInput, journal: JournalPaper): Promise<void> {
  const slots = `${folder}/${slotsName(1)}`;
  const bytesOf = new Map(input.items.map((item) => [item.path, item.bytes]));
  system.makeFolder(folder, PRIVATE_MODE);
  system.makeFolder(slots, PRIVATE_MODE);
  const files: string[] = [];
  for (const [index, item] of journal.items.entries()) {
    const bytes = bytesOf.get(item.path);
    if (bytes === null || bytes === undefined) continue;
    const path = `${slots}/${slotName(index)}`;
    system.createFile(path, bytes, item.mode);
    files.push(path);
  }
  const journalFile = `${folder}/${JOURNAL_FILE}`;
  system.createFile(journalFile, paperBytes(journal), 0o600);
  await flushAll(system, [...files, journalFile], [slots, folder]);
}

/** Removes a folder that was never announced. What cannot be removed now is left for recovery. */
export function discardQuietly(system: System, folder: string): void {
  try {
    discard(system, folder);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** Removes a folder that was never announced: it holds only our own copies. */
export function discard(system: System, folder: string): void {
  const soft = ['ENOENT', 'ENOTEMPTY'];
  for (const name of system.list(folder)) {
    if (!isSlotsName(name)) continue;
    for (const slot of system.list(`${folder}/${name}`)) {
      tolerate(soft, () => system.unlink(`${folder}/${name}/${slot}`));
    }
    tolerate(soft, () => system.removeFolder(`${folder}/${name}`));
  }
  for (const name of system.list(folder)) {
    if (!isSlotsName(name)) tolerate(soft, () => system.unlink(`${folder}/${name}`));
  }
  tolerate(soft, () => system.removeFolder(folder));
}
