/** Who acts: a writer, a reviewer or an applier, each named in the descriptor and nowhere else. */
import { nearest, refuse } from '../base/index.ts';
import type { PolicyPaper } from '../contract/index.ts';

export type Writer = PolicyPaper['writers'][number];
export type Reviewer = PolicyPaper['reviewers'][number];
export type Applier = PolicyPaper['appliers'][number];

type WithPolicy = { readonly policy: PolicyPaper };

/** The writer of this id; refuses `unknown_writer`. */
export function writerOf(project: WithPolicy, id: string): Writer {
  const rows = project.policy.writers;
  return rows.find((row) => row.id === id) ?? refuse('unknown_writer', unknown(id, rows));
}

/** The reviewer of this id; refuses `unknown_reviewer`. */
export function reviewerOf(project: WithPolicy, id: string): Reviewer {
  const rows = project.policy.reviewers;
  return rows.find((row) => row.id === id) ?? refuse('unknown_reviewer', unknown(id, rows));
}

/** The applier of this id; refuses `unknown_applier`. */
export function applierOf(project: WithPolicy, id: string): Applier {
  const rows = project.policy.appliers;
  return rows.find((row) => row.id === id) ?? refuse('unknown_applier', unknown(id, rows));
}

function unknown(id: string, rows: readonly { readonly id: string }[]) {
  const known = rows.map((row) => row.id);
  const near = nearest(id, known);
  return { id, known: known.length > 0 ? known : 'there are none', suggestion: near ? `; did you mean ${near}?` : '' };
}
