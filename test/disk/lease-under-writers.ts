/** Asks for leases for half a second while another process opens the same file for writing. Argument: root. */
import { spawn } from 'node:child_process';
import { openDisk } from '../../src/disk/index.ts';

const root = process.argv[2]!;
const writer = spawn(process.execPath, [
  '-e',
  `const fs = require('node:fs');
   const end = Date.now() + 20000;
   while (Date.now() < end && fs.existsSync(process.argv[1])) fs.closeSync(fs.openSync(process.argv[1], 'r+'));`,
  `${root}/a.md`,
]);
const system = openDisk(root).system({ mode: 'native' });
let granted = 0;
let refused = 0;
const end = Date.now() + 20_000;
while (Date.now() < end && (refused < 2_000 || granted < 2_000)) {
  if (system.noWriters('a.md') === true) granted++;
  else refused++;
}
writer.kill('SIGKILL');
process.stdout.write(`granted ${granted} refused ${refused}`);
