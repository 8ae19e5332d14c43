/** The index follows the files, from whatever stood there before, and gives the same bytes. */
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/index.ts';
import {
  indexStatus,
  loadSnapshot,
  openIndex,
  projectSnapshot,
  refreshIndex,
  verifyIndex,
} from '../../src/store/index.ts';
import { copyFolder, INDEX, imageOf, makeFolder, makeProject, openAt } from './fixture.ts';
import { page, put, SMALL, VAULT } from './sample.ts';

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
}

describe('a build', () => {
  it('gives equal bytes twice, in two folders and whatever the order of files on disk', async () => {
    const one = makeFolder(SMALL);
    const two = makeFolder(Object.fromEntries(Object.entries(SMALL).reverse()));
    await refreshIndex(openAt(one));
    await refreshIndex(openAt(two));
    expect(imageOf(two).equals(imageOf(one))).toBe(true);
  });

  it('attests what it built and passes its own deep verification', async () => {
    const project = makeProject(SMALL);
    const report = await refreshIndex(project);
    expect(report).toMatchObject({
      outcome: 'published',
      files: 4,
      read: 4,
      extracted: 4,
      rejected: null,
      degraded: [],
    });
    expect(report.rows).toMatchObject({ node: 5, file: 4, edge: 5, tag: 1 });
    const verification = await verifyIndex(project, { deep: true });
    expect(verification.checks.map(({ name, reason }) => [name, reason])).toEqual(
      ['attestation', 'integrity', 'identity', 'rows', 'text', 'sources', 'bytes', 'packs'].map((name) => [name, '']),
    );
  });

  it('holds no body in the image and every body in a pack', async () => {
    const project = makeProject(SMALL);
    await refreshIndex(project);
    expect(imageOf(project.root).includes('The first page links')).toBe(false);
    const folder = join(project.root, INDEX, 'bodies');
    const packs = readdirSync(folder).filter((name) => name.endsWith('.pack'));
    expect(packs.some((name) => readFileSync(join(folder, name)).includes('The first page links'))).toBe(true);
  });

  it('does nothing when nothing moved, and reads nothing once files are old enough', async () => {
    const root = makeFolder(SMALL);
    for (const path of Object.keys(SMALL)) utimesSync(join(root, path), 1_000_000, 1_000_000);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const project = openAt(root);
    await refreshIndex(project);
    const before = statSync(join(root, INDEX, 'image.sqlite'), { bigint: true });
    expect(await refreshIndex(project)).toMatchObject({ outcome: 'current', read: 0 });
    expect(statSync(join(root, INDEX, 'image.sqlite'), { bigint: true }).mtimeNs).toBe(before.mtimeNs);
    expect((await indexStatus(project)).state).toBe('current');
  });

  it('notices an edit of equal size within the grain of the clock', async () => {
    const project = makeProject(SMALL);
    for (let i = 0; i < 20; i++) {
      put(project.root, 'docs/b.md', SMALL['docs/b.md']!.replace('second', `sec${String(i).padStart(3, '0')}`));
      const { generation } = await refreshIndex(project);
      expect(generation).toBe((await loadSnapshot(project)).generation);
      expect(
        (await loadSnapshot(project)).bodyOf([...(await loadSnapshot(project)).graph.nodes.values()][1]!),
      ).toContain(`sec${String(i).padStart(3, '0')}`);
    }
  });
});

describe('a refresh', () => {
  it('takes unchanged files from the cache and equals a full build', async () => {
    const project = makeProject(SMALL);
    await refreshIndex(project);
    put(project.root, 'docs/a.md', page('a', '# Alpha\n\nRewritten.'));
    renameSync(join(project.root, 'docs/sub/c.md'), join(project.root, 'docs/c.md'));
    put(project.root, 'docs/d.md', page('d', 'New.'));
    const report = await refreshIndex(project);
    expect(report).toMatchObject({ outcome: 'published', extracted: 2 });
    const fresh = openAt(copyFolder(project.root));
    await refreshIndex(fresh);
    expect(imageOf(project.root).equals(imageOf(fresh.root))).toBe(true);
  });

  it('publishes no image when only the time of a file moved', async () => {
    const project = makeProject(SMALL);
    await refreshIndex(project);
    utimesSync(join(project.root, 'docs/a.md'), 2_000_000, 2_000_000);
    expect(await refreshIndex(project)).toMatchObject({ outcome: 'current', extracted: 0 });
  });

  it('sees a link to a file that comes and goes', async () => {
    const project = makeProject({ 'docs/a.md': page('a', '![picture](shot.png)') });
    const rows = async () => (await refreshIndex(project)).rows.problem;
    expect(await rows()).toBe(1);
    put(project.root, 'docs/shot.png', 'x');
    expect(await rows()).toBe(0);
    rmSync(join(project.root, 'docs/shot.png'));
    expect(await rows()).toBe(1);
  });

  it('follows the descriptor', async () => {
    const root = makeFolder(SMALL);
    await refreshIndex(openAt(root));
    const path = join(root, '.docforge/project.toml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('toml = ["docs/**/*.toml"]', 'toml = []'));
    const project = openAt(root);
    expect((await refreshIndex(project)).rows.node).toBe(3);
    expect((await verifyIndex(project, { deep: true })).ok).toBe(true);
  });

  it('reads a vault as it is', async () => {
    const project = makeProject({ 'one.md': '# One\n\n[two](sub/two.md)', 'sub/two.md': 'Two.' }, VAULT);
    expect((await refreshIndex(project)).rows).toMatchObject({ node: 2, edge: 1 });
  });

  it('keeps going when the file of a page is a folder', async () => {
    const project = makeProject({
      'docs/release.md/notes.md': page('notes', 'Notes.'),
      'docs/release.md/shot.png': 'x',
      'docs/nodes.toml/readme.txt': 'x',
      'docs/other.md': page('other', '[notes](release.md/notes.md) ![shot](release.md/shot.png)'),
    });
    expect((await refreshIndex(project)).rows).toMatchObject({ node: 2, problem: 0, edge: 1 });
  });

  it('names bytes that are not UTF-8 and reads the rest', async () => {
    const latin = Buffer.from(page('alt', 'Caf\u00e9.'), 'latin1');
    const project = makeProject({ 'docs/alt.md': latin, 'docs/neu.md': page('neu', 'New.') });
    const snapshot = await loadSnapshot(project);
    expect([...snapshot.graph.nodes.keys()]).toEqual(['neu']);
    expect(snapshot.problems.map(({ code, file }) => [code, file])).toEqual([['invalid_utf8', 'docs/alt.md']]);
  });

  it.skipIf(process.getuid?.() === 0)('refuses what it cannot read, names it, and keeps the index', async () => {
    const project = makeProject(SMALL);
    await refreshIndex(project);
    const before = imageOf(project.root);
    for (const path of ['docs/a.md', 'docs/sub']) {
      chmodSync(join(project.root, path), 0);
      expect(await codeOf(refreshIndex(project))).toBe('source_unreadable');
      expect(await codeOf(loadSnapshot(project))).toBe('source_unreadable');
      chmodSync(join(project.root, path), 0o755);
    }
    expect(imageOf(project.root).equals(before)).toBe(true);
    expect((await refreshIndex(project)).outcome).toBe('current');
  });

  it('never takes a file that is too large for one that was deleted', async () => {
    const root = makeFolder(SMALL);
    await refreshIndex(openAt(root));
    const before = imageOf(root);
    const path = join(root, '.docforge/project.toml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n[limits]\nsource_bytes = 100\n`);
    expect(await codeOf(refreshIndex(openAt(root)))).toBe('source_unreadable');
    expect(imageOf(root).equals(before)).toBe(true);
  });
});

describe('a generation', () => {
  it('may not have two contents', async () => {
    const project = makeProject(SMALL);
    await refreshIndex(project);
    const path = join(project.root, INDEX, 'sources.json');
    const text = readFileSync(path, 'utf8');
    const { body } = JSON.parse(text) as { body: { generation: string } };
    const forged = JSON.stringify({ ...body, generation: `sha256:${'0'.repeat(64)}` });
    const { hashBytes } = await import('../../src/base/index.ts');
    writeFileSync(path, `{"hash":"${hashBytes(forged)}","body":${forged}}`);
    expect(await codeOf(refreshIndex(project))).toBe('generation_collision');
  });

  it('stays readable with its bodies while the files go on', async () => {
    const project = makeProject(SMALL);
    const pinned = await openIndex(project);
    const number = pinned.row('select id from node where node_id = ?', ['a'])![0] as number;
    put(project.root, 'docs/a.md', page('a', 'Other.'));
    await refreshIndex(project);
    expect(pinned.bodyOf(number)).toContain('The first page links');
    pinned.close();
  });
});

describe('a snapshot', () => {
  it('writes nothing and equals the index', async () => {
    const project = makeProject(SMALL);
    const snapshot = await loadSnapshot(project);
    expect(readdirSync(join(project.root, '.docforge'))).toEqual(['project.toml']);
    expect((await refreshIndex(project)).generation).toBe(snapshot.generation);
    expect((await loadSnapshot(project)).source_hash).toBe(snapshot.source_hash);
  });

  it('projects changes to what the files would give', async () => {
    const project = makeProject(SMALL);
    const snapshot = await loadSnapshot(project);
    const bytes = Buffer.from(page('e', '[a](../a.md)'));
    const projected = projectSnapshot(
      snapshot,
      new Map<string, Uint8Array | null>([
        ['docs/sub/c.md', null],
        ['docs/new/e.md', bytes],
        ['docs/shot.png', Buffer.from('x')],
      ]),
    );
    rmSync(join(project.root, 'docs/sub'), { recursive: true });
    put(project.root, 'docs/new/e.md', bytes);
    put(project.root, 'docs/shot.png', 'x');
    const after = await loadSnapshot(project);
    expect(projected.generation).toBe(after.generation);
    expect(projected.source_hash).toBe(after.source_hash);
    expect(projected.problems).toEqual(after.problems);
    expect(projected.bodyOf(projected.graph.nodes.get('e' as never)!)).toBe(
      after.bodyOf(after.graph.nodes.get('e' as never)!),
    );
    expect(projected.bodyOf(projected.graph.nodes.get('a' as never)!)).toContain('The first page links');
  });

  it('hands out only the bytes it saw', async () => {
    const project = makeProject(SMALL);
    const snapshot = await loadSnapshot(project);
    put(project.root, 'docs/a.md', page('a', 'Other.'));
    const node = snapshot.graph.nodes.get('a' as never)!;
    expect(() => snapshot.bytesOf(node.path)).toThrow(/changed after it was read/);
    expect(() => snapshot.bodyOf(node)).toThrow(/changed after it was read/);
  });
});
