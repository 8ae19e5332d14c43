/**
 * The three ways in which a step can fail, told apart by type: a conflict (something foreign stands there), a fence
 * (another process took this transaction over), and an error of the system, which has a code. Invariant: an error
 * without a code is a bug and is never caught here.
 */

/** Why a publication could not go on. */
export type ConflictReason =
  | 'stale'
  | 'hard_linked'
  | 'not_a_file'
  | 'open_writer'
  | 'occupied'
  | 'vanished'
  | 'foreign_edit'
  | 'late_writer';

/** Something foreign stands where an item was to be published. Nothing of it was changed. */
export class Conflict extends Error {
  readonly reason: ConflictReason;
  readonly path: string;

  constructor(reason: ConflictReason, path: string) {
    super(`${reason}: ${path}`);
    this.name = 'Conflict';
    this.reason = reason;
    this.path = path;
  }
}

/** Another process claimed this transaction; whoever sees this must not touch it any more. */
export class Fenced extends Error {
  constructor(folder: string) {
    super(`fenced: ${folder}`);
    this.name = 'Fenced';
  }
}

/** The code of a system error; `undefined` for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : undefined;
}

/** Runs a call and says whether it succeeded; `false` when it failed with one of these codes. Any other error passes. */
export function tolerate(codes: readonly string[], call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined || !codes.includes(code)) throw error;
    return false;
  }
}
