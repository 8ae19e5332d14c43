/**
 * The audit: everything the ledger claims is derived again, and every canonical byte that it does not explain is named.
 *
 *     receipts: seal, number, chain -> changeset revision and approvals they name -> kept bytes -> files as they are
 *
 * Invariants: reads only; trusts nothing that it can derive; the same project gives the same report.
 */
import { compareText, type Problem, problem, Refusal, type Sha256, sortProblems } from '../base/index.ts';
import type { ChangesetPaper, ReceiptPaper } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { loadChangesetHistory, loadReviewRecords, type ReviewRecords } from '../proposal/index.ts';
import { loadSnapshot } from '../store/index.ts';
import { withSystem } from './apply.ts';
import { readLedger } from './ledger.ts';
import { contentOf } from './placement.ts';
import {
  APPLICATION_FOLDER,
  OBJECTS_FOLDER,
  objectPath,
  parseFolderName,
  RESCUED_FOLDER,
  RETIRED_FOLDER,
  receiptPath,
} from './places.ts';

export interface UnexplainedFile {
  readonly path: string;
  /** The last receipt that speaks of it. */
  readonly receipt: number;
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface AuditReport {
  /** Whether there is no problem and no unexplained file. */
  readonly clean: boolean;
  readonly receipts: number;
  /** Hash of the last receipt; `null` when there is none. */
  readonly head: string | null;
  readonly problems: readonly Problem[];
  readonly unexplained: readonly UnexplainedFile[];
  /** Canonical files that no receipt ever covered. */
  readonly unreceipted: readonly { readonly path: string; readonly hash: Sha256 }[];
  /** Bytes that nobody could prove to be ours; never deleted. */
  readonly rescued: readonly string[];
  /** Replaced files kept for want of a proof; never deleted. */
  readonly retired: readonly string[];
}

/** Derives the ledger again. Refuses `source_unreadable`, `disk_failed`. */
export async function auditProject(project: Project): Promise<AuditReport> {
  const snapshot = await loadSnapshot(project);
  const { mode } = project.disk.capabilities();
  return withSystem(project, { mode }, async (system) => {
    const ledger = readLedger(system);
    const { receipts } = ledger;
    const unexplained = unexplainedFiles(system, receipts);
    const covered = new Set(receipts.flatMap((receipt) => receipt.files.map((file) => file.path)));
    const problems = sortProblems([
      ...ledger.broken.map(({ path, reason }) => problem('receipt_damaged', { reason }, { file: path })),
      ...foundations(project, receipts),
      ...objectProblems(system, receipts),
      ...pendingProblems(system),
      ...unexplained.map(({ path, receipt, expected, actual }) => {
        const words = (hash: string | null): string => hash ?? 'no file';
        const details = { receipt, expected: words(expected), actual: words(actual) };
        return problem('unexplained_bytes', details, { file: path });
      }),
    ]);
    return {
      clean: problems.length === 0,
      receipts: receipts.length,
      head: receipts.at(-1)?.hash ?? null,
      problems,
      unexplained,
      unreceipted: snapshot.files
        .filter((file) => !covered.has(file.path))
        .map((file) => ({ path: file.path, hash: file.hash })),
      rescued: system.list(RESCUED_FOLDER).map((name) => `${RESCUED_FOLDER}/${name}`),
      retired: system.list(RETIRED_FOLDER).map((name) => `${RETIRED_FOLDER}/${name}`),
    };
  });
}

/** Files that are not as the last receipt that speaks of them left them. */
function unexplainedFiles(system: System, receipts: readonly ReceiptPaper[]): UnexplainedFile[] {
  const last = new Map<string, { receipt: number; expected: string | null }>();
  for (const { sequence, files } of receipts) {
    for (const { path, after } of files) last.set(path, { receipt: sequence, expected: after });
  }
  return [...last]
    .sort(([a], [b]) => compareText(a, b))
    .map(([path, row]) => ({ path, ...row, actual: contentOf(system, path) as string | null }))
    .filter(({ expected, actual }) => expected !== actual);
}

/** What the receipts name: the changeset's exact revision and files, the approvals, the receipt taken back. */
function foundations(project: Project, receipts: readonly ReceiptPaper[]): Problem[] {
  const revisions = new Map<string, readonly ChangesetPaper[] | string>();
  const records = new Map<string, ReviewRecords>();
  const problems: Problem[] = [];
  for (const receipt of receipts) {
    const { changeset } = receipt.purpose;
    if (!revisions.has(changeset)) {
      revisions.set(changeset, revisionsOf(project, changeset));
      records.set(changeset, loadReviewRecords(project, changeset));
    }
    const flaws = [
      ...changesetFlaws(receipt, revisions.get(changeset)!, receipts),
      ...approvalFlaws(receipt, records.get(changeset)!),
    ];
    const file = receiptPath(receipt.sequence);
    for (const reason of flaws) {
      problems.push(problem('receipt_unfounded', { receipt: receipt.sequence, reason }, { file }));
    }
  }
  return problems;
}

function revisionsOf(project: Project, changeset: string): readonly ChangesetPaper[] | string {
  try {
    return loadChangesetHistory(project, changeset);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

function changesetFlaws(
  receipt: ReceiptPaper,
  revisions: readonly ChangesetPaper[] | string,
  receipts: readonly ReceiptPaper[],
): string[] {
  const { purpose } = receipt;
  if (typeof revisions === 'string') return [`its changeset ${purpose.changeset} does not load (${revisions})`];
  const revision = revisions.find((row) => row.hash === purpose.changeset_hash);
  if (!revision) return [`no revision of the changeset ${purpose.changeset} has the hash ${purpose.changeset_hash}`];
  const key = (path: string, before: string | null, after: string | null): string => `${path} ${before} ${after}`;
  const own = receipt.files.map((file) => key(file.path, file.before, file.after));
  if (purpose.kind === 'apply') {
    const approved = revision.files.map((file) => key(file.path, file.before, file.after));
    return sameSet(own, approved) ? [] : ['its files are not those of the approved revision'];
  }
  const reverted = receipts.find((row) => row.hash === purpose.reverts && row.sequence < receipt.sequence);
  if (!reverted) return [`no earlier receipt has the hash ${purpose.reverts} that it takes back`];
  const swapped = reverted.files.map((file) => key(file.path, file.after, file.before));
  return sameSet(own, swapped) ? [] : [`its files are not those of receipt ${reverted.sequence}, taken back`];
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const known = new Set(b);
  return a.length === b.length && a.every((row) => known.has(row));
}

function approvalFlaws(receipt: ReceiptPaper, records: ReviewRecords): string[] {
  const { approvals, changeset_hash } = receipt.purpose;
  return approvals.flatMap((hash) => {
    const approval = records.approvals.find((row) => row.hash === hash);
    if (!approval) return [`the approval ${hash} is missing or damaged`];
    return approval.changeset_hash === changeset_hash ? [] : [`the approval ${hash} is for another revision`];
  });
}

function objectProblems(system: System, receipts: readonly ReceiptPaper[]): Problem[] {
  const problems: Problem[] = [];
  const present = new Set<string>();
  for (const folder of system.list(OBJECTS_FOLDER)) {
    for (const name of system.list(`${OBJECTS_FOLDER}/${folder}`)) {
      const path = `${OBJECTS_FOLDER}/${folder}/${name}`;
      const hash = `sha256:${name}`;
      if (path === objectPath(hash) && contentOf(system, path) === hash) present.add(hash);
      else problems.push(problem('object_damaged', {}, { file: path }));
    }
  }
  const damaged = new Set(problems.map((row) => row.file));
  for (const { sequence, files } of receipts) {
    for (const { path, before } of files) {
      if (before === null || present.has(before) || damaged.has(objectPath(before))) continue;
      problems.push(problem('object_missing', { path, receipt: sequence }, { file: objectPath(before) }));
    }
  }
  return problems;
}

function pendingProblems(system: System): Problem[] {
  return system.list(APPLICATION_FOLDER).flatMap((name) => {
    const parsed = parseFolderName(name);
    if (parsed === null) return [];
    return [problem('application_pending', { state: parsed.state }, { file: `${APPLICATION_FOLDER}/${name}` })];
  });
}
