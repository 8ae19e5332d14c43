/** Files that are read ahead, in threads or not, give the image that reading one by one gives. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildImage } from '../../src/store/build-image.ts';
import { BatchReader } from '../../src/store/read-batch.ts';
import { scanSources } from '../../src/store/scan-sources.ts';
import { loadSnapshot } from '../../src/store/snapshot.ts';
import { writeCorpus } from '../bench/corpus.ts';
import { imageOf, makeFolder, makeProject } from './fixture.ts';
import { SMALL } from './sample.ts';

it('words that were counted while files were read', async () => {
  const project = makeProject(SMALL);
  const snapshot = await loadSnapshot(project);
  const { files } = scanSources(project);
  const counted = [files.slice(0, 2), files.slice(2)].map((part) => {
    const reader = new BatchReader(project.disk, project.source_bytes_max);
    for (const file of part) expect(reader.read(file)).toMatchObject({ path: file.path });
    return reader.finish();
  });
  const plain = await buildImage(project, snapshot, { bodyOf: snapshot.bodyBytes });
  const nobody = () => {
    throw new Error('a body was asked for');
  };
  const ahead = await buildImage(project, snapshot, { bodyOf: nobody, counted });
  expect(Buffer.from(ahead.bytes).equals(Buffer.from(plain.bytes))).toBe(true);
});

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const REFRESH = `
  const [dist, root] = process.argv.slice(1);
  const { openProject } = await import(dist + 'project/index.js');
  const { refreshIndex } = await import(dist + 'store/index.js');
  const project = openProject(root, { exact: true });
  console.log((await refreshIndex(project)).extracted);
`;

/** Threads are started only by the built program. */
it.skipIf(!existsSync(`${DIST}store/source-worker.js`))('threads', () => {
  const refresh = (root: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', REFRESH, DIST, root]);
    expect(stderr.toString()).toBe('');
    return Number(stdout.toString());
  };
  const descriptor = `schema_version = 1\n[project]\nid = "p"\ntitle = "P"\n[[families]]\nid = "page"\n`;
  const [atOnce, inSteps] = [makeFolder({}, descriptor), makeFolder({}, descriptor)];
  writeCorpus(atOnce, 900, 300);
  expect(refresh(atOnce)).toBe(900);
  writeCorpus(inSteps, 500, 300);
  expect(refresh(inSteps)).toBe(500);
  writeCorpus(inSteps, 900, 300);
  expect(refresh(inSteps)).toBe(400);
  expect(imageOf(atOnce).equals(imageOf(inSteps))).toBe(true);
});
