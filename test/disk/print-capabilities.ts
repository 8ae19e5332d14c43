/** Prints what the disk can do here. Argument: root. */
import { openDisk } from '../../src/disk/index.ts';

const disk = openDisk(process.argv[2]!);
process.stdout.write(JSON.stringify(disk.capabilities()));
disk.close();
