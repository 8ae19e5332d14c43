/** Rows that propose: operations as a new changeset or onto one, and the import of an adopted repository. */
import { z } from 'zod';
import { refuse } from '../../base/index.ts';
import { changesetIdWord } from '../../contract/index.ts';
import { appendOperations, createChangeset, loadChangeset, markReady, planImport } from '../../proposal/index.ts';
import { loadSnapshot } from '../../store/index.ts';
import { meantHash, problemChangesWord, summaryWord } from '../changeset-words.ts';
import { proposedOutcome, proposedOutput } from '../proposed.ts';
import { readDocument } from '../read-document.ts';
import { projectRow } from '../row.ts';
import { actorOf, type Outcome, type Session } from '../session.ts';

const propose = projectRow({
  input: z.strictObject({
    /** The operations document; or its text, JSON or TOML. */
    document: z.unknown().optional(),
    text: z.string().optional(),
    title: z.string().optional(),
    rationale: z.string().optional(),
    /** The id of a new changeset, or with `append` the one to append to. */
    changeset: changesetIdWord.optional(),
    append: z.boolean().optional(),
    /** With `append`: the hash that the changeset has now. */
    expect_hash: z.string().optional(),
    ready: z.boolean().optional(),
  }),
  output: proposedOutput,
  handle: async (input, session) => {
    const { context, project } = session;
    const writer = actorOf(session, 'writer');
    const document = readDocument({ ...input, fallback: input.append ? 'appended' : undefined });
    if (input.append) return append(input, document.operations, writer, session);
    const registered = await createChangeset(
      project,
      {
        ...(input.changeset === undefined ? {} : { id: input.changeset }),
        ...{ title: document.title, operations: document.operations, writer },
        ...(document.rationale === undefined ? {} : { rationale: document.rationale }),
        state: input.ready ? 'ready' : 'draft',
      },
      context.ambient,
    );
    return proposedOutcome(registered);
  },
});

async function append(
  input: {
    readonly changeset?: string | undefined;
    readonly expect_hash?: string | undefined;
    readonly ready?: boolean | undefined;
  },
  operations: Parameters<typeof appendOperations>[1]['operations'],
  writer: string,
  { context, project }: Session,
): Promise<Outcome<z.infer<typeof proposedOutput>>> {
  if (input.changeset === undefined) {
    const reason = 'it is not said which changeset to append to';
    return refuse('invalid_input', { operation: 'propose', where: 'changeset', reason });
  }
  const current = loadChangeset(project, input.changeset);
  if (input.expect_hash === undefined) {
    const reason = `appending needs the hash that the changeset has now, so that no operation of somebody else is overlooked. It is ${current.hash}`;
    return refuse('invalid_input', { operation: 'propose', where: 'expect_hash (--hash)', reason });
  }
  const step = { changeset: current.id, hash: meantHash(input.expect_hash, current.hash), writer };
  const registered = await appendOperations(project, { ...step, operations }, context.ambient);
  if (!input.ready) return proposedOutcome(registered);
  const ready = await markReady(project, { ...step, hash: registered.changeset.hash }, context.ambient);
  return proposedOutcome({ ...registered, changeset: ready });
}

export const rows = { propose, import: importRow() };

function importRow() {
  return projectRow({
    input: z.strictObject({
      /** Make the changeset. Without it only the plan is shown. */
      yes: z.boolean().optional(),
      /** Only pages below these folders, or these files. */
      path: z.array(z.string()).optional(),
      changeset: changesetIdWord.optional(),
      ready: z.boolean().optional(),
    }),
    output: z.strictObject({
      pages: z.array(z.strictObject({ id: z.string(), path: z.string() })),
      /** Pages that cannot be taken, with the reason. */
      left_out: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
      changeset: summaryWord.nullable(),
      problems: problemChangesWord.nullable(),
    }),
    handle: async (input, session) => {
      const { context, project } = session;
      const snapshot = await loadSnapshot(project);
      const plan = planImport(snapshot);
      const operations = plan.operations.filter((row) => isBelow(row.path, input.path));
      const left_out = plan.left_out.filter((row) => isBelow(row.path, input.path));
      const pages = operations.map(({ id, path }) => ({ id, path }));
      const { source_hash, generation } = snapshot;
      if (!input.yes || operations.length === 0) {
        return { data: { pages, left_out, changeset: null, problems: null }, source_hash, generation };
      }
      const registered = await createChangeset(
        project,
        {
          ...(input.changeset === undefined ? {} : { id: input.changeset }),
          title: `Import ${operations.length} ${operations.length === 1 ? 'page' : 'pages'}`,
          rationale: 'Gives each page its own block, so that it is a document of its own and not read as a guest.',
          ...{ operations, writer: actorOf(session, 'writer'), state: input.ready ? 'ready' : 'draft' },
        },
        context.ambient,
      );
      return { ...proposedOutcome(registered), data: { pages, left_out, ...proposedOutcome(registered).data } };
    },
  });
}

function isBelow(path: string, prefixes: readonly string[] | undefined): boolean {
  if (prefixes === undefined) return true;
  return prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix.replace(/\/+$/, '')}/`));
}
