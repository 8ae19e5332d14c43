/** Bytes to text and nothing guessed: UTF-8 exactly, or the place of the first byte that is not. */

/** Either the text (a byte order mark kept), or the first byte that cannot be decoded and its 1-based line. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly offset: number; readonly line: number };

/** How many bytes a sequence that begins with `first` must have; 0 when no sequence begins so. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/** Whether a whole sequence stands at `at`: no stray byte, no longer form than needed, no surrogate, nothing past U+10FFFF. */
function isSequence(bytes: Uint8Array, at: number, length: number): boolean {
  if (length === 0 || at + length > bytes.length) return false;
  for (let i = 1; i < length; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return false;
  const [first, second] = [bytes[at]!, bytes[at + 1] ?? 0];
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second < 0xa0;
  if (first === 0xf0) return second >= 0x90;
  return first !== 0xf4 || second < 0x90;
}

/** Decodes UTF-8 strictly. A byte order mark stays in the text as U+FEFF. Never throws. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    let line = 1;
    let at = 0;
    while (at < bytes.length) {
      const length = sequenceLength(bytes[at]!);
      if (!isSequence(bytes, at, length)) break;
      if (bytes[at] === 10) line++;
      at += length;
    }
    return { ok: false, offset: at, line };
  }
}
