/**
 * What an application would do, in full, and everything that stands in its way. Invariants: making a plan writes
 * nothing; the plan of a dry run is the one that a real run carries out; a blocker is a refusal that was not thrown.
 */
import { type Ambient, hashBytes, Refusal } from '../base/index.ts';
import type { PurposePaper } from '../contract/index.ts';
import { DiskError, refuseDiskError, type System } from '../disk/index.ts';
import { DESCRIPTOR_PATH, type Project } from '../project/index.ts';
import type { Projection } from '../store/index.ts';
import { Conflict } from './faults.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { APPLICATION_FOLDER, parentOf, parseFolderName } from './places.ts';
import { refusalOfConflict } from './refusals.ts';
import { type PublicationInput, type PublicationItem, planJournal } from './stage.ts';

/** One file as it would be published. */
export interface PlannedFile {
  readonly path: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly before: string | null;
  readonly after: string | null;
  /** Size after, in bytes. */
  readonly bytes: number;
  /** Mode bits, decimal; `null` when something stands in the way. */
  readonly mode: number | null;
}

/** Something that stands in the way, as the refusal would say it. */
export interface Blocker {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ApplicationPlan {
  readonly purpose: PurposePaper;
  readonly files: readonly PlannedFile[];
  /** Folders to be made, parents first. */
  readonly folders: readonly string[];
  /** `portable`: the path of an update is absent for a moment, and replaced files are kept, not removed. */
  readonly mode: 'native' | 'portable';
  /** Flushes on the way to the commit. */
  readonly flushes: number;
  readonly approvals_needed: number;
  /** The reviewers whose approvals count. */
  readonly approved_by: readonly string[];
  readonly blockers: readonly Blocker[];
  /** Folders of interrupted applications, which are ended first. */
  readonly pending: readonly string[];
  readonly generation_before: string;
  readonly generation_after: string;
}

/** Collects what stands in the way; a real run throws the first of it. */
export class Blockers {
  readonly refusals: Refusal[] = [];

  /** Runs a check or a computation; `null` when it was refused. */
  attempt<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      this.refusals.push(asRefusal(error));
      return null;
    }
  }
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Conflict) return refusalOfConflict(error);
  if (!(error instanceof DiskError)) throw error;
  try {
    return refuseDiskError(error);
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal;
    throw refusal;
  }
}

/** A plan with all that is needed to carry it out. */
export interface Prepared {
  readonly plan: ApplicationPlan;
  readonly input: PublicationInput;
  readonly refusals: readonly Refusal[];
  /** The project as it will be; `null` when that could not be worked out. */
  readonly expected: Projection | null;
}

export interface PrepareInput {
  readonly purpose: PurposePaper;
  readonly items: readonly PublicationItem[];
  readonly approvals_needed: number;
  readonly approved_by: readonly string[];
  readonly blockers: Blockers;
  readonly ledger: Ledger;
  readonly expected: Projection | null;
}

/** Completes a plan: checks every target and counts what publishing costs. */
export function prepare(system: System, input: PrepareInput, ambient: Ambient): Prepared {
  const { purpose, items, blockers, ledger } = input;
  const publication: PublicationInput = {
    id: ambient.freshId(),
    created: ambient.now(),
    purpose,
    items,
    freshId: ambient.freshId,
    ledgerKnown: ledger.last,
  };
  const journal = blockers.attempt(() => planJournal(system, publication));
  const modes = new Map(journal?.items.map((item) => [item.path, item.mode]));
  const folders = journal?.folders ?? [];
  const staged = items.filter((item) => item.bytes !== null).length;
  const touched = new Set(items.map((item) => parentOf(item.path))).size;
  const plan: ApplicationPlan = {
    purpose,
    files: items.map((item) => plannedFile(item, modes.get(item.path) ?? null)),
    folders,
    mode: system.mode,
    flushes: staged + touched + 6 + folders.length,
    approvals_needed: input.approvals_needed,
    approved_by: input.approved_by,
    blockers: blockers.refusals.map(({ code, message, remedy, details }) => ({ code, message, remedy, details })),
    pending: system.list(APPLICATION_FOLDER).filter((name) => parseFolderName(name) !== null),
    generation_before: purpose.generation_before,
    generation_after: purpose.generation_after,
  };
  return { plan, input: publication, refusals: blockers.refusals, expected: input.expected };
}

function plannedFile(item: PublicationItem, mode: number | null): PlannedFile {
  const action = item.before === null ? 'create' : item.bytes === null ? 'delete' : 'update';
  const after = item.bytes === null ? null : hashBytes(item.bytes);
  return { path: item.path, action, before: item.before, after, bytes: item.bytes?.length ?? 0, mode };
}

/** Reads the ledger for a gate; one that does not read back whole is a blocker. */
export function ledgerFor(system: System, blockers: Blockers): Ledger {
  const ledger = readLedger(system);
  const [first] = ledger.broken;
  if (first) blockers.refusals.push(new Refusal('ledger_damaged', { ...first, broken: ledger.broken }));
  return ledger;
}

/** The descriptor decides who may do what: it must still be the one the project was opened with. */
export function requireSameDescriptor(project: Project): void {
  const bytes = project.disk.readIfPresent(DESCRIPTOR_PATH, Number.MAX_SAFE_INTEGER);
  if (bytes === null || hashBytes(bytes) !== project.descriptor_hash) throw new Refusal('project_changed', {});
}
