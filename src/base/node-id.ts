/** What may be a node id. The one mint of `NodeId`. */
import type { NodeId } from './brand.ts';
import { limits } from './limits.ts';

/** Characters that show nothing; not the joiners that emoji and some scripts are written with. */
const INVISIBLE =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}]|[\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u;
const CONTROLS = /[\p{Cc}\u2028\u2029\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Why a text cannot be a node id, or `null` when it can: an id is not empty, is in Unicode form NFC, holds no control
 * characters (nor those that turn the direction of text or show nothing), does not begin or end with a blank, and is bounded.
 */
export function nodeIdFault(text: string): string | null {
  if (text === '') return 'it is empty';
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > limits.id_bytes_max) {
    return `it is ${bytes} bytes long, and an id may have at most ${limits.id_bytes_max}`;
  }
  if (!text.isWellFormed()) return 'it holds half a surrogate pair';
  if (CONTROLS.test(text)) return 'it holds a control character';
  if (INVISIBLE.test(text) || !/[^\p{Default_Ignorable_Code_Point}\p{M}]/u.test(text)) {
    return 'it holds a character that cannot be seen';
  }
  if (text.trim() !== text) return 'it begins or ends with a blank';
  if (text.normalize('NFC') !== text) return 'its letters are not in the composed form (NFC)';
  return null;
}

/** The text as an id, or `null` when it cannot be one. */
export function nodeId(text: string): NodeId | null {
  return nodeIdFault(text) === null ? (text as NodeId) : null;
}
