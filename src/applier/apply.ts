/**
 * Applying and rolling back, whole: lock, end what was interrupted, plan, gate, publish, verify, report.
 *
 * Invariants: a dry run takes no lock and writes nothing; a refusal names the state of the project; a change that was
 * committed is never reported as failed.
 */
import { type Ambient, type Degraded, degraded, Refusal } from '../base/index.ts';
import type { ReceiptPaper } from '../contract/index.ts';
import { DiskError, refuseDiskError, type System, type SystemOptions } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { loadSnapshot } from '../store/index.ts';
import type { ApplicationPlan, Prepared } from './application-plan.ts';
import type { FileFate } from './outcome.ts';
import { type ApplyRequest, prepareApply } from './plan-apply.ts';
import { prepareRollback, type RollbackRequest } from './plan-rollback.ts';
import { publish } from './publish.ts';
import { type Recovered, recover } from './recover.ts';
import { notesOf, reasonOf, refusalOf } from './refusals.ts';
import type { KeptFile } from './tidy.ts';

/** Only says what would happen, and what stands in the way. */
export interface DryRun {
  readonly dryRun?: boolean;
}

export interface ApplicationReport {
  readonly outcome: 'planned' | 'applied' | 'applied_unconfirmed';
  readonly plan: ApplicationPlan;
  readonly receipt: ReceiptPaper | null;
  readonly files: readonly FileFate[];
  readonly rescued: readonly KeptFile[];
  readonly retired: readonly KeptFile[];
  /** What was ended first. */
  readonly recovered: readonly Recovered[];
  readonly degraded: readonly Degraded[];
}

/**
 * Publishes exactly the approved bytes of a changeset, or nothing. Refuses `unknown_applier`, `no_such_changeset`,
 * `damaged_changeset`, `project_changed`, `stale_changeset`, `foreign_changeset`, `already_applied`, `not_ready`,
 * `wrong_state`, `not_approved`, `stale_base`, `outside_content`, `ledger_damaged`, `project_locked`, and what can be
 * met while publishing. With `dryRun` all of the gate's refusals are listed as blockers instead.
 */
export async function applyChangeset(
  project: Project,
  request: ApplyRequest & DryRun,
  ambient: Ambient,
  options: SystemOptions = {},
): Promise<ApplicationReport> {
  return carryOut(project, request.dryRun === true, ambient, options, async (system) => ({
    ...(await prepareApply(project, system, request, ambient)),
    notes: [],
  }));
}

/**
 * Takes a receipt back: its files become again what they were before, by the same protocol and with a receipt of its
 * own. Refuses `unknown_applier`, `no_such_receipt`, `not_revertible`, `already_rolled_back`, `displaced_bytes_missing`,
 * `file_changed` when any file is no longer as the receipt left it, and what can be met while publishing.
 */
export async function rollbackReceipt(
  project: Project,
  request: RollbackRequest & DryRun,
  ambient: Ambient,
  options: SystemOptions = {},
): Promise<ApplicationReport> {
  return carryOut(project, request.dryRun === true, ambient, options, async (system) => {
    const prepared = await prepareRollback(project, system, request, ambient);
    const notes = prepared.errors.count > 0 ? [degraded('rollback_adds_errors', prepared.errors)] : [];
    return { ...prepared, notes };
  });
}

type Plan = (system: System) => Promise<Prepared & { readonly notes: readonly Degraded[] }>;

async function carryOut(
  project: Project,
  dryRun: boolean,
  ambient: Ambient,
  options: SystemOptions,
  plan: Plan,
): Promise<ApplicationReport> {
  if (dryRun) {
    const mode = options.mode ?? project.disk.capabilities().mode;
    const prepared = await withSystem(project, { ...options, mode }, plan);
    return { outcome: 'planned', plan: prepared.plan, degraded: notesOnPlan(prepared), ...NOTHING_YET };
  }
  return project.disk.withLock(() =>
    withSystem(project, options, async (system) => {
      const recovered = await recoverFirst(system, ambient);
      const prepared = await plan(system);
      const [first] = prepared.refusals;
      if (first) throw first;
      return { ...(await run(project, system, prepared)), recovered };
    }),
  );
}

/** What a dry run says beside its plan: the cost of the portable mode. */
function notesOnPlan({ plan, notes }: Prepared & { readonly notes: readonly Degraded[] }): Degraded[] {
  const count = plan.files.filter((file) => file.before !== null).length;
  return plan.mode === 'native' ? [...notes] : [...notes, degraded('portable_mode', { count })];
}

const NOTHING_YET = { receipt: null, files: [], rescued: [], retired: [], recovered: [] };

/** Opens the system layer for some work; an error of the disk becomes a refusal. */
export async function withSystem<T>(
  project: Project,
  options: SystemOptions,
  work: (system: System) => Promise<T>,
): Promise<T> {
  const system = project.disk.system(options);
  try {
    return await work(system);
  } catch (error) {
    if (error instanceof DiskError) return refuseDiskError(error) as never;
    throw error;
  } finally {
    system.close();
  }
}

async function recoverFirst(system: System, ambient: Ambient): Promise<Recovered[]> {
  const rows = await recover(system, ambient.freshId);
  for (const { outcome, folder, cause } of rows) {
    const reason = cause === null ? 'another process is at work on it' : reasonOf(cause);
    if (outcome === 'journal_damaged') throw new Refusal('journal_damaged', { folder, reason, recovered: rows });
    if (outcome === 'unfinished' || outcome === 'taken_over') {
      throw new Refusal('recovery_unfinished', { folder, reason, recovered: rows });
    }
  }
  return rows;
}

async function run(
  project: Project,
  system: System,
  prepared: Prepared & { readonly notes: readonly Degraded[] },
): Promise<Omit<ApplicationReport, 'recovered'>> {
  const verify = (): Promise<string | null> => verifyGraph(project, prepared);
  const publication = await publish(system, { ...prepared.input, verify });
  const refusal = refusalOf(publication);
  if (refusal) throw refusal;
  return {
    outcome: publication.outcome === 'committed' ? 'applied' : 'applied_unconfirmed',
    plan: prepared.plan,
    receipt: publication.receipt,
    files: publication.files,
    rescued: publication.rescued,
    retired: publication.retired,
    degraded: [...prepared.notes, ...notesOf(publication)],
  };
}

/** Reloads the project, with the new bytes in place: its graph must be the planned one, to the last hash. */
async function verifyGraph(project: Project, { expected }: Prepared): Promise<string | null> {
  if (expected === null) return 'it could not be worked out what the project should become';
  const now = await loadSnapshot(project);
  if (now.generation === expected.generation && now.source_hash === expected.source_hash) return null;
  const planned = new Map<string, string>(expected.files.map((file) => [file.path, file.hash]));
  const actual = new Map<string, string>(now.files.map((file) => [file.path, file.hash]));
  const paths = [...new Set([...planned.keys(), ...actual.keys()])].sort();
  const differing = paths.filter((path) => planned.get(path) !== actual.get(path));
  if (differing.length > 0) return `these documents are not as planned: ${differing.slice(0, 10).join(', ')}`;
  return 'the same documents give another graph';
}
