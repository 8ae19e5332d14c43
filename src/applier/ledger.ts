/**
 * The ledger: receipts numbered from 1, each sealed and naming the hash of the one before. Invariants: a receipt is
 * added only by a rename that cannot replace, so two writers can never both be number N; one transaction never gets two
 * receipts; nothing is added to a ledger that does not read back whole.
 */
import type { Sha256 } from '../base/index.ts';
import { isBroken, type JournalPaper, openSealed, type ReceiptPaper, receiptSchema, seal } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { systemCode, tolerate } from './faults.ts';
import { ensureFolder } from './flush.ts';
import { isExact, paperBytes } from './journal.ts';
import { parentOf, RECEIPTS_FOLDER, receiptPath, STATE_FOLDER } from './places.ts';

/** A receipt that cannot be relied on. */
export interface BrokenReceipt {
  readonly path: string;
  readonly reason: string;
}

export interface Ledger {
  /** In order of sequence. After the first broken one, receipts are listed but their chain is not known. */
  readonly receipts: readonly ReceiptPaper[];
  readonly broken: readonly BrokenReceipt[];
  /** The highest number in use. */
  readonly last: number;
}

/** Thrown when a receipt cannot be added because the ledger does not read back whole. */
export class LedgerDamaged extends Error {
  readonly broken: readonly BrokenReceipt[];

  constructor(broken: readonly BrokenReceipt[]) {
    super(`ledger damaged: ${broken.map((row) => row.path).join(', ')}`);
    this.name = 'LedgerDamaged';
    this.broken = broken;
  }
}

const ATTEMPTS_MAX = 1_000;

/** Reads the receipts from number `from` on (the whole ledger by default) and checks seal, form, number and chain. */
export function readLedger(system: System, from = 1): Ledger {
  const receipts: ReceiptPaper[] = [];
  const broken: BrokenReceipt[] = [];
  const numbers = sequencesOf(system);
  let previous: string | null | undefined = from === 1 ? null : undefined;
  let expected = from;
  for (const sequence of numbers) {
    if (sequence < from) continue;
    const path = receiptPath(sequence);
    if (sequence !== expected) {
      broken.push({ path: receiptPath(expected), reason: 'it is missing' });
      previous = undefined;
    }
    expected = sequence + 1;
    const receipt = readReceipt(system, sequence);
    if ('reason' in receipt) {
      broken.push(receipt);
      previous = undefined;
      continue;
    }
    if (previous !== undefined && receipt.previous !== previous) {
      broken.push({ path, reason: 'it does not name the hash of the receipt before it' });
    }
    receipts.push(receipt);
    previous = receipt.hash;
  }
  return { receipts, broken, last: numbers.at(-1) ?? 0 };
}

function sequencesOf(system: System): number[] {
  return system
    .list(RECEIPTS_FOLDER)
    .filter((name) => /^\d{6,15}\.json$/.test(name))
    .map((name) => Number(name.slice(0, -'.json'.length)))
    .sort((a, b) => a - b);
}

/** Reads one receipt, or says why it cannot be relied on. */
export function readReceipt(system: System, sequence: number): ReceiptPaper | BrokenReceipt {
  const path = receiptPath(sequence);
  let bytes: Uint8Array;
  try {
    bytes = system.readFile(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return { path, reason: 'it is missing' };
  }
  const paper = openSealed<ReceiptPaper>(receiptSchema, bytes);
  if (isBroken(paper)) return { path, reason: paper.broken };
  if (!isExact(paper, bytes)) return { path, reason: 'its bytes are not the canonical form of its content' };
  if (paper.sequence !== sequence) return { path, reason: `it says that it is number ${paper.sequence}` };
  return paper;
}

/**
 * Adds the receipt of a committed transaction, unless it is there already, and returns it. The caller flushes the
 * receipts folder afterwards. `scratch` is a private folder that exists; `from`: the first number that can hold it.
 */
export async function appendReceipt(
  system: System,
  journal: JournalPaper,
  scratch: string,
  freshId: () => string,
  from = 1,
): Promise<ReceiptPaper> {
  await ensureFolder(system, STATE_FOLDER);
  await ensureFolder(system, RECEIPTS_FOLDER);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const ledger = readLedger(system, Math.max(1, from - 1));
    if (ledger.broken.length > 0) throw new LedgerDamaged(ledger.broken);
    const present = ledger.receipts.find((receipt) => receipt.transaction === journal.transaction);
    if (present) return present;
    const receipt = receiptOf(journal, ledger.last + 1, (ledger.receipts.at(-1)?.hash ?? null) as Sha256 | null);
    if ((await placeReceipt(system, receipt, `${scratch}/receipt.${freshId()}`)) === 'placed') return receipt;
  }
  throw new LedgerDamaged([{ path: RECEIPTS_FOLDER, reason: `it was extended by others ${ATTEMPTS_MAX} times` }]);
}

/** The receipt that a journal gives at a place in the ledger. Pure. */
export function receiptOf(journal: JournalPaper, sequence: number, previous: Sha256 | null): ReceiptPaper {
  return seal<ReceiptPaper>({
    schema: 'docforge.receipt/1',
    sequence,
    previous,
    transaction: journal.transaction,
    created: journal.created,
    mode: journal.mode,
    purpose: journal.purpose,
    files: journal.items.map(({ path, before, after, mode }) => ({ path, before, after, mode })),
  });
}

/** `lost`: another writer took the number, or finished this very transaction and removed the scratch folder. */
async function placeReceipt(system: System, receipt: ReceiptPaper, scratch: string): Promise<'placed' | 'lost'> {
  const folder = parentOf(scratch);
  try {
    system.createFile(scratch, paperBytes(receipt), 0o644);
    await system.flushFile(scratch);
    if (tolerate(['EEXIST'], () => system.renameNoReplace(scratch, receiptPath(receipt.sequence)))) return 'placed';
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    if (!readLedger(system).receipts.some((other) => other.transaction === receipt.transaction)) {
      if (!system.exists(folder)) throw error;
    }
    return 'lost';
  }
  tolerate(['ENOENT'], () => system.unlink(scratch));
  return 'lost';
}
