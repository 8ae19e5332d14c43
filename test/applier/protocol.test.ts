/** The protocol by itself, on the recorded system layer: what is flushed, in which order, and how often; and placement. */
import { describe, expect, it } from 'vitest';
import { goesForward, placementOf } from '../../src/applier/placement.ts';
import { parseFolderName } from '../../src/applier/places.ts';
import { publish } from '../../src/applier/publish.ts';
import type { PublicationItem } from '../../src/applier/stage.ts';
import { hashBytes } from '../../src/base/index.ts';
import { ModelDisk } from '../torture/model-disk.ts';
import { storyDisk, storyInput } from '../torture/story.ts';

interface Call {
  readonly call: string;
  readonly path: string;
  readonly other: string;
}

const short = (path: string): string =>
  path
    .replace('.docforge/application', 'APP')
    .replaceAll('feedfeedfeedfeed', 'ID')
    .replace(/\.[0-9a-f]{16}$/, '.FRESH');

/** Publishes on a disk whose state folders exist, and returns every call in order. */
async function record(disk: ModelDisk, items?: readonly PublicationItem[]): Promise<Call[]> {
  const first = storyInput({ id: '0000000000000000', items: [] });
  await publish(disk.system(), { ...first, purpose: { ...first.purpose, changeset: 'first' } });
  const calls: Call[] = [];
  const hook = (call: string, path: string, other = ''): void =>
    void calls.push({ call, path: short(path), other: short(other) });
  const end = await publish(disk.system({ hook }), storyInput(items === undefined ? {} : { items }));
  expect(end.outcome).toBe('committed');
  return calls;
}

const isFlush = ({ call }: Call): boolean => call === 'flushFile' || call === 'flushFolder';
const commitAt = (calls: readonly Call[]): number => calls.findIndex((row) => row.other.startsWith('APP/committed'));
/** Flushes up to and with the one that confirms the commit. */
const criticalOf = (calls: readonly Call[]): Call[] => calls.slice(0, commitAt(calls) + 2).filter(isFlush);

/** A disk with files `docs/dX/fN.md`, and the updates of all of them. */
function many(files: number, folders: number): { disk: ModelDisk; items: PublicationItem[] } {
  const disk = new ModelDisk();
  const items = Array.from({ length: files }, (_, index) => {
    const path = `docs/d${index % folders}/f${index}.md`;
    disk.replace(path, `old ${index}\n`);
    return { path, before: hashBytes(`old ${index}\n`), bytes: Buffer.from(`new ${index}\n`) };
  });
  disk.settle();
  return { disk, items };
}

describe('flushes', () => {
  it.each([
    [1, 1],
    [10, 1],
    [10, 10],
    [100, 7],
  ])('of %i files in %i folders are N + D + 6 up to the commit', async (files, folders) => {
    const { disk, items } = many(files, folders);
    expect(criticalOf(await record(disk, items))).toHaveLength(files + folders + 6);
  });

  it('are made in exactly this order', async () => {
    const calls = await record(storyDisk());
    const staging = 'APP/staging-ID';
    const announced = 'APP/transaction-ID.1';
    const order = calls
      .filter((row) => isFlush(row) || /rename|exchange|makeFolder|removeFolder|unlink/.test(row.call))
      .map((row) => [row.call, row.path, row.other].filter((word) => word !== '').join(' '));
    const commit = order.indexOf(`renameNoReplace ${announced} APP/committed-ID.1`);
    expect(order.slice(0, commit + 2)).toEqual([
      `makeFolder ${staging}`,
      `makeFolder ${staging}/slot.1`,
      ...['0001', '0002', '0004', '0005', '0006'].map((slot) => `flushFile ${staging}/slot.1/${slot}`),
      `flushFile ${staging}/journal.json`,
      `flushFolder ${staging}/slot.1`,
      `flushFolder ${staging}`,
      `renameNoReplace ${staging} ${announced}`,
      'flushFolder APP',
      'makeFolder docs/new',
      'flushFolder docs',
      'makeFolder docs/new/deep',
      'flushFolder docs/new',
      `renameNoReplace docs/a/d2.md ${announced}/slot.1/0000`,
      `exchange ${announced}/slot.1/0001 docs/a/u2.toml`,
      `renameNoReplace ${announced}/slot.1/0002 docs/c1.md`,
      `renameNoReplace docs/d1.md ${announced}/slot.1/0003`,
      `renameNoReplace ${announced}/slot.1/0004 docs/new/deep/c2.md`,
      `exchange ${announced}/slot.1/0005 docs/u1.md`,
      `exchange ${announced}/slot.1/0006 docs/u3.md`,
      'flushFolder docs/a',
      'flushFolder docs',
      'flushFolder docs/new/deep',
      `flushFolder ${announced}/slot.1`,
      `renameNoReplace ${announced} APP/committed-ID.1`,
      'flushFolder APP',
    ]);
  });

  it('after the commit: receipt before displaced bytes, all of it before the journal, and 2 for the folder itself', async () => {
    const calls = await record(storyDisk());
    const rest = calls.slice(commitAt(calls) + 2);
    const index = (test: (row: Call) => boolean): number => rest.findIndex(test);
    const receipt = index((row) => row.other.includes('/receipts/'));
    const object = index((row) => row.other.includes('/objects/'));
    const slotRemoved = index((row) => row.call === 'removeFolder' && row.path.includes('slot'));
    const journal = index((row) => row.call === 'unlink' && row.path.endsWith('journal.json'));
    const flushed = (path: RegExp): number => index((row) => row.call === 'flushFolder' && path.test(row.path));
    expect(receipt).toBeLessThan(object);
    expect(index((row) => row.call === 'flushFile' && row.path.includes('receipt'))).toBeLessThan(receipt);
    for (const path of [/receipts$/, /objects\/a1$/, /slot\.1$/]) {
      expect(flushed(path)).toBeGreaterThan(object);
      expect(flushed(path)).toBeLessThan(slotRemoved);
    }
    expect(flushed(/committed-ID\.1$/)).toBeGreaterThan(slotRemoved);
    expect(flushed(/committed-ID\.1$/)).toBeLessThan(journal);
    expect(rest.filter((row) => isFlush(row) && row.path.includes('committed-ID.1')).map((row) => row.path)).toEqual([
      'APP/committed-ID.1/receipt.FRESH',
      'APP/committed-ID.1/slot.1',
      'APP/committed-ID.1',
    ]);
  });

  it('of staged files are issued together, not one after the other', async () => {
    const { disk, items } = many(20, 2);
    const system = disk.system();
    let open = 0;
    let most = 0;
    const together = new Proxy(system, {
      get: (target, name: keyof typeof system) => {
        if (name !== 'flushFile') return target[name];
        return async (path: string) => {
          most = Math.max(most, ++open);
          await target.flushFile(path);
          open--;
        };
      },
    });
    expect((await publish(together, storyInput({ items }))).outcome).toBe('committed');
    expect(most).toBe(21);
  });
});

describe('publish', () => {
  it('refuses with nothing written when a target is not what it should be', async () => {
    const cases: [string, (disk: ModelDisk) => unknown, string][] = [
      ['docs/u1.md', (disk) => disk.replace('docs/u1.md', 'edited\n'), 'stale'],
      ['docs/d1.md', (disk) => disk.remove('docs/d1.md'), 'stale'],
      ['docs/c1.md', (disk) => disk.replace('docs/c1.md', 'there\n'), 'occupied'],
      ['docs/u3.md', (disk) => disk.openForWriting('docs/u3.md'), 'open_writer'],
    ];
    for (const [path, change, reason] of cases) {
      const disk = storyDisk();
      change(disk);
      const before = disk.texts();
      const end = await publish(disk.system(), storyInput());
      expect(end).toMatchObject({ outcome: 'refused', cause: { reason, path } });
      expect(disk.texts()).toEqual(before);
      expect(disk.names('.docforge')).toEqual([]);
    }
  });

  it('rolls back when verify says no, or cannot answer', async () => {
    for (const verify of [async () => 'not the approved graph', () => Promise.reject(new Error('no answer'))]) {
      const disk = storyDisk();
      const before = disk.texts();
      const seen: Record<string, string>[] = [];
      const ask = (): Promise<string | null> => {
        seen.push(disk.texts('docs'));
        return verify();
      };
      const end = await publish(disk.system(), storyInput({ verify: ask }));
      expect(end).toMatchObject({ outcome: 'rolled_back', cause: { reason: 'rejected' }, receipt: null });
      expect(seen[0]).toMatchObject({ 'docs/u1.md': 'new docs/u1.md\n' });
      expect(disk.texts()).toEqual(before);
      expect(disk.names('docs')).toEqual(['a', 'd1.md', 'u1.md', 'u3.md']);
      expect(disk.names('.docforge/application')).toEqual([]);
    }
  });

  it('does not publish beside another announced transaction', async () => {
    const disk = storyDisk();
    disk.replace('.docforge/application/transaction-abadabadabadabad.1/journal.json', 'x');
    const end = await publish(disk.system(), storyInput());
    expect(end).toMatchObject({ outcome: 'rolled_back', cause: { reason: 'busy' } });
    expect(disk.names('.docforge/application')).toEqual(['transaction-abadabadabadabad.1']);
  });

  it('takes effect at most once', async () => {
    const disk = storyDisk();
    expect((await publish(disk.system(), storyInput())).receipt?.sequence).toBe(1);
    const items = [{ path: 'docs/u1.md', before: hashBytes('new docs/u1.md\n'), bytes: Buffer.from('newer\n') }];
    const again = await publish(disk.system(), storyInput({ id: 'abadabadabadabad', items }));
    expect(again).toMatchObject({ outcome: 'rolled_back', cause: { reason: 'already_applied' } });
    expect(disk.names('.docforge/receipts')).toEqual(['000001.json']);
  });
});

describe('placement', () => {
  const before = hashBytes('before');
  const after = hashBytes('after');
  const other = hashBytes('other');
  const update = { path: 'a', before, after, mode: 0 };
  const create = { path: 'a', before: null, after, mode: 0 };
  const remove = { path: 'a', before, after: null, mode: 0 };

  it.each([
    [update, after, before, 'unpublished'],
    [update, after, other, 'unpublished_edited'],
    [update, after, null, 'unpublished_edited'],
    [update, before, after, 'published'],
    [update, other, after, 'published_over_edit'],
    [update, before, other, 'published_edited'],
    [update, other, other, 'published_both'],
    [update, null, before, 'unpublished'],
    [update, null, after, 'displaced_missing'],
    [create, after, null, 'unpublished'],
    [create, after, other, 'unpublished_edited'],
    [create, null, after, 'published'],
    [create, null, other, 'published_edited'],
    [create, null, null, 'created_missing'],
    [create, other, null, 'taken'],
    [create, other, other, 'published_both'],
    [remove, null, before, 'unpublished'],
    [remove, null, other, 'unpublished_edited'],
    [remove, before, null, 'published'],
    [remove, other, null, 'published_over_edit'],
    [remove, before, other, 'published_edited'],
    [remove, other, other, 'published_both'],
  ] as const)('%#: slot and path give one answer', (item, slot, target, expected) => {
    expect(placementOf(item, slot, target)).toBe(expected);
  });

  it('goes forward only when every edit came after', () => {
    expect(goesForward(['published', 'unpublished'])).toBe(false);
    expect(goesForward(['published', 'published_edited', 'unpublished', 'created_missing'])).toBe(true);
    expect(goesForward(['published_edited', 'unpublished_edited'])).toBe(false);
    expect(goesForward(['published_edited', 'published_over_edit'])).toBe(false);
  });
});

describe('names of folders', () => {
  it('tell the state, and nothing else is one of ours', () => {
    expect(parseFolderName('staging-0123456789abcdef')).toEqual({ state: 'staging', id: '0123456789abcdef' });
    expect(parseFolderName('aborted-0123456789abcdef.12')).toEqual({
      state: 'aborted',
      id: '0123456789abcdef',
      epoch: 12,
    });
    for (const name of [
      'rescued',
      'retired',
      'transaction-0123456789abcdef',
      'committed-x.1',
      'aborted-0123456789abcdef.0',
    ]) {
      expect(parseFolderName(name)).toBeNull();
    }
  });
});
