/** Rows that list changesets and lead one through its life. */
import { z } from 'zod';
import { changesetSchema } from '../../contract/index.ts';
import {
  abandonChangeset,
  listChangesets,
  loadChangeset,
  markReady,
  rebaseChangeset,
  STATUSES,
} from '../../proposal/index.ts';
import { meantHash, problemChangesWord, summaryOf, summaryWord } from '../changeset-words.ts';
import { projectRow } from '../row.ts';
import { actorOf, type Session } from '../session.ts';

const statusWord = z.enum(STATUSES);

const changeset_list = projectRow({
  input: z.strictObject({
    statuses: z.array(statusWord).optional(),
    /** Also those whose life is over. */
    history: z.boolean().optional(),
  }),
  output: z.strictObject({
    changesets: z.array(
      z.strictObject({
        id: z.string(),
        status: statusWord,
        title: z.string(),
        creator: z.string(),
        writers: z.array(z.string()),
        created: z.string(),
        updated: z.string(),
        revision: z.int(),
        hash: z.string(),
        operations: z.int(),
        nodes: z.array(z.string()),
        files: z.array(z.string()),
        approved_by: z.array(z.string()),
        stale_by: z.array(z.string()),
        reason: z.string(),
      }),
    ),
    counts: z.record(statusWord, z.int()),
  }),
  handle: async (input, { project }) => {
    const { rows: found, counts } = await listChangesets(project, {
      ...(input.statuses === undefined ? {} : { statuses: input.statuses }),
      ...(input.history === undefined ? {} : { history: input.history }),
    });
    const changesets = found.map((row) => ({
      ...row,
      writers: [...row.writers],
      nodes: [...row.nodes],
      files: [...row.files],
      approved_by: [...row.approved_by],
      stale_by: [...row.stale_by],
    }));
    return { data: { changesets, counts: { ...counts } }, page: { total: changesets.length, cursor: null } };
  },
});

const changeset_show = projectRow({
  input: z.strictObject({ changeset: z.string() }),
  output: z.strictObject({ changeset: changesetSchema }),
  handle: async (input, { project }) => ({ data: { changeset: loadChangeset(project, input.changeset) } }),
});

const stepInput = z.strictObject({
  changeset: z.string(),
  /** The hash that the changeset has now; the step is taken on the current one when it is left out. */
  expect_hash: z.string().optional(),
});

const stepOutput = z.strictObject({ changeset: summaryWord, problems: problemChangesWord.nullable() });

function stepOf(input: z.infer<typeof stepInput>, session: Session) {
  const { id, hash } = loadChangeset(session.project, input.changeset);
  const given = input.expect_hash === undefined ? hash : meantHash(input.expect_hash, hash);
  return { changeset: id, hash: given, writer: actorOf(session, 'writer') };
}

const changeset_ready = projectRow({
  input: stepInput,
  output: stepOutput,
  handle: async (input, session) => {
    const changeset = await markReady(session.project, stepOf(input, session), session.context.ambient);
    return { data: { changeset: summaryOf(changeset), problems: null } };
  },
});

const changeset_rebase = projectRow({
  input: stepInput,
  output: stepOutput,
  handle: async (input, session) => {
    const step = stepOf(input, session);
    const { changeset, problems } = await rebaseChangeset(session.project, step, session.context.ambient);
    const changes = { caused: [...problems.caused], fixed: [...problems.fixed] } as z.infer<typeof problemChangesWord>;
    return { data: { changeset: summaryOf(changeset), problems: changes } };
  },
});

const changeset_abandon = projectRow({
  input: stepInput.extend({ reason: z.string().optional() }),
  output: stepOutput,
  handle: async (input, session) => {
    const { reason = '', ...rest } = input;
    const step = { ...stepOf(rest, session), reason };
    const changeset = await abandonChangeset(session.project, step, session.context.ambient);
    return { data: { changeset: summaryOf(changeset), problems: null } };
  },
});

export const rows = { changeset_list, changeset_show, changeset_ready, changeset_rebase, changeset_abandon };
