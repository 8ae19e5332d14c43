/**
 * One request in, one envelope out.
 *
 * Invariants: never throws; the input is checked before the project is opened; the project is closed again; a refusal
 * becomes a failure with its code, and any other error `internal_error`, whose stack goes to `onBug` alone.
 */
import { type Degraded, degraded, isDeeperThan, limits, nearest, Refusal, refuse } from '../base/index.ts';
import type { FailurePaper, ResultPaper, SuccessPaper } from '../contract/index.ts';
import { DiskError, refuseDiskError } from '../disk/index.ts';
import { openProject, type Project } from '../project/index.ts';
import { isOperationName, operations } from './list.ts';
import { reasonOf } from './reason.ts';
import type { Row } from './row.ts';
import type { OperationContext, Outcome } from './session.ts';
import { loadRow } from './table.ts';

export interface RespondOptions extends OperationContext {
  /** Told of every error that is no refusal. */
  readonly onBug?: ((error: unknown) => void) | undefined;
}

type Head = Pick<
  SuccessPaper,
  'schema' | 'operation' | 'project' | 'adapter' | 'revision' | 'source_hash' | 'generation'
>;

/** Runs one operation. The envelope is plain JSON. */
export async function answer(name: string, input: unknown, context: RespondOptions): Promise<ResultPaper> {
  let project: Project | undefined;
  try {
    if (!isOperationName(name)) return refuse('unknown_operation', unknownName(name));
    const row = await loadRow(name);
    const parsed = readInput(name, row, input);
    let outcome: Outcome<unknown>;
    if (row.needs === 'project') {
      project = openProject(context.start, { exact: context.exact ?? false });
      outcome = await row.handle(parsed, { context, project });
      const open = operations[name].access === 'apply' ? [] : await openApplications(project);
      if (open.length > 0) outcome = { ...outcome, degraded: [...(outcome.degraded ?? []), ...open] };
    } else {
      outcome = await row.handle(parsed, context);
    }
    return success(head(name, project, outcome), outcome);
  } catch (cause) {
    return failure(head(name, project, {}), cause, context);
  } finally {
    project?.close();
  }
}

/**
 * A note for each application that was begun and not ended; what is asked for may then show half of it. The applier
 * is only loaded when there is something in its folder.
 */
async function openApplications({ disk }: Project): Promise<Degraded[]> {
  if (disk.list('.docforge/application').length === 0) return [];
  const { interruptedApplications } = await import('../applier/index.ts');
  return interruptedApplications({ disk }).map((folder) => degraded('application_open', { folder }));
}

function readInput(operation: string, row: Row, input: unknown): unknown {
  if (isDeeperThan(input, limits.json_depth_max)) {
    const reason = `it is nested more than ${limits.json_depth_max} levels deep`;
    return refuse('invalid_input', { operation, where: 'the input', reason });
  }
  const parsed = row.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    where: issue.path.map(String).join('.'),
    reason: reasonOf(issue),
  }));
  const first = issues[0]!;
  const where = first.where === '' ? 'the input' : first.where;
  return refuse('invalid_input', { operation, where, reason: `${where}: ${first.reason}`, issues });
}

function unknownName(operation: string) {
  const near = nearest(operation, Object.keys(operations));
  return { operation, suggestion: near ? `; did you mean ${near}?` : '' };
}

function head(operation: string, project: Project | undefined, known: Partial<Outcome<unknown>>): Head {
  return {
    schema: 'docforge.result/1',
    operation,
    project: project?.id ?? null,
    adapter: project?.adapter ?? null,
    revision: project?.revision ?? null,
    source_hash: known.source_hash ?? null,
    generation: known.generation ?? null,
  };
}

function success(about: Head, outcome: Outcome<unknown>): SuccessPaper {
  return {
    ...about,
    ok: true,
    data: plain(outcome.data) as SuccessPaper['data'],
    degraded: [...(outcome.degraded ?? [])],
    page: outcome.page ?? null,
  };
}

function failure(about: Head, cause: unknown, context: RespondOptions): FailurePaper {
  const refusal = refusalOf(cause, context);
  return {
    ...about,
    ok: false,
    error: {
      code: refusal.code,
      message: refusal.message,
      details: plain(refusal.details) as FailurePaper['error']['details'],
      remediation: refusal.remedy,
    },
  };
}

function refusalOf(cause: unknown, context: RespondOptions): Refusal {
  if (cause instanceof Refusal) return cause;
  try {
    if (cause instanceof DiskError) return refuseDiskError(cause);
  } catch (refused) {
    if (refused instanceof Refusal) return refused;
  }
  context.onBug?.(cause);
  return new Refusal('internal_error', { reason: cause instanceof Error ? cause.message : String(cause) });
}

/** The value as JSON has it: members that are `undefined` are gone, tables have a usual prototype. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
