/** A process of its own: applies or rolls back in a whole project, and kills itself at one call of the system layer. */
import { applyChangeset, rollbackReceipt } from '../../src/applier/index.ts';
import { systemAmbient } from '../../src/base/index.ts';
import { openProject } from '../../src/project/index.ts';
import { loadChangeset } from '../../src/proposal/index.ts';

const [, , what, root, killAt] = process.argv;
let calls = 0;
const hook = (): void => {
  if (calls++ === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
const project = openProject(root!);
const options = { hook, hookReads: true, flush: false };
const applier = 'release';
if (what === 'apply') {
  const { hash } = loadChangeset(project, 'change');
  await applyChangeset(project, { changeset: 'change', hash, applier }, systemAmbient, options);
} else await rollbackReceipt(project, { receipt: 1, applier }, systemAmbient, options);
project.close();
