/**
 * Publishing one derived document so that it is wholly there or not at all, also after a power loss. Invariants: the
 * bytes are staged apart, flushed, then given their name by one atomic step, then the folder is flushed; only files
 * under `.docforge` are replaced or removed here, since canonical files change through the applier alone; what a dead
 * process staged is swept away.
 *
 *     stage  .docforge/staging/<owner>   flush   rename over (or link, no clobber)   flush the folder
 */
import { compareText } from '../base/index.ts';
import { codeOf, DiskError, diskError } from './disk-error.ts';
import { ownerName, ownerState, parseOwnerName, thisOwner } from './process-owner.ts';
import { folderOf } from './project-path.ts';
import type { RealSystem } from './real-system.ts';

const OWN = '.docforge';
export const STAGING = `${OWN}/staging`;

/** Puts the bytes at a path under `.docforge`, over whatever file stands there. */
export async function publishOver(system: RealSystem, path: string, bytes: Uint8Array, mode: number): Promise<void> {
  requireDerived(path);
  const staged = await stage(system, path, bytes, mode);
  try {
    system.replace(staged, path);
  } catch (error) {
    dropStaged(system, staged);
    throw error instanceof DiskError ? new DiskError(error.code, path) : error;
  }
  await system.flushFolder(folderOf(path));
}

/** Puts the bytes at a path where nothing stands. `false`, with nothing changed, when something does. */
export async function publishNew(system: RealSystem, path: string, bytes: Uint8Array, mode: number): Promise<boolean> {
  const staged = await stage(system, path, bytes, mode);
  try {
    system.link(staged, path);
  } catch (error) {
    dropStaged(system, staged);
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  system.unlink(staged);
  await system.flushFolder(folderOf(path));
  return true;
}

/** Removes a derived file; nothing happens when it is not there. */
export function removeDerived(system: RealSystem, path: string): void {
  requireDerived(path);
  try {
    system.unlink(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
  }
}

/** Makes the folders of a path that are missing, each made durable in its parent. */
export async function makeFolders(system: RealSystem, path: string): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; folder !== '' && !system.exists(folder); folder = folderOf(folder)) missing.push(folder);
  for (const folder of missing.reverse()) {
    makeFolderOnce(system, folder);
    await system.flushFolder(folderOf(folder));
  }
}

/** Makes the staging folder when it is missing. What is in it need not survive, so nothing is flushed. */
export function makeStaging(system: RealSystem): void {
  if (system.exists(STAGING)) return;
  if (!system.exists(OWN)) makeFolderOnce(system, OWN);
  makeFolderOnce(system, STAGING);
}

/** Removes what processes that have ended left in the staging folder. */
export function sweepStaging(system: RealSystem): void {
  for (const name of system.list(STAGING).sort(compareText)) {
    const owner = parseOwnerName(name);
    if (owner === null || ownerState(owner) !== 'dead') continue;
    const path = `${STAGING}/${name}`;
    for (const inner of namesIn(system, path)) dropStaged(system, `${path}/${inner}`);
    if (system.exists(path)) removeEmpty(system, path);
    if (system.exists(path)) dropStaged(system, path);
  }
}

async function stage(system: RealSystem, path: string, bytes: Uint8Array, mode: number): Promise<string> {
  makeStaging(system);
  await makeFolders(system, folderOf(path));
  const staged = `${STAGING}/${ownerName(thisOwner())}`;
  try {
    system.createFile(staged, bytes, mode);
    await system.flushFile(staged);
  } catch (error) {
    dropStaged(system, staged);
    throw error;
  }
  return staged;
}

function makeFolderOnce(system: RealSystem, folder: string): void {
  try {
    system.makeFolder(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A staged copy is ours alone; when it cannot be removed now, the sweep does it later. */
function dropStaged(system: RealSystem, staged: string): void {
  try {
    system.unlink(staged);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

/** Names in a staged folder; none when it is a file. */
function namesIn(system: RealSystem, path: string): string[] {
  try {
    return system.list(path);
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return [];
  }
}

function removeEmpty(system: RealSystem, folder: string): void {
  try {
    system.removeFolder(folder);
  } catch (error) {
    if (codeOf(error) === '') throw error;
  }
}

function requireDerived(path: string): void {
  if (!path.startsWith(`${OWN}/`)) throw diskError('not_derived', path);
}
