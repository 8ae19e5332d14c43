/** Gives up the rights of the superuser, then scans and reads a tree; prints what it saw. Arguments: root, way. */
import { type DiskOptions, openDisk, problemOfRead } from '../../src/disk/index.ts';

const [root, way] = process.argv.slice(2) as [string, string];
const ways: Record<string, DiskOptions> = {
  strongest: { confinement: 'openat2' },
  walk: { native: false },
  check: { confinement: 'open_then_check', native: false },
};
process.setgroups!([]);
process.setgid!(65_534);
process.setuid!(65_534);

function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

const disk = openDisk(root, ways[way]);
const scan = disk.scan({ skipNames: new Set() });
const one = outcome(() => disk.read('docs/one.md', 100));
const lock = await disk.withLock(async () => null).catch((error: unknown) => error);
const seen = {
  files: scan.files.map((file) => file.path),
  unreadable: scan.unreadable,
  one: (one as { code: string }).code,
  problem: problemOfRead(one, 'docs/one.md').message,
  two: Buffer.from(disk.read('docs/two.md', 100).bytes).toString(),
  lock: (lock as { code: string }).code,
};
process.stdout.write(`${JSON.stringify(seen)}done`);
