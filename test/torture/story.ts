/** The one publication that the torture tests repeat: three updates, two deletions, two creations, one in new folders. */

import type { PublicationInput, PublicationItem } from '../../src/applier/stage.ts';
import { hashBytes, type Sha256 } from '../../src/base/index.ts';
import type { PurposePaper } from '../../src/contract/index.ts';
import { ModelDisk } from './model-disk.ts';

export const PATHS = [
  ['docs/u1.md', 'update'],
  ['docs/a/u2.toml', 'update'],
  ['docs/u3.md', 'update'],
  ['docs/d1.md', 'delete'],
  ['docs/a/d2.md', 'delete'],
  ['docs/c1.md', 'create'],
  ['docs/new/deep/c2.md', 'create'],
] as const;

export const APPLICATION = '.docforge/application';

export const oldText = (path: string): string => `old ${path}\n`;
export const newText = (path: string): string => `new ${path}\n`;

const sorted = (entries: [string, string][]): Record<string, string> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));

/** The files before and after, by path, sorted. */
export const OLD = sorted(PATHS.filter(([, kind]) => kind !== 'create').map(([path]) => [path, oldText(path)]));
export const NEW = sorted(PATHS.filter(([, kind]) => kind !== 'delete').map(([path]) => [path, newText(path)]));

export const HASH = `sha256:${'0'.repeat(64)}` as Sha256;

export function purposeOf(changeset: string, more: Partial<PurposePaper> = {}): PurposePaper {
  return {
    kind: 'apply',
    changeset,
    changeset_hash: HASH,
    applier: 'ann',
    approvals: [],
    reverts: null,
    generation_before: HASH,
    generation_after: HASH,
    ...more,
  };
}

const ITEMS: readonly PublicationItem[] = PATHS.map(([path, kind]) => ({
  path,
  before: kind === 'create' ? null : hashBytes(oldText(path)),
  bytes: kind === 'delete' ? null : Buffer.from(newText(path)),
}));

/** Fresh ids that count up from a number. */
export function countingIds(start = 0): () => string {
  let next = start;
  return () => (next++).toString(16).padStart(16, '0');
}

export function storyInput(more: Partial<PublicationInput> = {}): PublicationInput {
  return {
    id: 'feedfeedfeedfeed',
    created: '2026-01-01T00:00:00Z',
    purpose: purposeOf('story'),
    items: ITEMS,
    freshId: countingIds(0x1000),
    ...more,
  };
}

/** The story taken back: from the files after to the files before. */
export function rollbackInput(): PublicationInput {
  const items = PATHS.map(([path, kind]) => ({
    path,
    before: kind === 'delete' ? null : hashBytes(newText(path)),
    bytes: kind === 'create' ? null : Buffer.from(oldText(path)),
  }));
  const purpose = purposeOf('story', { kind: 'rollback', reverts: HASH });
  return storyInput({ id: 'bac0bac0bac0bac0', purpose, items });
}

/** A disk in memory with the files before; everything on it is durable. */
export function storyDisk(): ModelDisk {
  const disk = new ModelDisk();
  for (const [path, text] of Object.entries(OLD)) disk.replace(path, text);
  disk.settle();
  return disk;
}

/** Thrown by hooks in place of the end of the process. It has no code, so the protocol takes it for a bug and stops. */
export class Death extends Error {}

const DEATH = new Death('this process has ended');

/** A hook that lets `steps` calls pass and then ends the process: every later call dies too. */
export function mortal(steps: number): { hook: () => void; alive: () => boolean; steps: () => number } {
  let made = 0;
  let alive = true;
  return {
    alive: () => alive,
    steps: () => made,
    hook: () => {
      if (alive && made++ === steps) alive = false;
      if (!alive) throw DEATH;
    },
  };
}

/** Runs something that may die; `null` when it did. */
export async function unlessDead<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Death) return null;
    throw error;
  }
}

/** `old`, `new`, or `mixed`, over the files that nobody else touched. */
export function sideOf(files: Readonly<Record<string, string>>, touched: ReadonlySet<string> = new Set()): string {
  const side = (texts: Readonly<Record<string, string>>): boolean =>
    PATHS.every(([path]) => touched.has(path) || files[path] === texts[path]);
  return side(OLD) ? 'old' : side(NEW) ? 'new' : 'mixed';
}
