/**
 * Planning to take a receipt back: its files again as they were before, from the kept bytes. Invariant: refused when any
 * of them is no longer as the receipt left it, so nobody's later work is lost.
 */
import { type Ambient, hashBytes, type ProjectPath, refuse, type Sha256 } from '../base/index.ts';
import type { ReceiptPaper } from '../contract/index.ts';
import { projectPath, type System } from '../disk/index.ts';
import { applierOf, type Project } from '../project/index.ts';
import { loadSnapshot, projectSnapshot } from '../store/index.ts';
import { Blockers, ledgerFor, type Prepared, prepare, requireSameDescriptor } from './application-plan.ts';
import type { Ledger } from './ledger.ts';
import { readObject } from './objects.ts';
import { objectPath, receiptPath } from './places.ts';
import { earlierAct } from './publish.ts';
import type { PublicationItem } from './stage.ts';

/** Which receipt, taken back by whom. */
export interface RollbackRequest {
  /** Its number. */
  readonly receipt: number;
  /** Id of an applier in the descriptor. */
  readonly applier: string;
}

/** Plans a rollback. Refuses at once only `unknown_applier` and `no_such_receipt`. */
export async function prepareRollback(
  project: Project,
  system: System,
  request: RollbackRequest,
  ambient: Ambient,
): Promise<Prepared & { readonly errors: { readonly count: number; readonly first: string } }> {
  const applier = applierOf(project, request.applier);
  const blockers = new Blockers();
  blockers.attempt(() => requireSameDescriptor(project));
  const ledger = ledgerFor(system, blockers);
  const receipt = receiptOf(ledger, request.receipt);
  const purpose = {
    ...receipt.purpose,
    kind: 'rollback' as const,
    applier: applier.id,
    approvals: [],
    reverts: receipt.hash,
  };
  blockers.attempt(() => requireRevertible(ledger, receipt));
  const items = blockers.attempt(() => itemsOf(system, receipt)) ?? [];
  const snapshot = await loadSnapshot(project);
  const expected = projectSnapshot(snapshot, new Map(items.map((item) => [item.path, item.bytes])));
  const generation_before = snapshot.generation;
  const prepared = prepare(
    system,
    {
      purpose: { ...purpose, generation_before, generation_after: expected.generation },
      items,
      approvals_needed: 0,
      approved_by: [],
      blockers,
      ledger,
      expected,
    },
    ambient,
  );
  const errors = (problems: typeof expected.problems) => problems.filter((problem) => problem.severity === 'error');
  const known = new Set(errors(snapshot.problems).map((problem) => `${problem.file} ${problem.message}`));
  const added = errors(expected.problems).filter((problem) => !known.has(`${problem.file} ${problem.message}`));
  const first = added[0] === undefined ? '' : `${added[0].file ?? ''}: ${added[0].message}`;
  return { ...prepared, errors: { count: added.length, first } };
}

function receiptOf(ledger: Ledger, sequence: number): ReceiptPaper {
  const found = ledger.receipts.find((receipt) => receipt.sequence === sequence);
  if (found) return found;
  const broken = ledger.broken.find((row) => row.path === receiptPath(sequence));
  if (broken) refuse('ledger_damaged', { ...broken });
  return refuse('no_such_receipt', { receipt: sequence, last: ledger.last });
}

function requireRevertible(ledger: Ledger, receipt: ReceiptPaper): void {
  if (receipt.purpose.kind === 'rollback') refuse('not_revertible', { receipt: receipt.sequence });
  const earlier = earlierAct(ledger.receipts, { ...receipt.purpose, kind: 'rollback', reverts: receipt.hash });
  if (earlier) {
    refuse('already_rolled_back', { receipt: receipt.sequence, by: receiptPath(earlier.sequence) });
  }
}

function itemsOf(system: System, receipt: ReceiptPaper): PublicationItem[] {
  return receipt.files.map(({ path, before, after, mode }) => {
    const safe: ProjectPath = projectPath(path);
    const now = after as Sha256 | null;
    if (before === null) return { path: safe, before: now, bytes: null };
    const object = readObject(system, before);
    if (object === null || hashBytes(object.bytes) !== before) {
      return refuse('displaced_bytes_missing', { path, receipt: receipt.sequence, object: objectPath(before) });
    }
    return { path: safe, before: now, bytes: object.bytes, mode };
  });
}
