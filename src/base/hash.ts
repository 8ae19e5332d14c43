/** SHA-256, written `sha256:<hex>`. The only place that mints a `Sha256` from bytes or from text. */
import { createHash } from 'node:crypto';
import type { Sha256 } from './brand.ts';

/** The 64 lower-case hex digits of SHA-256 over bytes, or over the UTF-8 of a text. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/** `sha256:<hex>` of bytes, or of the UTF-8 of a text. */
export function hashBytes(data: Uint8Array | string): Sha256 {
  return `sha256:${sha256Hex(data)}` as Sha256;
}

/** Whether a text has the written form of a hash; the type guard is the mint for hashes read from paper. */
export function isSha256(text: unknown): text is Sha256 {
  return typeof text === 'string' && /^sha256:[0-9a-f]{64}$/.test(text);
}
