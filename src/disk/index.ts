/** disk: the hands. The only room that touches files and processes. */
export { type ChildOptions, type ChildResult, pageText, runChild } from './child.ts';
export type { ConfinementKind } from './confinement.ts';
export {
  type Capabilities,
  type Disk,
  type DiskOptions,
  findUpward,
  openDisk,
  type SystemOptions,
} from './disk.ts';
export { DiskError, diskReason, problemOfRead, refuseDiskError } from './disk-error.ts';
export {
  baseName,
  folderOf,
  joinProjectPath,
  type PathFlaw,
  pathFlaw,
  pathReason,
  projectPath,
  spellingKey,
} from './project-path.ts';
export { type ReportWay, writeReport } from './report-file.ts';
export { problemsOfScan, type SkipReason, type TreeScan } from './scan.ts';
export { type EditorEnd, keptScratch, makeScratch, runEditor, type Scratch } from './scratch.ts';
export type { FileStat } from './stable-read.ts';
export type { Identity, System, SystemCall, SystemError, SystemHook } from './system.ts';
