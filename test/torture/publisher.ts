/**
 * A process that publishes without any lock until its input ends: appends its mark to three of the files again and
 * again, recovers whenever it likes, and writes down what it tried and what it was told.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import { hashBytes, systemAmbient } from '../../src/base/index.ts';
import { openDisk } from '../../src/disk/index.ts';
import { purposeOf } from './story.ts';

const [, , root, name, files] = process.argv;
const disk = openDisk(root!);
const system = disk.system({ flush: false });
const log = fs.openSync(join(root!, `.log-${name}`), 'a');
const say = (line: string): void => void fs.writeSync(log, `${line}\n`);
let marks = 0;
let stopped = false;
process.stdin.on('end', () => {
  stopped = true;
});
process.stdin.resume();

process.stdout.write('up\n');
while (!stopped) {
  if (Math.random() < 0.15) await recover(system, systemAmbient.freshId);
  const paths = [...Array(Number(files)).keys()]
    .sort(() => Math.random() - 0.5)
    .slice(0, 3)
    .map((index) => `docs/f${index}.md`);
  const mark = `${name}-${process.pid}-${marks++}`;
  const items = paths.flatMap((path) => {
    let bytes: Buffer;
    try {
      bytes = fs.readFileSync(join(root!, path));
    } catch {
      return [];
    }
    return [{ path, before: hashBytes(bytes), bytes: Buffer.concat([bytes, Buffer.from(`${mark}\n`)]) }];
  });
  say(`TRY ${mark} ${items.map((item) => item.path).join(',')}`);
  const end = await publish(system, {
    id: systemAmbient.freshId(),
    created: systemAmbient.now(),
    purpose: purposeOf(mark),
    items,
    freshId: systemAmbient.freshId,
  });
  if (end.outcome === 'committed') say(`OK ${mark} ${items.map((item) => item.path).join(',')}`);
  else say(`NO ${mark} ${end.outcome}/${end.cause?.reason}`);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
}
disk.close();
