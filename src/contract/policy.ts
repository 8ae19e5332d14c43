/** Paper: the effective policy, everything that decides who may do what, with its own hash. */
import { z } from 'zod';
import { operationKindWord } from './project.ts';
import { hashWord } from './words.ts';

export const policySchema = z.strictObject({
  schema: z.literal('docforge.policy/1'),
  project: z.string(),
  descriptor_hash: hashWord,
  writers: z.array(
    z.strictObject({ id: z.string(), families: z.array(z.string()), operations: z.array(operationKindWord) }),
  ),
  reviewers: z.array(z.strictObject({ id: z.string(), key: z.string().optional() })),
  appliers: z.array(z.strictObject({ id: z.string(), approvals: z.int().min(0), own_changes: z.boolean() })),
  problems: z.record(z.string(), z.string()),
  hash: hashWord,
});

export type PolicyPaper = z.infer<typeof policySchema>;
