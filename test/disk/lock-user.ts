/**
 * Uses the project lock of a root in one way and reports on stdout. Arguments: way, root, and for `contend` the number
 * of turns. Ways: `hold` (until a line comes in), `busy` (a synchronous second and a half), `contend` (counts overlaps,
 * and leaves the lock of every second turn as a dead process would).
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { openDisk } from '../../src/disk/index.ts';

const [way, root, turns] = process.argv.slice(2) as [string, string, string];
const disk = openDisk(root);
const LOCK = join(root, '.docforge/lock');

async function hold(): Promise<void> {
  await disk.withLock(async () => {
    process.stdout.write('held');
    await new Promise((resolve) => process.stdin.once('data', resolve));
  });
  process.stdout.write('released');
}

async function busy(): Promise<void> {
  await disk.withLock(async () => {
    process.stdout.write('held');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const end = Date.now() + 1_500;
    while (Date.now() < end) Math.sqrt(end);
  });
  process.stdout.write('released');
}

/** The process number of a process that has ended: the one that this test started for it. */
const DEAD = process.env.DEAD_PID ?? '1';

/** Renames this process's entry to one of a dead process of this machine. */
function abandonLock(): void {
  const [entry] = fs.readdirSync(LOCK);
  const parts = entry!.split('_');
  fs.renameSync(join(LOCK, entry!), join(LOCK, [DEAD, ...parts.slice(1)].join('_')));
}

async function contend(): Promise<void> {
  let overlaps = 0;
  for (let turn = 0; turn < Number(turns); turn++) {
    await disk.withLock(
      async () => {
        try {
          fs.mkdirSync(join(root, 'inside'));
        } catch {
          overlaps++;
          return;
        }
        const file = join(root, 'count');
        const count = Number(fs.readFileSync(file, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        fs.writeFileSync(file, String(count + 1));
        fs.rmdirSync(join(root, 'inside'));
        if (turn % 2 === 1) abandonLock();
      },
      { wait_ms: 50_000 },
    );
  }
  process.stdout.write(`overlaps ${overlaps} `);
}

if (way === 'hold') await hold();
else if (way === 'busy') await busy();
else await contend();
disk.close();
process.exit(0);
