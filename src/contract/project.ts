/** Paper: the project descriptor, `.docforge/project.toml`, after TOML. Unknown keys are problems. */
import { z } from 'zod';
import { authorityWord, nameWord, severityWord } from './words.ts';

const globs = z.array(z.string().min(1)).max(200);
export const operationKindWord = z.enum(['create', 'update', 'move', 'delete']);

export const relationRuleSchema = z.strictObject({
  name: nameWord,
  acyclic: z.boolean().optional(),
  /** How the relation reads from its target: `required_by` for `depends_on`. */
  inverse: z.string().optional(),
  /** What the relation means to a task: foundation, evidence, successor, part, context. */
  role: z.string().optional(),
});

export const projectSchema = z.strictObject({
  schema_version: z.literal(1),
  project: z.strictObject({ id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/), title: z.string().min(1) }),
  content: z
    .strictObject({
      markdown: globs.optional(),
      toml: globs.optional(),
      exclude: globs.optional(),
      /** Folders where a link that begins with `/` or `@/` is looked up, in order. */
      link_roots: globs.optional(),
    })
    .optional(),
  vocabulary: z
    .strictObject({
      statuses: z.array(nameWord).min(1).optional(),
      relations: z.array(z.union([nameWord, relationRuleSchema])).optional(),
      /** Further keys that are expected at the top of the metadata. */
      fields: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  families: z
    .array(
      z.strictObject({
        id: nameWord,
        title: z.string().optional(),
        /** Where a new node of the family is put when no file is named. */
        directory: z.string().optional(),
        /** Metadata keys that every node of the family must have. */
        required: z.array(z.string()).optional(),
      }),
    )
    .min(1),
  /** Severity by problem code; `off` hides it. */
  problems: z.record(z.string(), z.union([severityWord, z.literal('off')])).optional(),
  limits: z
    .strictObject({
      nodes: z.int().min(1).optional(),
      source_bytes: z.int().min(1).optional(),
    })
    .optional(),
  writers: z
    .array(
      z.strictObject({
        id: nameWord,
        /** Families the writer may touch; `*` for all. */
        families: z.array(z.string()).min(1),
        operations: z.array(operationKindWord).min(1),
      }),
    )
    .optional(),
  reviewers: z.array(z.strictObject({ id: nameWord, key: z.string().optional() })).optional(),
  appliers: z
    .array(
      z.strictObject({
        id: nameWord,
        /** How many different reviewers must approve. */
        approvals: z.int().min(0).max(100).optional(),
        /** Whether the creator of a changeset counts among them. */
        own_changes: z.boolean().optional(),
      }),
    )
    .optional(),
  adapter: z
    .strictObject({
      name: z.literal('vault'),
      /** Text files that are found and cited like pages, and never edited as such. */
      data: globs.optional(),
      /** Family by path: the first glob that matches decides. */
      families: z.array(z.strictObject({ path: z.string(), family: nameWord })).optional(),
      /** Family, status and authority of a page that says nothing of its own. */
      family: nameWord.optional(),
      status: nameWord.optional(),
      authority: authorityWord.optional(),
    })
    .optional(),
});

export type ProjectPaper = z.infer<typeof projectSchema>;
