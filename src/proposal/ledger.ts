/**
 * What the receipts say about changesets. Only read here, and leniently: a receipt that cannot be read is the audit's
 * business, not a reason to hide every changeset.
 */
import { compareText, limits } from '../base/index.ts';
import { isBroken, openSealed, type ReceiptPaper, receiptSchema } from '../contract/index.ts';
import type { Project } from '../project/index.ts';

const FOLDER = '.docforge/receipts';

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

function bySequence(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10) || compareText(a, b);
}
