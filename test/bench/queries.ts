/** Warm queries in one process: words taken from the corpus itself, beside ripgrep when it is installed. */
import { spawnSync } from 'node:child_process';
import { openProject } from '../../src/project/index.ts';
import { listNodes, neighbors, searchNodes } from '../../src/query/index.ts';
import { openIndex } from '../../src/store/index.ts';
import { randomStream } from './corpus.ts';
import { percentile } from './measure.ts';

export interface Measured {
  readonly what: string;
  readonly figure: string;
  readonly ratio: number | string;
  readonly goal: string;
}

const QUERIES = 40;

function timed(work: () => void): number {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

const spread = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms`;

/** Two words of one title each, so that every query has an answer; the same for the same corpus. */
function queriesOf(titles: readonly string[]): string[] {
  const random = randomStream(11);
  const words = titles.map((title) => title.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((list) => list.length >= 2);
  return Array.from({ length: QUERIES }, () => {
    const list = words[Math.floor(random() * words.length)]!;
    return `${list[Math.floor(random() * list.length)]} ${list[Math.floor(random() * list.length)]}`;
  });
}

export async function measureQueries(root: string): Promise<Measured[]> {
  const project = openProject(root, { exact: true });
  const index = await openIndex(project, { refresh: false });
  const nodes = listNodes(index, { limit: 1_000 }).nodes;
  const queries = queriesOf(nodes.map((node) => node.title));
  for (const text of queries) searchNodes(index, { text });
  const search = queries.map((text) => timed(() => searchNodes(index, { text, limit: 20 })));
  const around = nodes.slice(0, 200).map(({ id }) => timed(() => neighbors(index, id, { depth: 2 })));
  index.close();
  project.close();
  const results: Measured[] = [
    { what: `warm search, ${QUERIES} queries of two words`, figure: spread(search), ratio: '', goal: '' },
    { what: 'neighbors --depth 2', figure: spread(around), ratio: '', goal: 'p95 <= 5 ms' },
  ];
  if (spawnSync('rg', ['--version']).status === 0) {
    const peer = queries.slice(0, 10).map((text) => timed(() => spawnSync('rg', ['-liw', text.split(' ')[0]!, root])));
    results.push({
      what: 'warm search | ripgrep, one word, no index',
      figure: `${spread(search)} | ${spread(peer)}`,
      ratio: percentile(search, 0.5) / percentile(peer, 0.5),
      goal: '',
    });
  }
  return results;
}
