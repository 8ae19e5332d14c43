/** The list of versioned papers: name, schema, version. `schemas/` is generated from it and tested equal. */
import { z } from 'zod';
import { journalSchema, receiptSchema } from './application.ts';
import { approvalSchema, reviewRecordSchema } from './approval.ts';
import { baselineSchema } from './baseline.ts';
import { changesetSchema, operationsDocumentSchema } from './changeset.ts';
import { edgeSchema } from './edge.ts';
import { attestationSchema, generationDiffPageSchema, generationDiffSchema } from './index-papers.ts';
import { nodeSchema } from './node.ts';
import { policySchema } from './policy.ts';
import { projectSchema } from './project.ts';
import { resultSchema } from './result.ts';

export interface DocumentRow {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  readonly schema: z.ZodType;
}

/** Every paper, in the order in which the rivers meet them. */
export const documents: readonly DocumentRow[] = [
  { name: 'project', version: 1, title: 'Project descriptor', schema: projectSchema },
  { name: 'policy', version: 1, title: 'Effective policy', schema: policySchema },
  { name: 'node', version: 1, title: 'Canonical node', schema: nodeSchema },
  { name: 'edge', version: 1, title: 'Graph edge', schema: edgeSchema },
  { name: 'attestation', version: 1, title: 'Index attestation', schema: attestationSchema },
  { name: 'generation-diff', version: 1, title: 'Latest generation diff', schema: generationDiffSchema },
  {
    name: 'generation-diff-page',
    version: 1,
    title: 'Page of the latest generation diff',
    schema: generationDiffPageSchema,
  },
  { name: 'baseline', version: 1, title: 'Baseline of accepted problems', schema: baselineSchema },
  { name: 'operations', version: 1, title: 'Operations document', schema: operationsDocumentSchema },
  { name: 'changeset', version: 1, title: 'Changeset revision', schema: changesetSchema },
  { name: 'approval', version: 1, title: 'Approval', schema: approvalSchema },
  { name: 'review', version: 1, title: 'Review record', schema: reviewRecordSchema },
  { name: 'journal', version: 1, title: 'Application journal', schema: journalSchema },
  { name: 'receipt', version: 1, title: 'Application receipt', schema: receiptSchema },
  { name: 'result', version: 1, title: 'Result envelope', schema: resultSchema },
];

/** The JSON Schema (draft 2020-12) of a paper, with its `$id` and title. */
export function jsonSchemaOf(row: DocumentRow): Record<string, unknown> {
  const body = z.toJSONSchema(row.schema, { io: 'input' }) as Record<string, unknown>;
  const { $schema, ...rest } = body;
  return { $schema, $id: `urn:docforge:schema:${row.name}:${row.version}`, title: row.title, ...rest };
}
