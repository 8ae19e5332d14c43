/** Rows that start a project and say what a machine can do. */
import { z } from 'zod';
import { VERSION } from '../../base/index.ts';
import { openFolder, planInit, publishInit } from '../../project/index.ts';
import { folderRow, projectRow } from '../row.ts';
import { surveyRepository } from '../survey.ts';

const initInput = z.strictObject({
  id: z.string().optional(),
  title: z.string().optional(),
  /** Take the repository of Markdown in the folder as it is. */
  adopt: z.boolean().optional(),
  /** Write. Adopting without it only shows what would be written. */
  yes: z.boolean().optional(),
});

const initOutput = z.strictObject({
  root: z.string(),
  id: z.string(),
  /** Whether anything was written. */
  written: z.boolean(),
  files: z.array(z.strictObject({ path: z.string(), written: z.boolean() })),
  descriptor: z.string(),
  pages: z.int().nullable(),
  left_out: z.array(z.strictObject({ folder: z.string(), files: z.int().nullable() })),
  unreadable: z.array(z.string()),
});

const init = folderRow({
  input: initInput,
  output: initOutput,
  handle: async (input, context) => {
    const disk = openFolder(context.start);
    try {
      const survey = input.adopt ? surveyRepository(disk) : undefined;
      const plan = planInit({ root: disk.root, id: input.id, title: input.title, survey });
      const write = !input.adopt || input.yes === true;
      const written = write ? await publishInit(disk, plan) : [];
      return {
        data: {
          root: plan.root,
          id: plan.id,
          written: write,
          files: plan.files.map(({ path }) => ({ path, written: written.includes(path) })),
          descriptor: plan.files.at(-1)!.text,
          pages: survey?.pages.length ?? null,
          left_out: [...(survey?.left_out ?? [])],
          unreadable: [...(survey?.unreadable ?? [])],
        },
      };
    } finally {
      disk.close();
    }
  },
});

const doctor = projectRow({
  input: z.strictObject({}),
  output: z.strictObject({
    version: z.string(),
    node: z.string(),
    platform: z.string(),
    root: z.string(),
    adapter: z.string().nullable(),
    revision: z.string().nullable(),
    publishing: z.enum(['native', 'portable']),
    leases: z.boolean(),
    confinement: z.enum(['openat2', 'handle_walk', 'open_then_check']),
    writers: z.array(z.string()),
    reviewers: z.array(z.string()),
    appliers: z.array(z.string()),
    notes: z.array(z.string()),
  }),
  handle: async (_input, { project }) => {
    const { mode, leases, confinement } = project.disk.capabilities();
    const { writers, reviewers, appliers } = project.policy;
    return {
      data: {
        version: VERSION,
        node: process.versions.node,
        platform: `${process.platform} ${process.arch}`,
        root: project.root,
        adapter: project.adapter,
        revision: project.revision,
        publishing: mode,
        leases,
        confinement,
        writers: writers.map((row) => row.id),
        reviewers: reviewers.map((row) => row.id),
        appliers: appliers.map((row) => row.id),
        notes: notesOf(mode, leases, confinement),
      },
    };
  },
});

/** What the weaker forms cost, in words. */
function notesOf(mode: string, leases: boolean, confinement: string): string[] {
  const notes: string[] = [];
  if (mode === 'portable') {
    notes.push('The optional package koffi is not in use: while a file is updated its path is empty for a moment.');
  }
  if (!leases) {
    notes.push('Nothing can prove that no other program holds a displaced file open, so more files go to rescued/.');
  }
  if (confinement === 'open_then_check') {
    notes.push(
      'Paths are checked after they are opened: a folder replaced by a link meanwhile is noticed, not prevented.',
    );
  }
  return notes;
}

export const rows = { init, doctor };
