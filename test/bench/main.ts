/**
 * `npm run bench -- [--corpus DIR] [--pages N] [--rounds N] [--growth]`: what each step costs as a ratio to a floor or a
 * peer that is measured in the same run. A corpus is copied; a synthetic one is written when none is named.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { measureApply } from './apply.ts';
import { writeCorpus } from './corpus.ts';
import { compare, runOnce, type Sample } from './measure.ts';
import { measureQueries } from './queries.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = join(ROOT, 'dist/cli/main.js');

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    growth: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const scratch = mkdtempSync(join(tmpdir(), 'docforge-bench-'));

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly ratio: string;
  readonly goal: string;
}
const rows: Row[] = [];
const row = (what: string, figure: string, ratio: number | string, goal: string): void => {
  rows.push({ what, figure, ratio: typeof ratio === 'number' ? ratio.toFixed(2) : ratio, goal });
};
const cost = (s: Sample): string =>
  `${s.wall_ms.toFixed(0)} ms, ${s.cpu_ms.toFixed(0)} ms CPU, ${s.peak_mb.toFixed(0)} MB`;
const versus = (a: Sample, b: Sample): string => `${cost(a)} | ${cost(b)}`;

/** The floor as plain JavaScript, so that no loader is measured with it. */
function compileFloor(): string {
  const source = readFileSync(new URL('./floor.ts', import.meta.url), 'utf8');
  const target = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const folder = join(ROOT, 'node_modules/.cache/docforge-bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'floor.mjs');
  writeFileSync(path, ts.transpileModule(source, { compilerOptions: target }).outputText);
  return path;
}

function prepare(name: string, pages: number): string {
  const root = join(scratch, name);
  mkdirSync(root, { recursive: true });
  if (values.corpus && name === 'main') {
    cpSync(values.corpus, root, { recursive: true, filter: (path) => !/\/\.(git|docforge)(\/|$)/.test(path) });
  } else {
    writeCorpus(root, pages);
  }
  runOnce({ name: 'init', args: [PROGRAM, 'init', '--adopt', root, '--yes'] });
  return root;
}

function sizeOf(root: string): { files: number; bytes: number } {
  const pages = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return { files: pages.length, bytes: pages.reduce((sum, size) => sum + size, 0) };
}

function measureBuild(root: string, floor: string, bytes: number): Sample {
  const index = join(root, '.docforge/index');
  const [ours, bare] = compare(
    [
      {
        name: 'cold build',
        args: [PROGRAM, 'index', 'build', '--project', root],
        before: () => rmSync(index, { recursive: true, force: true }),
      },
      { name: 'floor', args: [floor, 'build', root, join(scratch, 'floor.db')] },
    ],
    rounds,
  ) as [Sample, Sample];
  row('cold index build | floor', versus(ours, bare), ours.wall_ms / bare.wall_ms, '<= 1.5');
  row('  CPU', '', ours.cpu_ms / bare.cpu_ms, '');
  row(
    '  peak memory | corpus',
    `${ours.peak_mb.toFixed(0)} MB | ${(bytes / 1e6).toFixed(1)} MB`,
    (ours.peak_mb * 1.048_576e6) / bytes,
    '<= 4',
  );
  return ours;
}

function measureNothing(root: string, floor: string): Sample {
  const [ours, byStat, byHash] = compare(
    [
      { name: 'no-op', args: [PROGRAM, 'index', 'build', '--project', root] },
      { name: 'stat floor', args: [floor, 'stat', root, join(scratch, 'stat.json')] },
      { name: 're-hash floor', args: [floor, 'rehash', root, join(scratch, 'hash.json')] },
    ],
    rounds,
  ) as [Sample, Sample, Sample];
  row('nothing changed, by stat | stat floor', versus(ours, byStat), ours.wall_ms / byStat.wall_ms, '<= 1.25');
  const [deep, hashed] = compare(
    [
      { name: 'verify', args: [PROGRAM, 'index', 'verify', '--project', root] },
      { name: 're-hash floor', args: [floor, 'rehash', root, join(scratch, 'hash.json')] },
    ],
    rounds,
  ) as [Sample, Sample];
  row('index verify | re-hash floor', versus(deep, hashed), deep.wall_ms / hashed.wall_ms, '<= 1.3');
  row('nothing changed, by stat | re-hash floor', versus(ours, byHash), ours.wall_ms / byHash.wall_ms, '');
  return ours;
}

function measureEdit(root: string, cold: Sample, nothing: Sample): void {
  const page = readdirSync(root, { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.parentPath.includes('/.'),
  )!;
  const path = join(page.parentPath, page.name);
  const text = readFileSync(path, 'utf8');
  const [edit] = compare(
    [
      {
        name: 'one edit',
        args: [PROGRAM, 'index', 'build', '--project', root],
        before: (round) => writeFileSync(path, `${text}\nEdited ${round}.\n`),
      },
    ],
    rounds,
  ) as [Sample];
  writeFileSync(path, text);
  row('one file edited | cold', versus(edit, cold), edit.wall_ms / cold.wall_ms, '<= 0.12');
  row('  above no-op', `${(edit.wall_ms - nothing.wall_ms).toFixed(0)} ms`, '', '<= 300 ms');
}

function measureStart(root: string, word: string): void {
  const [answer, bare] = compare(
    [
      { name: 'search', args: [PROGRAM, 'search', word, '--project', root] },
      { name: 'node', args: ['-e', '0'] },
    ],
    Math.max(rounds, 5),
  ) as [Sample, Sample];
  row('fresh process to first answer | node -e 0', versus(answer, bare), answer.wall_ms / bare.wall_ms, '');
  row('  peak memory', `${answer.peak_mb.toFixed(0)} MB`, '', '<= 130 MB');
}

function measureGrowth(): void {
  const cold = [5_000, 50_000].map((pages) => {
    const root = prepare(`grow-${pages}`, pages);
    rmSync(join(root, '.docforge/index'), { recursive: true, force: true });
    return runOnce({ name: 'cold', args: [PROGRAM, 'index', 'build', '--project', root] });
  }) as [Sample, Sample];
  row('growth 5,000 -> 50,000 pages, time', versus(cold[1], cold[0]), cold[1].wall_ms / cold[0].wall_ms, '<= 7.5');
  row('  memory', '', cold[1].peak_mb / cold[0].peak_mb, '<= 5');
}

function print(): void {
  const widths = [...(['what', 'figure', 'ratio'] as const)].map((key) => Math.max(...rows.map((r) => r[key].length)));
  for (const r of rows) {
    process.stdout.write(
      `${r.what.padEnd(widths[0]!)}  ${r.figure.padEnd(widths[1]!)}  ${r.ratio.padStart(widths[2]!)}  ${r.goal}\n`,
    );
  }
}

try {
  const floor = compileFloor();
  const root = prepare('main', Number(values.pages));
  const size = sizeOf(root);
  process.stdout.write(
    `${values.corpus ? 'corpus' : 'synthetic'}: ${size.files} pages, ${(size.bytes / 1e6).toFixed(1)} MB, ${rounds} rounds\n\n`,
  );
  const cold = measureBuild(root, floor, size.bytes);
  const nothing = measureNothing(root, floor);
  measureEdit(root, cold, nothing);
  const image = statSync(join(root, '.docforge/index/image.sqlite')).size;
  row(
    'image | corpus',
    `${(image / 1e6).toFixed(1)} MB | ${(size.bytes / 1e6).toFixed(1)} MB`,
    image / size.bytes,
    '<= 0.36',
  );
  measureStart(root, 'configuration');
  for (const result of await measureQueries(root)) row(result.what, result.figure, result.ratio, result.goal);
  for (const result of await measureApply(scratch)) row(result.what, result.figure, result.ratio, result.goal);
  if (values.growth) measureGrowth();
  print();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
