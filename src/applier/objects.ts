/**
 * Displaced bytes, kept under their hash so that a receipt can be taken back. Invariants: an object's name is the hash
 * of its bytes; an object is never replaced; a file becomes an object only when a lease proved that nobody can still
 * write to it, else a copy of its bytes does.
 */
import { hashBytes } from '../base/index.ts';
import type { System } from '../disk/index.ts';
import { tolerate } from './faults.ts';
import { ensureFolder, flushAll } from './flush.ts';
import { contentOf } from './placement.ts';
import { OBJECTS_FOLDER, objectPath, PRIVATE_MODE, parentOf, RESCUED_FOLDER, STATE_FOLDER } from './places.ts';

/** Makes the folders that objects of these hashes lie in, durably. */
export async function prepareObjects(system: System, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await ensureFolder(system, STATE_FOLDER);
  await ensureFolder(system, OBJECTS_FOLDER, PRIVATE_MODE);
  let made = false;
  for (const folder of new Set(hashes.map((hash) => parentOf(objectPath(hash))))) {
    if (system.exists(folder)) continue;
    tolerate(['EEXIST'], () => system.makeFolder(folder, PRIVATE_MODE));
    made = true;
  }
  if (made) await system.flushFolder(OBJECTS_FOLDER);
}

/** Makes a frozen file, whose bytes have this hash, the object of that hash. `aside`: a free name in `rescued/`. */
export async function keepFile(system: System, path: string, hash: string, aside: string): Promise<void> {
  const object = objectPath(hash);
  let placed = false;
  const present = tolerate(['ENOENT'], () => {
    placed = tolerate(['EEXIST'], () => system.renameNoReplace(path, object));
  });
  if (placed || !present) return;
  if (contentOf(system, object) === hash) tolerate(['ENOENT'], () => system.unlink(path));
  else await replaceDamaged(system, path, object, aside);
}

/** An object whose bytes are not its name is moved aside, never removed, and the good bytes take its place. */
async function replaceDamaged(system: System, path: string, object: string, aside: string): Promise<void> {
  await ensureFolder(system, RESCUED_FOLDER, PRIVATE_MODE);
  tolerate(['ENOENT'], () => system.renameNoReplace(object, aside));
  tolerate(['ENOENT', 'EEXIST'], () => system.renameNoReplace(path, object));
}

/** A file whose bytes, of this hash, are to be copied; `scratch` is a free private name. */
export interface CopyInput {
  readonly path: string;
  readonly hash: string;
  readonly scratch: string;
}

/** Copies the bytes of files to the objects of their hashes; a file that no longer has its hash is left out. */
export async function keepCopies(system: System, copies: readonly CopyInput[]): Promise<void> {
  const written: CopyInput[] = [];
  for (const copy of copies) {
    if (contentOf(system, objectPath(copy.hash)) === copy.hash) continue;
    const bytes = system.readFile(copy.path);
    if (hashBytes(bytes) !== copy.hash) continue;
    system.createFile(copy.scratch, bytes, system.identify(copy.path)?.mode ?? 0o600);
    written.push(copy);
  }
  await flushAll(
    system,
    written.map((copy) => copy.scratch),
    [],
  );
  for (const { scratch, hash } of written) {
    if (!tolerate(['EEXIST'], () => system.renameNoReplace(scratch, objectPath(hash)))) {
      tolerate(['ENOENT'], () => system.unlink(scratch));
    }
  }
}

/** The kept bytes of a hash; `null` when there are none or they are damaged. */
export function readObject(system: System, hash: string): { readonly bytes: Uint8Array; readonly mode: number } | null {
  const found = system.identify(objectPath(hash));
  if (found === null || found.content !== hash) return null;
  const bytes = system.readFile(objectPath(hash));
  return hashBytes(bytes) === hash ? { bytes, mode: found.mode } : null;
}
