/**
 * Publishing several files as one, or none:
 *
 *     check -> stage -> announce -> look for others -> publish -> verify -> late writers -> commit -> tidy
 *
 * Flushes on the way to the commit: N staged files, journal, slots, staging folder; the application folder (announced);
 * D touched folders and slots; the application folder (committed): N + D + 6, and one for each new folder. Invariants:
 * nothing public happens before the announcement is durable, nothing is decided before what was published is; with any
 * other announced transaction present nobody publishes, so a broken lock harms nothing.
 */
import type { PurposePaper, ReceiptPaper } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { Conflict, Fenced, systemCode } from './faults.ts';
import { ensureFolder } from './flush.ts';
import { publishItem } from './items.ts';
import { readJournal } from './journal.ts';
import { appendReceipt, LedgerDamaged, readLedger } from './ledger.ts';
import { type Cause, causeOf, fatesOf, type Outcome, type Publication, Stop } from './outcome.ts';
import { APPLICATION_FOLDER, parseFolderName, receiptPath, unannouncedFolder } from './places.ts';
import { type Decided, decide, settle } from './settle.ts';
import { discardQuietly, type PublicationInput, planJournal, type Staged, stage } from './stage.ts';
import { isFrozen } from './swap.ts';
import { tidy } from './tidy.ts';
import { ownedTransaction, placesOf, type Transaction } from './transaction.ts';

/** How far a transaction came. */
export interface Progress {
  /** Whether any of its files may have been public. */
  published: boolean;
  /** The first receipt number that can be its own. */
  receiptFrom: number;
}

/**
 * Publishes exactly the items of the input, or nothing. Never throws for anything that can be met on a disk: the
 * outcome says what happened. Only a bug throws.
 */
export async function publish(system: System, input: PublicationInput): Promise<Publication> {
  let staged: Staged;
  try {
    staged = await stage(system, input, planJournal(system, input));
  } catch (error) {
    return unannounced(system, input, causeOf(error));
  }
  const transaction = ownedTransaction(system, staged.journal, 1);
  try {
    system.renameNoReplace(staged.folder, transaction.folder);
  } catch (error) {
    if (!system.exists(transaction.folder)) return unannounced(system, input, causeOf(error));
  }
  const progress: Progress = { published: false, receiptFrom: 1 };
  let decided: Decided;
  try {
    decided = await commit(transaction, input, progress);
  } catch (error) {
    return rollBack(transaction, input, causeOf(error), progress);
  }
  return conclude(transaction, input.freshId, decided, null, progress);
}

/** Nothing public happened. Private copies that vanished were discarded by another process, which is at work here. */
function unannounced(system: System, input: PublicationInput, cause: Cause): Publication {
  const folder = unannouncedFolder('staging', input.id);
  const discarded = cause.reason === 'system' && cause.detail === 'ENOENT' && !system.exists(folder);
  if (!discarded) discardQuietly(system, folder);
  return ended(input, 'refused', discarded ? { reason: 'busy', path: folder, detail: null } : cause);
}

function ended(input: PublicationInput, outcome: Outcome, cause: Cause | null): Publication {
  const none = { receipt: null, files: [], conflicts: [], rescued: [], retired: [], untidy: null };
  return { transaction: input.id, outcome, cause, purpose: input.purpose, ...none };
}

async function commit(transaction: Transaction, input: PublicationInput, progress: Progress): Promise<Decided> {
  const { system, journal } = transaction;
  await system.flushFolder(APPLICATION_FOLDER);
  progress.receiptFrom = await admit(transaction, input);
  for (const folder of journal.folders) await ensureFolder(system, folder);
  const places = placesOf(transaction);
  progress.published = true;
  for (const place of places) publishItem(transaction, place);
  await ask(input);
  for (const place of places) {
    if (place.item.before !== null && isFrozen(system, place.slot, place.item.before) !== 'yes') {
      throw new Conflict('late_writer', place.item.path);
    }
  }
  const found = places.map(() => 'published' as const);
  return decide(transaction, 'committed', found, []);
}

/** Any failure to answer counts as no: the files go back before anything else is said. */
async function ask(input: PublicationInput): Promise<void> {
  if (input.verify === undefined) return;
  let objection: string | null;
  try {
    objection = await input.verify();
  } catch (error) {
    objection = error instanceof Error ? error.message : String(error);
  }
  if (objection !== null) throw new Stop('rejected', null, objection);
}

/**
 * With our announcement durable: nobody else may be announced, every committed transaction has its receipt, and none of
 * them has the purpose of this one. Returns the number that our own receipt can have at the earliest.
 */
async function admit(transaction: Transaction, input: PublicationInput): Promise<number> {
  const { system } = transaction;
  for (const name of system.list(APPLICATION_FOLDER)) {
    const other = parseFolderName(name);
    if (other === null || other.id === input.id) continue;
    if (other.state === 'transaction') throw new Stop('busy', `${APPLICATION_FOLDER}/${name}`, null);
    if (other.state === 'committed') await completeLedger(transaction, input, name, other.id);
  }
  const known = input.ledgerKnown ?? 0;
  const ledger = readLedger(system, known + 1);
  if (ledger.broken.length > 0) throw new LedgerDamaged(ledger.broken);
  const earlier = earlierAct(ledger.receipts, input.purpose);
  if (earlier) throw new Stop('already_applied', receiptPath(earlier.sequence), null);
  return ledger.last + 1;
}

/**
 * The receipt that makes an act a repetition; `null` when it may take place. One exact changeset is applied once, and a
 * changeset whose last receipt is an application is not applied again; a receipt is taken back once.
 */
export function earlierAct(receipts: readonly ReceiptPaper[], purpose: PurposePaper): ReceiptPaper | null {
  const { kind, changeset, changeset_hash, reverts } = purpose;
  if (kind === 'rollback') return receipts.findLast((row) => row.purpose.reverts === reverts) ?? null;
  const own = receipts.filter((row) => row.purpose.changeset === changeset);
  const last = own.at(-1);
  if (last?.purpose.kind === 'apply') return last;
  return own.find((row) => row.purpose.kind === 'apply' && row.purpose.changeset_hash === changeset_hash) ?? null;
}

/** A committed transaction whose owner has not written its receipt yet: it comes before ours, so we write it. */
async function completeLedger(
  transaction: Transaction,
  input: PublicationInput,
  name: string,
  id: string,
): Promise<void> {
  const { system } = transaction;
  const folder = `${APPLICATION_FOLDER}/${name}`;
  const found = readJournal(system, folder, id);
  if ('damaged' in found) throw new Stop('journal_damaged', folder, found.damaged);
  if ('journal' in found) await appendReceipt(system, found.journal, transaction.folder, input.freshId);
}

async function rollBack(
  transaction: Transaction,
  input: PublicationInput,
  cause: Cause,
  progress: Progress,
): Promise<Publication> {
  if (cause.reason === 'fenced') return ended(input, 'fenced', cause);
  let decided: Decided;
  try {
    decided = await settle(transaction);
  } catch (error) {
    if (error instanceof Fenced) return ended(input, 'fenced', causeOf(error));
    if (systemCode(error) === undefined) throw error;
    const files = quietFates(transaction, null);
    return { ...ended(input, 'interrupted', cause), files, untidy: causeOf(error) };
  }
  return conclude(transaction, input.freshId, decided, cause, progress);
}

/** What stands at the paths, as far as that can be read at a moment when the disk fails. */
function quietFates(transaction: Transaction, found: Decided['found'] | null): Publication['files'] {
  try {
    return fatesOf(transaction.system, transaction.journal.items, found);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

/** Tidies a decided transaction and says what became of it. Only a bug throws: after the decision nothing fails. */
export async function conclude(
  transaction: Transaction,
  freshId: () => string,
  decided: Decided,
  cause: Cause | null,
  progress: Progress,
): Promise<Publication> {
  const { system, journal } = transaction;
  const { folder, state, conflicts } = decided;
  let tidied: Awaited<ReturnType<typeof tidy>> = { receipt: null, rescued: [], retired: [] };
  let untidy: Cause | null = null;
  try {
    if (decided.confirmed) {
      const { receiptFrom, published } = progress;
      tidied = await tidy({ system, folder, state, journal, freshId, receiptFrom, neverPublic: !published });
    } else untidy = { reason: 'system', path: APPLICATION_FOLDER, detail: 'the last flush failed' };
  } catch (error) {
    untidy = causeOf(error);
  }
  let outcome: Outcome = conflicts.length > 0 ? 'conflicted' : 'rolled_back';
  if (state === 'committed') outcome = decided.confirmed ? 'committed' : 'committed_unconfirmed';
  const files = quietFates(transaction, decided.found);
  const { transaction: id, purpose } = journal;
  return { transaction: id, outcome, cause, purpose, files, conflicts, untidy, ...tidied };
}
