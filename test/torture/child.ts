/** A process of its own: publishes, rolls back or recovers the story in a folder, and kills itself at one call. */

import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import { systemAmbient } from '../../src/base/index.ts';
import { openDisk } from '../../src/disk/index.ts';
import { rollbackInput, storyInput } from './story.ts';

const [, , what, root, killAt, mode] = process.argv;
let calls = 0;
const hook = (): void => {
  if (calls++ === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
const disk = openDisk(root!);
const system = disk.system({ mode: mode as 'native' | 'portable', hook, hookReads: true, flush: false });
if (what === 'publish') await publish(system, storyInput());
else if (what === 'rollback') await publish(system, rollbackInput());
else await recover(system, systemAmbient.freshId);
disk.close();
