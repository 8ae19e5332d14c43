/** The effective policy: everything in the descriptor that decides who may do what, with defaults filled in. */
import { compareText, type Sha256 } from '../base/index.ts';
import { type PolicyPaper, type ProjectPaper, seal } from '../contract/index.ts';

/** Approvals that an applier needs when its row does not say. */
const APPROVALS_DEFAULT = 1;

/** The policy paper of a descriptor. Rows keep the order of the descriptor; families and operations are sorted. */
export function buildPolicy(descriptor: ProjectPaper, descriptorHash: Sha256): PolicyPaper {
  return seal<PolicyPaper>({
    schema: 'docforge.policy/1',
    project: descriptor.project.id,
    descriptor_hash: descriptorHash,
    writers: (descriptor.writers ?? []).map(({ id, families, operations }) => ({
      id,
      families: [...families].sort(compareText),
      operations: [...operations].sort(compareText),
    })),
    reviewers: (descriptor.reviewers ?? []).map((row) => ({ ...row })),
    appliers: (descriptor.appliers ?? []).map(({ id, approvals, own_changes }) => ({
      id,
      approvals: approvals ?? APPROVALS_DEFAULT,
      own_changes: own_changes ?? false,
    })),
    problems: { ...descriptor.problems },
  });
}
