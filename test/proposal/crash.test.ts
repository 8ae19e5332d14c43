/** A process that ends, and a disk that says no, at each call of an append, a creation and an approval. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import { DiskError, openDisk, type SystemHook } from '../../src/disk/index.ts';
import { openProject, type Project } from '../../src/project/index.ts';
import {
  appendOperations,
  approvalsOf,
  approveChangeset,
  createChangeset,
  listChangesetIds,
  loadChangeset,
  loadChangesetHistory,
  loadReviewRecords,
  requestChanges,
} from '../../src/proposal/index.ts';
import { ambient, cleanUp, makeProject, page, status } from './support.ts';

afterEach(cleanUp);

/** What a test does to a project that has one ready changeset, and how it tells whether it was done. */
const acts = {
  create: {
    run: (project: Project) =>
      createChangeset(project, { id: 'two', title: 'Two', operations: [status('b', 'draft')], writer: 'ada' }, ambient),
    done: (project: Project) =>
      listChangesetIds(project).includes('two') && loadChangeset(project, 'two').revision === 1,
  },
  append: {
    run: (project: Project) => {
      const { hash } = loadChangeset(project, 'one');
      return appendOperations(
        project,
        { changeset: 'one', hash, writer: 'ada', operations: [status('b', 'draft')] },
        ambient,
      );
    },
    done: (project: Project) => loadChangesetHistory(project, 'one').length === 2,
  },
  approve: {
    run: (project: Project) => {
      const { hash } = loadChangeset(project, 'one');
      return approveChangeset(project, { changeset: 'one', hash, reviewer: 'rita' }, ambient);
    },
    done: (project: Project) => approvalsOf(project, loadChangeset(project, 'one')).length === 1,
  },
  request: {
    run: (project: Project) => {
      const { hash } = loadChangeset(project, 'one');
      return requestChanges(project, { changeset: 'one', hash, reviewer: 'rita', text: 'No.' }, ambient);
    },
    done: (project: Project) => loadReviewRecords(project, 'one').remarks.length === 1,
  },
};

async function prepared(): Promise<string> {
  const project = makeProject({ 'docs/a.md': page('a'), 'docs/b.md': page('b') });
  const input = { id: 'one', title: 'One', operations: [status('a', 'draft')], writer: 'ada' };
  await createChangeset(project, { ...input, state: 'ready' }, ambient);
  return project.root;
}

/** Runs an act on a copy of the project whose disk asks the hook before each call; then looks with a plain disk. */
async function onCopy<T>(
  root: string,
  hook: SystemHook,
  act: (project: Project) => Promise<unknown>,
  look: (project: Project, outcome: unknown) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-crash-'));
  cpSync(root, folder, { recursive: true });
  const plain = openProject(folder);
  const disk = openDisk(folder, { hook });
  try {
    const outcome = await act({ ...plain, disk }).catch((error: unknown) => error);
    return await look(plain, outcome);
  } finally {
    disk.close();
    plain.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

class Ended extends Error {}

describe.each(Object.entries(acts))('%s', (_, { run, done }) => {
  async function callsOf(root: string): Promise<number> {
    let calls = 0;
    const count = () => {
      calls++;
    };
    expect(await onCopy(root, count, run, (project) => done(project))).toBe(true);
    return calls;
  }

  it('that ends at any call is done whole or not at all, and can be done again', async () => {
    const root = await prepared();
    const calls = await callsOf(root);
    const outcomes = new Set<boolean>();
    for (let last = 0; last < calls; last++) {
      let passed = 0;
      const hook = () => {
        if (passed++ >= last) throw new Ended();
      };
      await onCopy(root, hook, run, async (project, outcome) => {
        expect(outcome).toBeInstanceOf(Ended);
        outcomes.add(done(project));
        if (!done(project)) await run(project);
        expect(done(project)).toBe(true);
      });
    }
    expect(outcomes).toEqual(new Set([false, true]));
  });

  it.each(['EIO', 'ENOSPC'])('that meets %s at any call is refused by a code that says what is so', async (code) => {
    const root = await prepared();
    const calls = await callsOf(root);
    for (let at = 0; at < calls; at++) {
      let passed = 0;
      const hook: SystemHook = (_call, path) => {
        if (passed++ === at) throw new DiskError(code, path);
      };
      const [outcome, isDone] = await onCopy(root, hook, run, (project, result) => [result, done(project)] as const);
      if (!(outcome instanceof Error)) {
        expect(isDone).toBe(true);
        continue;
      }
      expect(outcome).toBeInstanceOf(Refusal);
      expect((outcome as Refusal).code).toBe(isDone ? 'unconfirmed' : 'not_stored');
    }
  });
});
