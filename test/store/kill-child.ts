/** A process that refreshes an index and is killed before its Nth call to the disk. Usage: kill-child.ts ROOT N */
import { openDisk } from '../../src/disk/index.ts';
import { openProject } from '../../src/project/index.ts';
import { refreshIndex } from '../../src/store/index.ts';

const [root, last] = process.argv.slice(2) as [string, string];
let left = Number(last);
const hook = () => {
  if (left-- === 0) process.kill(process.pid, 'SIGKILL');
};
const project = { ...openProject(root, { exact: true }), disk: openDisk(root, { hook }) };
await refreshIndex(project);
