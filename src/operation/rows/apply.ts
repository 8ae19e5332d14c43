/** Rows of publishing: apply, rollback, recover, audit. */
import { z } from 'zod';
import {
  type ApplicationReport,
  applyChangeset,
  auditProject,
  recoverProject,
  rollbackReceipt,
} from '../../applier/index.ts';
import { problemWord, purposeWord, receiptSchema } from '../../contract/index.ts';
import { loadChangeset } from '../../proposal/index.ts';
import { meantHash } from '../changeset-words.ts';
import { projectRow } from '../row.ts';
import { actorOf, type Outcome } from '../session.ts';

const text = z.string();
const maybe = z.string().nullable();

const fateWord = z.strictObject({ path: text, found: maybe, now: z.enum(['before', 'after', 'edited']) });
const keptWord = z.strictObject({ path: maybe, kept: text, content: maybe });
const causeWord = z.strictObject({ reason: text, path: maybe, detail: maybe });

const recoveredWord = z.strictObject({
  folder: text,
  transaction: text,
  outcome: z.enum([
    'discarded',
    'committed',
    'committed_unconfirmed',
    'rolled_back',
    'conflicted',
    'cleaned',
    'journal_damaged',
    'taken_over',
    'unfinished',
  ]),
  cause: causeWord.nullable(),
  purpose: purposeWord.nullable(),
  receipt: receiptSchema.nullable(),
  files: z.array(fateWord),
  conflicts: z.array(text),
  rescued: z.array(keptWord),
  retired: z.array(keptWord),
});

const planWord = z.strictObject({
  purpose: purposeWord,
  files: z.array(
    z.strictObject({
      path: text,
      action: z.enum(['create', 'update', 'delete']),
      before: maybe,
      after: maybe,
      bytes: z.int(),
      mode: z.int().nullable(),
    }),
  ),
  folders: z.array(text),
  mode: z.enum(['native', 'portable']),
  flushes: z.int(),
  approvals_needed: z.int(),
  approved_by: z.array(text),
  blockers: z.array(
    z.strictObject({ code: text, message: text, remedy: text, details: z.record(z.string(), z.json()) }),
  ),
  pending: z.array(text),
  generation_before: text,
  generation_after: text,
});

const reportOutput = z.strictObject({
  /** Whether it was done; of a dry run, whether nothing stands in the way. */
  possible: z.boolean(),
  outcome: z.enum(['planned', 'applied', 'applied_unconfirmed']),
  plan: planWord,
  receipt: receiptSchema.nullable(),
  files: z.array(fateWord),
  rescued: z.array(keptWord),
  retired: z.array(keptWord),
  recovered: z.array(recoveredWord),
});

function reported({ degraded, ...report }: ApplicationReport): Outcome<z.infer<typeof reportOutput>> {
  const { plan, outcome } = report;
  const data = { possible: plan.blockers.length === 0, ...report };
  const generation = outcome === 'planned' ? plan.generation_before : plan.generation_after;
  return { data: data as unknown as z.infer<typeof reportOutput>, generation, degraded };
}

const apply = projectRow({
  input: z.strictObject({
    changeset: z.string(),
    /** The hash that was approved; the current one when left out, which then needs the approvals. */
    hash: z.string().optional(),
    dry_run: z.boolean().optional(),
  }),
  output: reportOutput,
  handle: async (input, session) => {
    const { project, context } = session;
    const { id, hash } = loadChangeset(project, input.changeset);
    const request = {
      changeset: id,
      hash: input.hash === undefined ? hash : meantHash(input.hash, hash),
      applier: actorOf(session, 'applier'),
      dryRun: input.dry_run ?? false,
    };
    return reported(await applyChangeset(project, request, context.ambient));
  },
});

const rollback = projectRow({
  input: z.strictObject({ receipt: z.int().min(1), dry_run: z.boolean().optional() }),
  output: reportOutput,
  handle: async (input, session) => {
    const { project, context } = session;
    const request = {
      receipt: input.receipt,
      applier: actorOf(session, 'applier'),
      dryRun: input.dry_run ?? false,
    };
    return reported(await rollbackReceipt(project, request, context.ambient));
  },
});

const recoverOutput = z.strictObject({
  /** Whether nothing is left that could not be ended. */
  clean: z.boolean(),
  recovered: z.array(recoveredWord),
});

const recover = projectRow({
  input: z.strictObject({}),
  output: recoverOutput,
  handle: async (_input, { project, context }) => {
    const report = await recoverProject(project, context.ambient);
    return { data: report as unknown as z.infer<typeof recoverOutput> };
  },
});

const auditOutput = z.strictObject({
  clean: z.boolean(),
  receipts: z.int(),
  head: maybe,
  problems: z.array(problemWord),
  unexplained: z.array(z.strictObject({ path: text, receipt: z.int(), expected: maybe, actual: maybe })),
  unreceipted: z.array(z.strictObject({ path: text, hash: text })),
  rescued: z.array(text),
  retired: z.array(text),
});

const audit = projectRow({
  input: z.strictObject({}),
  output: auditOutput,
  handle: async (_input, { project }) => {
    const report = await auditProject(project);
    return { data: report as unknown as z.infer<typeof auditOutput> };
  },
});

export const rows = { apply, rollback, recover, audit };
