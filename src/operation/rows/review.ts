/** Rows of review: the three views, and what reviewers say. */
import { z } from 'zod';
import { refuse } from '../../base/index.ts';
import { approvalSchema, reviewRecordSchema } from '../../contract/index.ts';
import {
  approveChangeset,
  buildReview,
  commentChangeset,
  countedApprovals,
  loadChangeset,
  loadReviewRecords,
  requestChanges,
  STATUSES,
  statusOf,
} from '../../proposal/index.ts';
import { loadSnapshot } from '../../store/index.ts';
import { meantHash, summaryOf, summaryWord } from '../changeset-words.ts';
import { recordsWord, reviewWord } from '../review-words.ts';
import { projectRow, type Row } from '../row.ts';
import { actorOf, type Session } from '../session.ts';

const reviewOutput = z.strictObject({
  changeset: summaryWord,
  status: z.enum(STATUSES),
  review: reviewWord,
  records: recordsWord,
});

const review = projectRow({
  input: z.strictObject({ changeset: z.string() }),
  output: reviewOutput,
  handle: async (input, { project }) => {
    const changeset = loadChangeset(project, input.changeset);
    const snapshot = await loadSnapshot(project);
    const records = loadReviewRecords(project, changeset.id);
    const data = {
      changeset: summaryOf(changeset),
      status: statusOf(snapshot, changeset),
      review: buildReview(snapshot, changeset),
      records: { ...records, approvals: countedApprovals(project, changeset, records) },
    };
    return {
      data: data as unknown as z.infer<typeof reviewOutput>,
      source_hash: snapshot.source_hash,
      generation: snapshot.generation,
    };
  },
});

/** The hash that a verdict is about; the current one where it may be left out. */
function verdictOf(input: { readonly changeset: string; readonly hash?: string | undefined }, session: Session) {
  const { id, hash } = loadChangeset(session.project, input.changeset);
  return {
    changeset: id,
    hash: input.hash === undefined ? hash : meantHash(input.hash, hash),
    reviewer: actorOf(session, 'reviewer'),
  };
}

const approve = projectRow({
  input: z.strictObject({
    changeset: z.string(),
    /** The hash that was reviewed, or its first digits. An approval without it is refused. */
    hash: z.string().optional(),
    comment: z.string().optional(),
  }),
  output: z.strictObject({ record: approvalSchema }),
  handle: async (input, session) => {
    const verdict = verdictOf(input, session);
    if (input.hash === undefined) refuse('hash_needed', { changeset: verdict.changeset, hash: verdict.hash });
    const comment = input.comment === undefined ? {} : { comment: input.comment };
    const record = await approveChangeset(session.project, { ...verdict, ...comment }, session.context.ambient);
    return { data: { record } };
  },
});

function remarkRow(remark: typeof commentChangeset): Row {
  return projectRow({
    input: z.strictObject({ changeset: z.string(), hash: z.string().optional(), text: z.string().min(1) }),
    output: z.strictObject({ record: reviewRecordSchema }),
    handle: async ({ text, ...input }, session) => {
      const record = await remark(session.project, { ...verdictOf(input, session), text }, session.context.ambient);
      return { data: { record } };
    },
  });
}

export const rows = {
  review,
  approve,
  comment: remarkRow(commentChangeset),
  request_changes: remarkRow(requestChanges),
};
