/**
 * Several processes that publish into one project without any lock, killed at random moments; and editors who save the
 * same files meanwhile. At the end each mark stands in all its files or in none, each that was reported committed stands
 * in all and has one receipt, and no mark of an editor is gone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLedger } from '../../src/applier/ledger.ts';
import { recover } from '../../src/applier/recover.ts';
import { seededRandom } from './random.ts';
import { RealWorld } from './real-world.ts';
import { Tally, type TortureResult } from './result.ts';
import { APPLICATION, countingIds } from './story.ts';

const FILES = 8;

function start(script: string, ...given: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(`./${script}.ts`, import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', path, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
}

const ended = (child: ChildProcess): Promise<string | null> =>
  new Promise((resolve) =>
    child.on('close', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit ${code}`))),
  );

/** Four publishers for `size` seconds, each killed and started again at random moments. */
export function publishersWithoutLock(size: number, seed: number): Promise<TortureResult> {
  return chaos({ seconds: size, seed, publishers: 4, editors: 0 });
}

/** Two publishers and three editors of the same files for `size` seconds. */
export function publishersAndEditors(size: number, seed: number): Promise<TortureResult> {
  return chaos({ seconds: size, seed, publishers: 2, editors: 3 });
}

interface Chaos {
  readonly seconds: number;
  readonly seed: number;
  readonly publishers: number;
  readonly editors: number;
}

async function chaos({ seconds, seed, publishers, editors }: Chaos): Promise<TortureResult> {
  const tally = new Tally();
  const world = new RealWorld();
  const random = seededRandom(seed);
  try {
    fs.rmSync(join(world.root, 'docs'), { recursive: true });
    fs.mkdirSync(join(world.root, 'docs'));
    for (let i = 0; i < FILES; i++) fs.writeFileSync(join(world.root, `docs/f${i}.md`), 'base\n');
    const running = new Set<ChildProcess>();
    let over = false;
    const stop = (): void => {
      over = true;
      for (const child of running) child.stdin?.end();
    };
    let timed = false;
    const launch = async (script: string, given: readonly string[], up: (child: ChildProcess) => void) => {
      const child = start(script, world.root, ...given);
      running.add(child);
      child.stdout?.once('data', () => {
        if (!timed) setTimeout(stop, seconds * 1000);
        timed = true;
        up(child);
      });
      const end = await ended(child);
      running.delete(child);
      return end;
    };
    const live = async (name: string): Promise<void> => {
      while (!over) {
        const end = await launch('publisher', [name, String(FILES)], (child) => {
          setTimeout(() => child.kill('SIGKILL'), 200 + random() * 1800);
        });
        if (end === 'SIGKILL') tally.count('kills');
        else if (end !== null) tally.fail(`publisher ${name} ended with ${end}`);
      }
    };
    const edit = async (number: number): Promise<void> => {
      const own = Array.from({ length: FILES }, (_, i) => `docs/f${i}.md`).filter((_, i) => i % editors === number);
      const end = await launch('editor', [String(number), ...own], () => undefined);
      if (end !== null) tally.fail(`editor ${number} ended with ${end}`);
    };
    await Promise.all([
      ...Array.from({ length: publishers }, (_, i) => live(`p${i}`)),
      ...Array.from({ length: editors }, (_, i) => edit(i)),
    ]);
    await recover(world.system(), countingIds(0x8000));
    await recover(world.system(), countingIds(0x9000));
    judge(tally, world, publishers, editors);
  } finally {
    world.close();
  }
  return tally.result();
}

function linesOf(world: RealWorld, name: string): string[][] {
  const text = world.read(name) ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '));
}

function judge(tally: Tally, world: RealWorld, publishers: number, editors: number): void {
  const files = world.texts('docs');
  const marks = new Map(Object.entries(files).map(([path, text]) => [path, new Set(text.split('\n'))]));
  const ledger = readLedger(world.system());
  if (ledger.broken.length > 0) tally.fail(`the ledger is broken: ${JSON.stringify(ledger.broken[0])}`);
  const receipts = new Map<string, number>();
  for (const { purpose } of ledger.receipts)
    receipts.set(purpose.changeset, (receipts.get(purpose.changeset) ?? 0) + 1);
  for (let i = 0; i < publishers; i++) {
    const lines = linesOf(world, `.log-p${i}`);
    const told = new Set(lines.filter(([verb]) => verb === 'OK').map(([, mark]) => mark));
    for (const [verb, mark, paths] of lines) {
      if (verb !== 'TRY' || mark === undefined || paths === undefined) continue;
      tally.runs++;
      const present = paths.split(',').filter((path) => marks.get(path)?.has(mark)).length;
      const all = present === paths.split(',').length;
      const recorded = receipts.get(mark) ?? 0;
      if (told.has(mark)) tally.count('committed');
      if (editors === 0 && present > 0 && !all) tally.fail(`${mark} stands in ${present} of ${paths}`);
      if (editors === 0 && told.has(mark) && !all) tally.fail(`${mark} was committed and is gone from ${paths}`);
      if (recorded > 1 || (told.has(mark) && recorded === 0)) tally.fail(`${mark} has ${recorded} receipts`);
      if (editors === 0 && recorded === 1 && !all) tally.fail(`${mark} has a receipt, but does not stand in ${paths}`);
    }
  }
  const kept = [
    ...Object.values(world.texts(`${APPLICATION}/rescued`)),
    ...Object.values(world.texts(`${APPLICATION}/retired`)),
  ].join('\n');
  for (let i = 0; i < editors; i++) {
    for (const [mark, path] of linesOf(world, `.edits-${i}`)) {
      tally.count('edits');
      if (!marks.get(path!)?.has(mark!) && !kept.includes(`${mark}\n`))
        tally.fail(`the edit ${mark} of ${path} is lost`);
    }
  }
  const left = world.names(APPLICATION).filter((name) => name !== 'rescued' && name !== 'retired');
  if (left.length > 0) tally.fail(`left: ${left.join(' ')}`);
}
