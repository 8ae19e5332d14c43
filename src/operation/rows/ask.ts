/** Rows that ask the index. It is brought up to date first, and each answer comes from one generation. */
import { z } from 'zod';
import { limits } from '../../base/index.ts';
import { edgeSchema, generationDiffPageSchema, nodeSchema } from '../../contract/index.ts';
import {
  diffPage,
  impactOf,
  listNodes,
  neighbors as neighborsOf,
  type Page,
  pathBetween,
  searchNodes,
  showNode,
} from '../../query/index.ts';
import { type Index, openIndex } from '../../store/index.ts';
import { projectRow } from '../row.ts';
import type { Outcome, Session } from '../session.ts';

const words = z.array(z.string()).optional();
const filters = { family: words, status: words, authority: words, tag: words, path: words };
const pages = { limit: z.int().optional(), cursor: z.string().optional() };
const walks = { types: words, depth: z.int().optional() };
const direction = z.enum(['outgoing', 'incoming', 'both']).optional();

const sectionWord = z.strictObject({
  heading: z.string(),
  level: z.int(),
  anchor: z.string(),
  line: z.int(),
  end_line: z.int(),
});

const hitWord = z.strictObject({
  id: z.string(),
  title: z.string(),
  family: z.string(),
  status: z.string(),
  authority: z.string(),
  score: z.int(),
  exact: z.enum(['id', 'title']).nullable(),
  path: z.string(),
  line: z.int(),
  place: z.string(),
  section: sectionWord.nullable(),
  /** Marks are start and end of each match in the text, in UTF-16 units. */
  excerpt: z.strictObject({ text: z.string(), marks: z.array(z.tuple([z.int(), z.int()])) }),
});

const reachedWord = z.strictObject({
  id: z.string(),
  depth: z.int(),
  from: z.string(),
  type: z.string(),
  direction: z.enum(['outgoing', 'incoming']),
  title: z.string(),
  family: z.string(),
  status: z.string(),
  path: z.string(),
  line: z.int(),
});

/** Answers from an index that is open for this one question. */
async function answered<Data>(
  { project }: Session,
  ask: (index: Index) => { readonly data: unknown; readonly page?: Page },
): Promise<Outcome<Data>> {
  const index = await openIndex(project);
  try {
    const { data, page } = ask(index);
    const { generation, source_hash, degraded } = index;
    return { data: data as Data, page: page ?? null, generation, source_hash, degraded };
  } finally {
    index.close();
  }
}

const search = projectRow({
  input: z.strictObject({ text: z.string(), ...filters, ...pages }),
  output: z.strictObject({
    /** `some`: no document has all words. `no_terms`: nothing was left to look for. */
    matched: z.enum(['all', 'some', 'none', 'no_terms']),
    terms: z.array(z.string()),
    hits: z.array(hitWord),
  }),
  handle: ({ text, ...question }, session) =>
    answered(session, (index) => {
      const { matched, terms, hits, page } = searchNodes(index, { text, ...question });
      return { data: { matched, terms, hits }, page };
    }),
});

const show = projectRow({
  input: z.strictObject({ ids: z.array(z.string()).min(1).max(limits.page_rows_max) }),
  output: z.strictObject({
    nodes: z.array(
      z.strictObject({
        node: nodeSchema,
        sections: z.array(sectionWord),
        outgoing: z.array(edgeSchema),
        incoming: z.array(edgeSchema),
      }),
    ),
  }),
  handle: ({ ids }, session) =>
    answered(session, (index) => {
      const nodes = ids.map((id) => {
        const { node, sections, outgoing, incoming } = showNode(index, id);
        return { node, sections, outgoing, incoming };
      });
      return { data: { nodes } };
    }),
});

const list = projectRow({
  input: z.strictObject({ ...filters, ...pages }),
  output: z.strictObject({ nodes: z.array(nodeSchema) }),
  handle: (question, session) =>
    answered(session, (index) => {
      const { nodes, page } = listNodes(index, question);
      return { data: { nodes }, page };
    }),
});

const walkOutput = z.strictObject({ start: z.string(), nodes: z.array(reachedWord), complete: z.boolean() });

const neighbors = projectRow({
  input: z.strictObject({ id: z.string(), direction, ...walks, ...pages }),
  output: walkOutput,
  handle: ({ id, ...question }, session) =>
    answered(session, (index) => {
      const { start, nodes, complete, page } = neighborsOf(index, id, question);
      return { data: { start, nodes, complete }, page };
    }),
});

const path = projectRow({
  input: z.strictObject({ from: z.string(), to: z.string(), direction, ...walks }),
  output: z.strictObject({
    found: z.boolean(),
    from: z.string(),
    to: z.string(),
    /** From `from` to `to`; empty when they are one document, `null` when there is no way. */
    steps: z.array(reachedWord).nullable(),
    complete: z.boolean(),
  }),
  handle: ({ from, to, ...question }, session) =>
    answered(session, (index) => {
      const { steps, complete } = pathBetween(index, from, to, question);
      return { data: { found: steps !== null, from, to, steps, complete } };
    }),
});

const impact = projectRow({
  input: z.strictObject({ id: z.string(), ...walks, ...pages }),
  output: walkOutput,
  handle: ({ id, ...question }, session) =>
    answered(session, (index) => {
      const { start, nodes, complete, page } = impactOf(index, id, question);
      return { data: { start, nodes, complete }, page };
    }),
});

const diff = projectRow({
  input: z.strictObject(pages),
  output: z.strictObject({ receipt: generationDiffPageSchema }),
  handle: (question, session) =>
    answered(session, (index) => {
      const { receipt, page } = diffPage(index, question);
      return { data: { receipt }, page };
    }),
});

export const rows = { search, show, list, neighbors, path, impact, diff };
