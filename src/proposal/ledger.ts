/**
 * What the receipts say about changesets. Only read here, and leniently: a receipt that cannot be read is the audit's
 * business, not a reason to hide every changeset. An application without a receipt is seen by its journal.
 */
import { compareText, limits } from '../base/index.ts';
import { isBroken, journalSchema, openSealed, type ReceiptPaper, receiptSchema } from '../contract/index.ts';
import { DiskError } from '../disk/index.ts';
import type { Project } from '../project/index.ts';

const FOLDER = '.docforge/receipts';
const APPLICATIONS = '.docforge/application';

/** The last receipt of each changeset, by changeset id. */
export function lastReceipts(project: Project): Map<string, ReceiptPaper> {
  const last = new Map<string, ReceiptPaper>();
  for (const name of project.disk
    .list(FOLDER)
    .filter((entry) => /^\d+\.json$/.test(entry))
    .sort(bySequence)) {
    const bytes = project.disk.readIfPresent(`${FOLDER}/${name}`, limits.document_bytes_max);
    const receipt = bytes && openSealed(receiptSchema, bytes);
    if (receipt && !isBroken(receipt)) last.set(receipt.purpose.changeset, receipt);
  }
  return last;
}

/**
 * The folder of an application or a rollback of this changeset that was begun and has no receipt yet; `null` for none.
 * Under the lock that is one which was interrupted. A journal that cannot be read is the recovery's business.
 */
export function interruptedApplication(project: Project, changeset: string): string | null {
  for (const name of project.disk.list(APPLICATIONS).filter((entry) => /^(transaction|committed)-/.test(entry))) {
    const folder = `${APPLICATIONS}/${name}`;
    const bytes = readJournal(project, `${folder}/journal.json`);
    const journal = bytes && openSealed(journalSchema, bytes);
    if (journal && !isBroken(journal) && journal.purpose.changeset === changeset) return folder;
  }
  return null;
}

function readJournal(project: Project, path: string): Uint8Array | null {
  try {
    return project.disk.readIfPresent(path, limits.document_bytes_max);
  } catch (error) {
    if (error instanceof DiskError) return null;
    throw error;
  }
}

function bySequence(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || compareText(a, b);
}
