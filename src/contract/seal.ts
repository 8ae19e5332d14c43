/** Sealing and opening papers that carry their own hash: the hash covers the canonical JSON of all other members. */
import type { z } from 'zod';
import { canonicalJson, hashJson, isDeeperThan, limits } from '../base/index.ts';

/** The paper with its `hash` computed over everything else in it. */
export function seal<T extends { hash: string }>(paper: Omit<T, 'hash'>): T {
  return { ...paper, hash: hashJson(paper) } as unknown as T;
}

/** Why a paper could not be opened. */
export interface BrokenSeal {
  readonly broken: string;
}

/**
 * Reads a sealed paper from bytes: shape and hash must hold, and the text must be the canonical one (however its last
 * line ends), so that no byte order mark and no second member of one name says something else to another reader.
 */
export function openSealed<T extends { hash: string }>(schema: z.ZodType<T>, bytes: Uint8Array): T | BrokenSeal {
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    return { broken: 'it is not JSON' };
  }
  if (isDeeperThan(value, limits.json_depth_max)) return { broken: 'it is nested too deeply' };
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { broken: `it does not have the expected shape (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})` };
  }
  const { hash, ...rest } = value as T;
  if (hashJson(rest) !== hash) return { broken: 'its hash does not match its content' };
  if (canonicalJson(value) !== text.replace(/\r?\n$/, '')) {
    return { broken: 'its bytes are not the canonical form of its content' };
  }
  return parsed.data;
}

/** Whether `openSealed` failed. */
export function isBroken(value: object): value is BrokenSeal {
  return Object.hasOwn(value, 'broken');
}
