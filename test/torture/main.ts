/** `npm run torture -- --seed N [--short] [--only TEXT]`: runs the list and prints its table. Exit 1 when any is bad. */
import { parseArgs } from 'node:util';
import type { TortureResult } from './result.ts';
import { rows, type TortureRow } from './rows.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes a whole number');

const WIDTHS = [46, 16, 8, 10] as const;

function line(...cells: readonly string[]): string {
  return cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join('  ');
}

async function run(row: TortureRow): Promise<TortureResult> {
  try {
    return await row.run(values.short ? row.short : row.full, seed);
  } catch (error) {
    return {
      runs: 0,
      bad: 1,
      seen: {},
      examples: [error instanceof Error ? (error.stack ?? error.message) : `${error}`],
    };
  }
}

let bad = 0;
let runs = 0;
const chosen = rows.filter((row) => row.name.includes(values.only));
const begun = performance.now();
console.log(`seed ${seed}, ${values.short ? 'short' : 'full'}, Node ${process.version}, ${process.platform}`);
console.log(line('test', 'size', 'bad', 'seconds', 'seen'));
for (const row of chosen) {
  const start = performance.now();
  const result = await run(row);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const size = row.counts === 'runs' || row.counts === 'whole' ? `${result.runs} runs` : sizeOf(row, result);
  const seen = Object.entries(result.seen).map(([name, count]) => `${name} ${count}`);
  console.log(line(row.name, size, String(result.bad), seconds, seen.join(', ')));
  for (const example of result.examples) console.log(`    ${example}`);
  bad += result.bad;
  runs += result.runs;
}
const total = ((performance.now() - begun) / 1000).toFixed(0);
console.log(`${chosen.length} tests, ${runs} runs, ${bad} bad, seed ${seed}, ${total} s`);
process.exitCode = bad > 0 ? 1 : 0;

function sizeOf(row: TortureRow, result: TortureResult): string {
  return `${values.short ? row.short : row.full} ${row.counts}, ${result.runs}`;
}
