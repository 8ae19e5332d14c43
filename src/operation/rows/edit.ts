/** The row that turns the edited text of one document into an update. The canonical file is not touched. */
import { z } from 'zod';
import { type Ambient, Refusal, refuse } from '../../base/index.ts';
import { type ChangesetPaper, changesetIdWord, type UpdateOperation } from '../../contract/index.ts';
import { baseName, DiskError, refuseDiskError } from '../../disk/index.ts';
import type { Project } from '../../project/index.ts';
import {
  appendOperations,
  createChangeset,
  type Draft,
  exactUpdate,
  listChangesetIds,
  loadChangeset,
  loadDraft,
  markReady,
  type Registered,
} from '../../proposal/index.ts';
import { meantHash } from '../changeset-words.ts';
import { proposedOutcome, proposedOutput } from '../proposed.ts';
import { projectRow } from '../row.ts';
import { actorOf, type EditedText, type Session } from '../session.ts';

const input = z.strictObject({
  id: z.string(),
  /** The exact new text; without it the editor of the session is opened. */
  text: z.string().optional(),
  /** A file whose text the editor begins with instead: one that was kept when an edit was refused. */
  from: z.string().optional(),
  /** The `content_hash` of the document that the text was made for. */
  expect: z.string().optional(),
  /** A changeset to append to; or the id of a new one. */
  changeset: changesetIdWord.optional(),
  expect_hash: z.string().optional(),
  title: z.string().min(1).max(300).optional(),
  rationale: z.string().optional(),
  ready: z.boolean().optional(),
});

type Input = z.infer<typeof input>;

const edit = projectRow({
  input,
  output: proposedOutput,
  handle: async (request, session) => {
    const { project } = session;
    const writer = actorOf(session, 'writer');
    const onto = changesetOf(project, request);
    const draft = await loadDraft(project, { id: request.id, writer, onto });
    if (request.text !== undefined) {
      requireExpected(request, draft);
      return proposedOutcome(await register(request, draft, request.text, onto, writer, session));
    }
    const edited = await openEditor(request, draft, session);
    try {
      requireExpected(request, draft);
      const registered = await register(request, draft, edited.text, onto, writer, session);
      edited.remove();
      return proposedOutcome(registered);
    } catch (error) {
      return keep(error, edited, request, draft);
    }
  },
});

/** The changeset to append to, when there is one of this id. */
function changesetOf(project: Project, { changeset, expect_hash }: Input): ChangesetPaper | null {
  if (changeset === undefined || !listChangesetIds(project).includes(changeset)) return null;
  const current = loadChangeset(project, changeset);
  if (expect_hash === undefined || meantHash(expect_hash, current.hash) === current.hash) return current;
  const { id, hash, revision } = current;
  return refuse('stale_changeset', { changeset: id, current: hash, given: expect_hash, revision });
}

function requireExpected({ id, expect }: Input, draft: Draft): void {
  if (expect === undefined || expect === draft.expect) return;
  refuse('stale_node', {
    node: id,
    expected: expect,
    actual: draft.expect ?? 'none, it is made by this same changeset',
  });
}

async function openEditor({ id, from }: Input, draft: Draft, { context }: Session): Promise<EditedText> {
  const open = context.editText ?? refuse('editor_needed', { node: id });
  return open({ name: baseName(draft.path), text: endedText(draft), from });
}

/** A part of a TOML file has no line end of its own; a file to edit has. */
function endedText({ format, source, bytes }: Draft): string {
  if (format !== 'toml') return source;
  return source + (Buffer.from(bytes).includes('\r\n') ? '\r\n' : '\n');
}

async function register(
  request: Input,
  draft: Draft,
  source: string,
  onto: ChangesetPaper | null,
  writer: string,
  { context, project }: Session,
): Promise<Registered> {
  const { bytes, format, id, expect } = draft;
  const update = exactUpdate({ bytes, format, id, source });
  if (update === null) return refuse('no_change', { what: `${id} was left as it is` });
  const operations = [{ ...update, ...(expect === undefined ? {} : { expect }) }];
  if (onto !== null)
    return append(project, { changeset: onto.id, hash: onto.hash, writer }, operations, request, context.ambient);
  const { changeset, title = `Edit ${id}`, rationale, ready } = request;
  return createChangeset(
    project,
    {
      ...(changeset === undefined ? {} : { id: changeset }),
      ...{ title: [...title].slice(0, 300).join(''), operations, writer, state: ready ? 'ready' : 'draft' },
      ...(rationale === undefined ? {} : { rationale }),
    },
    context.ambient,
  );
}

async function append(
  project: Project,
  step: { readonly changeset: string; readonly hash: string; readonly writer: string },
  operations: readonly UpdateOperation[],
  { ready }: Input,
  ambient: Ambient,
): Promise<Registered> {
  const registered = await appendOperations(project, { ...step, operations }, ambient);
  if (!ready) return registered;
  return { ...registered, changeset: await markReady(project, { ...step, hash: registered.changeset.hash }, ambient) };
}

/**
 * What becomes of the text when it was not taken: one that changes nothing goes, any other is kept, and the refusal
 * says where it is and how to go on with it.
 */
function keep(error: unknown, edited: EditedText, request: Input, draft: Draft): never {
  const refusal = asRefusal(error);
  if (refusal?.code === 'no_change') {
    edited.remove();
    throw refusal;
  }
  if (refusal === null) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}; the text that was edited is kept in ${edited.path}`, { cause: error });
  }
  const expect = refusal.code === 'stale_node' ? undefined : draft.expect;
  const words = ['edit', draft.id, '--from', edited.path];
  if (expect !== undefined) words.push('--expect', expect);
  if (request.changeset !== undefined) words.push('--changeset', request.changeset);
  throw new Refusal(refusal.code, { ...refusal.details, kept: edited.path, go_on: words });
}

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof DiskError)) return null;
  try {
    return refuseDiskError(error);
  } catch (refused) {
    return refused instanceof Refusal ? refused : null;
  }
}

export const rows = { edit };
