/** The hash of every source file of the generation. */
import type { Sha256 } from '../base/index.ts';
import { hashText, type Index } from '../store/index.ts';

/** Path to hash of the file's bytes. */
export function fileHashes(index: Index): ReadonlyMap<string, Sha256> {
  return new Map(index.rows('select path, hash from file').map(([path, hash]) => [path as string, hashText(hash)]));
}
