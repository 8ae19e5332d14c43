/** What became of a transaction, in words that a receipt, a refusal and a recovery report share. */
import type { PurposePaper, ReceiptPaper } from '../contract/index.ts';
import type { System } from '../disk/index.ts';
import { Conflict, type ConflictReason, Fenced, systemCode } from './faults.ts';
import { LedgerDamaged } from './ledger.ts';
import { contentOf, type Item, type Placement } from './placement.ts';
import type { KeptFile } from './tidy.ts';

/** Why a publication stopped, or why tidying could not end. */
export interface Cause {
  readonly reason:
    | ConflictReason
    /** Another transaction is announced. */
    | 'busy'
    /** Another process took this one over. */
    | 'fenced'
    | 'already_applied'
    /** `verify` said no. */
    | 'rejected'
    | 'journal_damaged'
    | 'ledger_damaged'
    /** The operating system reported an error. */
    | 'system';
  readonly path: string | null;
  readonly detail: string | null;
}

/** One file of a transaction: where it stood when its end was looked for, and whose bytes are there now. */
export interface FileFate {
  readonly path: string;
  /** `null` when nothing was looked at: the decision had been taken before. */
  readonly found: Placement | null;
  /** `before`: as it was. `after`: as approved. `edited`: as somebody else left it. */
  readonly now: 'before' | 'after' | 'edited';
}

export type Outcome =
  /** Refused before anything was announced; no file was touched. */
  | 'refused'
  | 'committed'
  /** Committed, but the last flush failed: a power loss may still undo it as a whole. */
  | 'committed_unconfirmed'
  | 'rolled_back'
  /** Rolled back where possible; edits by others stand on published bytes and have no order that explains them. */
  | 'conflicted'
  /** Another process took it over and decides. */
  | 'fenced'
  /** Neither forward nor back was possible; the journal stays for `recover`. */
  | 'interrupted';

export interface Publication {
  readonly transaction: string;
  readonly outcome: Outcome;
  readonly cause: Cause | null;
  readonly purpose: PurposePaper;
  readonly receipt: ReceiptPaper | null;
  readonly files: readonly FileFate[];
  /** Paths where an edit by somebody else could not be reconciled. */
  readonly conflicts: readonly string[];
  readonly rescued: readonly KeptFile[];
  readonly retired: readonly KeptFile[];
  /** Why the tidying after the decision did not end; `recover` ends it. */
  readonly untidy: Cause | null;
}

/** Thrown inside a publication to stop it for a reason of its own. */
export class Stop extends Error {
  override readonly cause: Cause;

  constructor(reason: Cause['reason'], path: string | null, detail: string | null) {
    super(reason);
    this.cause = { reason, path, detail };
  }
}

/** The cause of an error; throws it on when it is a bug. */
export function causeOf(error: unknown): Cause {
  if (error instanceof Stop) return error.cause;
  if (error instanceof Conflict) return { reason: error.reason, path: error.path, detail: null };
  if (error instanceof Fenced) return { reason: 'fenced', path: null, detail: null };
  if (error instanceof LedgerDamaged) {
    const first = error.broken[0];
    return { reason: 'ledger_damaged', path: first?.path ?? null, detail: first?.reason ?? null };
  }
  const code = systemCode(error);
  if (code === undefined) throw error;
  const path = (error as { path?: unknown }).path;
  return { reason: 'system', path: typeof path === 'string' ? path : null, detail: code };
}

/** What stands at the paths of a transaction now. */
export function fatesOf(system: System, items: readonly Item[], found: readonly Placement[] | null): FileFate[] {
  return items.map((item, index) => {
    const content = contentOf(system, item.path);
    const now = content === item.before ? 'before' : content === item.after ? 'after' : 'edited';
    return { path: item.path, found: found?.[index] ?? null, now };
  });
}
