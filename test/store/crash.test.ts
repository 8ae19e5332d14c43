/** Stopped at any step of publication, the index is old, new, or named as damaged; the next refresh is whole again. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import { DiskError, openDisk, type SystemHook } from '../../src/disk/index.ts';
import { openIndex, refreshIndex, verifyIndex } from '../../src/store/index.ts';
import { copyFolder, INDEX, imageOf, makeFolder, openAt } from './fixture.ts';
import { page, put, SMALL } from './sample.ts';

/** A project with an index of an earlier state, and the files of a later one. */
async function midway(): Promise<{ root: string; before: Buffer; after: Buffer }> {
  const root = makeFolder(SMALL);
  await refreshIndex(openAt(root));
  const before = imageOf(root);
  put(root, 'docs/a.md', page('a', '# Alpha\n\nChanged.'));
  put(root, 'docs/new.md', page('new', 'New.'));
  const fresh = openAt(copyFolder(root));
  await refreshIndex(fresh);
  return { root, before, after: imageOf(fresh.root) };
}

/** Puts the derived files back as they were, so that each step starts from the same state. */
function keepIndex(root: string): () => void {
  const kept = copyFolder(root);
  cpSync(join(root, INDEX), join(kept, 'kept'), { recursive: true });
  return () => {
    for (const name of readdirSync(join(root, INDEX))) {
      if (!existsSync(join(kept, 'kept', name))) continue;
      cpSync(join(kept, 'kept', name), join(root, INDEX, name), { recursive: true, force: true });
    }
  };
}

async function expectWhole(root: string, before: Buffer, after: Buffer, step: string): Promise<void> {
  const standing = imageOf(root);
  expect(standing.equals(before) || standing.equals(after), `${step}: a torn image`).toBe(true);
  const project = openAt(root);
  const index = await openIndex(project);
  expect(index.rows('select node_id from node order by node_id').flat(), step).toEqual([
    'a',
    'b',
    'c',
    'new',
    'r1',
    'r2',
  ]);
  for (const [number] of index.rows('select id from node')) index.bodyOf(number as number);
  index.close();
  expect(imageOf(root).equals(after), step).toBe(true);
  expect((await verifyIndex(project, { deep: true })).ok, step).toBe(true);
}

async function refreshWith(root: string, hook: SystemHook): Promise<string> {
  const disk = openDisk(root, { hook });
  try {
    const report = await refreshIndex({ ...openAt(root), disk });
    return report.degraded.length > 0 ? 'degraded' : 'whole';
  } catch (error) {
    return error instanceof Refusal ? error.code : 'stopped';
  } finally {
    disk.close();
  }
}

describe('a refresh that stops at any call', () => {
  it('by a failing disk: refused before the image, degraded after it', async () => {
    const { root, before, after } = await midway();
    const restore = keepIndex(root);
    const outcomes: string[] = [];
    for (let step = 0; ; step++) {
      restore();
      let left = step;
      const outcome = await refreshWith(root, (_call, path) => {
        if (left-- === 0) throw new DiskError('ENOSPC', path);
      });
      outcomes.push(outcome);
      if (left >= 0) break;
      await expectWhole(root, before, after, `step ${step} (${outcome})`);
    }
    expect(new Set(outcomes)).toEqual(new Set(['disk_failed', 'degraded', 'whole']));
    expect(outcomes.indexOf('degraded')).toBeGreaterThan(outcomes.indexOf('disk_failed'));
  });

  it('by an error that nobody expects', async () => {
    const { root, before, after } = await midway();
    const restore = keepIndex(root);
    for (let step = 0; ; step += 3) {
      restore();
      let left = step;
      await refreshWith(root, () => {
        if (left-- === 0) throw new Error('stopped here');
      });
      if (left >= 0) break;
      await expectWhole(root, before, after, `step ${step}`);
    }
  });

  it('by SIGKILL', async () => {
    const { root, before, after } = await midway();
    const restore = keepIndex(root);
    const child = fileURLToPath(new URL('kill-child.ts', import.meta.url));
    for (const step of [1, 9, 17, 22, 26, 31]) {
      restore();
      const { signal, status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', child, root, String(step)]);
      expect([signal, status], stderr.toString()).toEqual(['SIGKILL', null]);
      await expectWhole(root, before, after, `killed at ${step}`);
    }
  });
});

describe('two refreshes at once', () => {
  it('both succeed and leave the same image', async () => {
    const { root, after } = await midway();
    const projects = Array.from({ length: 4 }, () => openAt(root));
    const reports = await Promise.all(projects.map((project) => refreshIndex(project)));
    expect(new Set(reports.map((report) => report.generation)).size).toBe(1);
    expect(imageOf(root).equals(after)).toBe(true);
    expect(readFileSync(join(root, INDEX, 'attestation.json')).length).toBeGreaterThan(0);
  });
});
