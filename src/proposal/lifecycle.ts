/**
 * The life of a changeset: created, appended to, made ready, rebased, abandoned. Each step is one more revision.
 *
 *   read the current revision -> is it the one you saw? -> plan -> conflicts? -> publish revision N+1, or be told
 *
 * Invariants: whatever is refused leaves the store as it was; a revision is published only on top of the one whose
 * hash was given, under the lock, and never of a changeset that is applied or about to be: its receipt would speak of
 * another revision, and what was added would be lost.
 */
import { type Ambient, refuse } from '../base/index.ts';
import { type ChangesetPaper, type OperationPaper, seal } from '../contract/index.ts';
import { DiskError, diskReason } from '../disk/index.ts';
import { type Project, type Writer, writerOf } from '../project/index.ts';
import { loadSnapshot, type Snapshot } from '../store/index.ts';
import { loadChangeset, publishRevision, requireChangesetId } from './changeset-files.ts';
import { changesetIdFor } from './changeset-id.ts';
import type { ProblemChanges } from './compare-problems.ts';
import { requireNoConflict } from './conflicts.ts';
import { interruptedApplication, lastReceipts } from './ledger.ts';
import { type Planned, planOperations } from './plan-operations.ts';
import { requireCurrent, requireText } from './requirements.ts';
import { requireFresh, stalenessOf } from './staleness.ts';
import { lifeOf } from './status.ts';

/** A change to one changeset: which, at which hash, by whom. */
export interface Step {
  readonly changeset: string;
  /** Hash of the current revision, as the caller read it. */
  readonly hash: string;
  /** Id of a writer in the descriptor. */
  readonly writer: string;
}

export interface Registered {
  readonly changeset: ChangesetPaper;
  /** What the whole changeset would cause and fix in the project as it is now. */
  readonly problems: ProblemChanges;
}

export interface NewChangeset {
  /** Made from the title when left out. */
  readonly id?: string;
  readonly title: string;
  readonly rationale?: string;
  readonly operations: readonly OperationPaper[];
  readonly writer: string;
  /** `draft` when left out. */
  readonly state?: 'draft' | 'ready';
}

/**
 * Registers a whole list of operations at once. Refuses what `planOperations` refuses, `unknown_writer`,
 * `invalid_changeset_id`, `changeset_exists` and `conflict`.
 */
export async function createChangeset(project: Project, input: NewChangeset, ambient: Ambient): Promise<Registered> {
  const { title, rationale = '', state = 'draft' } = input;
  const writer = writerOf(project, input.writer);
  requireText('The title', title);
  requireText('The rationale', rationale);
  const id = input.id ?? changesetIdFor(title, ambient.freshId());
  requireChangesetId(id);
  const snapshot = await loadSnapshot(project);
  const planned = planOperations(snapshot, input.operations, { writers: [writer] });
  requireAbsent(project, planned);
  const now = ambient.now();
  const paper = seal<ChangesetPaper>({
    ...{ schema: 'docforge.changeset/1', id, revision: 1, previous: null, state, title, rationale },
    ...{ creator: writer.id, writer: writer.id, writers: [writer.id], reason: '', created: now, updated: now },
    ...{ project: project.fingerprint, ...contentOf(snapshot, planned) },
  });
  const published = await project.disk.withLock(async () => {
    requireNoConflict(snapshot, paper);
    return publishRevision(project, paper);
  });
  if (!published) refuse('changeset_exists', { changeset: id });
  return { changeset: paper, problems: planned.problems };
}

/**
 * Adds operations at the end; a changeset that was ready is a draft again. Refuses `stale_changeset` when the hash is
 * not the current one, `stale_base` when the project moved on under it, `conflict`, and what `planOperations` refuses.
 */
export async function appendOperations(
  project: Project,
  step: Step & { readonly operations: readonly OperationPaper[] },
  ambient: Ambient,
): Promise<Registered> {
  const writer = writerOf(project, step.writer);
  const current = currentOf(project, step, 'appended to');
  const snapshot = await loadSnapshot(project);
  requireFresh(snapshot, current);
  const planned = planOperations(snapshot, step.operations, { writers: [writer], onto: current });
  requireAbsent(project, planned);
  const next = revisionAfter(current, writer, ambient, {
    state: 'draft',
    writers: [...new Set([...current.writers, writer.id])].sort(),
    ...contentOf(snapshot, planned),
  });
  await publishNext(snapshot, current, next);
  return { changeset: next, problems: planned.problems };
}

/**
 * Makes a stale changeset fit the project again: every operation is planned anew, with its expected hash, the rights of
 * its writers, and conflicts. Prose is never merged: a node that changed under its operation refuses `stale_node`.
 * Refuses `no_change` for a changeset that is not stale.
 */
export async function rebaseChangeset(project: Project, step: Step, ambient: Ambient): Promise<Registered> {
  const writer = writerOf(project, step.writer);
  const current = currentOf(project, step, 'rebased');
  const snapshot = await loadSnapshot(project);
  if (!stalenessOf(snapshot, current).stale) refuse('no_change', { what: `${current.id} is not stale` });
  const writers = project.policy.writers.filter(({ id }) => current.writers.includes(id));
  const planned = planOperations(snapshot, current.operations, { writers });
  requireAbsent(project, planned);
  const next = revisionAfter(current, writer, ambient, contentOf(snapshot, planned));
  await project.disk.withLock(async () => {
    requireNoConflict(snapshot, next);
    await publishOrTell(project, next);
  });
  return { changeset: next, problems: planned.problems };
}

/** Hands a draft over to review. Refuses `wrong_state` unless it is a draft, and `stale_base`. */
export async function markReady(project: Project, step: Step, ambient: Ambient): Promise<ChangesetPaper> {
  const writer = writerOf(project, step.writer);
  const current = currentOf(project, step, 'made ready');
  const rolledBack = lifeOf(current, lastReceipts(project).get(current.id)) === 'rolled_back';
  if (current.state === 'ready' && !rolledBack) {
    refuse('wrong_state', {
      changeset: current.id,
      ...{ state: 'ready already', action: 'made ready', next: `review it with "docforge review ${current.id}"` },
    });
  }
  requireFresh(await loadSnapshot(project), current);
  const next = revisionAfter(current, writer, ambient, { state: 'ready' });
  await publishOrTell(project, next);
  return next;
}

/** Gives a changeset up, for a reason that is kept. It no longer stands in the way of others. */
export async function abandonChangeset(
  project: Project,
  step: Step & { readonly reason: string },
  ambient: Ambient,
): Promise<ChangesetPaper> {
  const writer = writerOf(project, step.writer);
  requireText('The reason', step.reason);
  const current = currentOf(project, step, 'abandoned');
  const next = revisionAfter(current, writer, ambient, { state: 'abandoned', reason: step.reason });
  await publishOrTell(project, next);
  return next;
}

/** The current revision, when it is the one that the caller saw and its life is not over. */
function currentOf(project: Project, step: Step, action: string): ChangesetPaper {
  const current = loadChangeset(project, step.changeset);
  if (current.state === 'abandoned') refuseEnded(current, 'abandoned', action);
  requireLife(project, current, action);
  requireCurrent(current, step.hash);
  return current;
}

/** Refuses `wrong_state` for a changeset that was applied and not rolled back. */
function requireLife(project: Project, changeset: ChangesetPaper, action: string): void {
  if (lifeOf(changeset, lastReceipts(project).get(changeset.id)) === 'applied')
    refuseEnded(changeset, 'applied', action);
}

function refuseEnded({ id }: ChangesetPaper, state: 'applied' | 'abandoned', action: string): never {
  const next = state === 'applied' ? 'propose a new changeset, or roll this one back' : 'propose a new changeset';
  refuse('wrong_state', { changeset: id, state, action, next });
}

function contentOf(snapshot: Snapshot, planned: Planned) {
  const { graph } = planned.projected;
  return {
    base: {
      revision: snapshot.project.revision,
      source_hash: snapshot.source_hash,
      generation: snapshot.generation,
    },
    operations: [...planned.operations],
    nodes: [...planned.nodes],
    files: [...planned.files],
    result: { generation: graph.generation, nodes: graph.nodes.size, edges: graph.edges.length },
  };
}

function revisionAfter(
  current: ChangesetPaper,
  writer: Writer,
  ambient: Ambient,
  changes: Partial<Omit<ChangesetPaper, 'hash'>>,
): ChangesetPaper {
  const { hash, ...rest } = current;
  return seal<ChangesetPaper>({
    ...rest,
    ...{ revision: current.revision + 1, previous: hash, writer: writer.id, reason: '', updated: ambient.now() },
    ...changes,
  });
}

/** Publishes the next revision, looking for conflicts under the lock when it claims more than the one before. */
async function publishNext(snapshot: Snapshot, current: ChangesetPaper, next: ChangesetPaper): Promise<void> {
  const { project } = snapshot;
  const claimed = new Set([...current.nodes, ...current.files.map(({ path }) => `/${path}`)]);
  const claims = [...next.nodes, ...next.files.map(({ path }) => `/${path}`)];
  if (claims.every((claim) => claimed.has(claim))) return publishOrTell(project, next);
  return project.disk.withLock(async () => {
    requireNoConflict(snapshot, next);
    await publishOrTell(project, next);
  });
}

/**
 * Publishes a revision, under the lock: an application that is under way ends first, and a changeset that it applied
 * takes no revision more. When another revision stands there, refuses `stale_changeset` with the hash it is at now.
 */
async function publishOrTell(project: Project, next: ChangesetPaper): Promise<void> {
  await project.disk.withLock(async () => {
    requireLife(project, next, 'changed');
    const folder = interruptedApplication(project, next.id);
    if (folder !== null) refuse('application_unfinished', { changeset: next.id, folder });
    if (await publishRevision(project, next)) return;
    requireCurrent(loadChangeset(project, next.id), next.previous!);
    throw new Error('a revision could not be published, and none stands in its place');
  });
}

/** Refuses `path_taken` for a file to be created where something stands that the scan does not show as a file. */
function requireAbsent(project: Project, planned: Planned): void {
  for (const { path, before } of planned.files) {
    if (before !== null) continue;
    const there = whatStands(project, path);
    if (there !== null) refuse('path_taken', { path, reason: there });
  }
}

function whatStands(project: Project, path: string): string | null {
  if (project.disk.isFolder(path)) return 'a folder stands there';
  try {
    return project.disk.stat(path) === null ? null : 'a file stands there that is not among the content';
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return diskReason(error.code);
  }
}
