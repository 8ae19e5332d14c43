/**
 * A process that edits its own files in four ways until its input ends, as editors do: save by rename, in place, through a descriptor held
 * open for a while, and truncate and write. Each edit adds a mark to what the file held, and is written down when done.
 */
import * as fs from 'node:fs';
import { join } from 'node:path';

const [, , root, name, ...paths] = process.argv;
const log = fs.openSync(join(root!, `.edits-${name}`), 'a');
const pause = (most: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.random() * most));

function whole(descriptor: number): Buffer {
  const bytes = Buffer.alloc(fs.fstatSync(descriptor).size);
  fs.readSync(descriptor, bytes, 0, bytes.length, 0);
  return bytes;
}

async function edit(path: string, style: number, mark: string): Promise<void> {
  if (style === 0) {
    const bytes = fs.readFileSync(path);
    fs.writeFileSync(`${path}~${name}`, Buffer.concat([bytes, Buffer.from(mark)]));
    fs.renameSync(`${path}~${name}`, path);
    return;
  }
  if (style === 1) {
    fs.writeFileSync(path, Buffer.concat([fs.readFileSync(path), Buffer.from(mark)]));
    return;
  }
  const descriptor = fs.openSync(path, 'r+');
  try {
    const bytes = Buffer.concat([whole(descriptor), Buffer.from(mark)]);
    if (style === 2) await pause(15);
    fs.writeSync(descriptor, bytes, 0, bytes.length, 0);
    fs.ftruncateSync(descriptor, bytes.length);
  } finally {
    fs.closeSync(descriptor);
  }
}

let stopped = false;
process.stdin.on('end', () => {
  stopped = true;
});
process.stdin.resume();
process.stdout.write('up\n');

for (let count = 0; !stopped; count++) {
  const path = paths[Math.floor(Math.random() * paths.length)]!;
  const mark = `edit-${name}-${count}\n`;
  try {
    await edit(join(root!, path), Math.floor(Math.random() * 4), mark);
    fs.writeSync(log, `${mark.trim()} ${path}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await pause(6);
}
