/**
 * The journal: one sealed paper in the folder of its transaction, written before the announcement and never changed.
 * Invariant: the file is the canonical JSON of the paper and one newline, so that every flipped byte is noticed.
 */
import { canonicalJson } from '../base/index.ts';
import { isBroken, type JournalPaper, journalSchema, openSealed } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { systemCode } from './faults.ts';
import { JOURNAL_FILE } from './places.ts';

/** What was found where a journal should be. */
export type JournalFound =
  | { readonly journal: JournalPaper }
  | { readonly damaged: string }
  | { readonly absent: true };

/** The bytes of a sealed paper on disk. */
export function paperBytes(paper: object): Uint8Array {
  return new TextEncoder().encode(`${canonicalJson(paper)}\n`);
}

/** Whether these are exactly the bytes that `paperBytes` writes for this paper. */
export function isExact(paper: object, bytes: Uint8Array): boolean {
  return Buffer.compare(paperBytes(paper), bytes) === 0;
}

/** Reads the journal of a transaction's folder. Errors of the system other than its absence pass as they are. */
export function readJournal(system: System, folder: string, id: string): JournalFound {
  let bytes: Uint8Array;
  try {
    bytes = system.readFile(`${folder}/${JOURNAL_FILE}`);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { absent: true };
    throw error;
  }
  const paper = openSealed<JournalPaper>(journalSchema, bytes);
  if (isBroken(paper)) return { damaged: paper.broken };
  if (!isExact(paper, bytes)) return { damaged: 'its bytes are not the canonical form of its content' };
  if (paper.transaction !== id) return { damaged: 'it belongs to another transaction' };
  return { journal: paper };
}
