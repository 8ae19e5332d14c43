/**
 * The file name of a new node, made from its id (or its title, when the id holds no letter or digit).
 *
 * Invariants: one path part, never a folder; at most 255 bytes of UTF-8, cut between characters, with its extension;
 * valid on every common file system; equal input gives an equal name.
 */
import { limits } from '../base/index.ts';

const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const encoder = new TextEncoder();

function stemOf(text: string): string {
  const stem = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|[.-]+$/gu, '');
  return DEVICE.test(stem) ? `node-${stem}` : stem;
}

function cut(text: string, bytesMax: number): string {
  if (encoder.encode(text).length <= bytesMax) return text;
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > bytesMax) break;
    kept += segment;
  }
  return kept.replace(/[.-]+$/, '');
}

/** How two file names are compared: as a file system would that folds case and Unicode form. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/**
 * A free file name with the given extension (`.md`). `taken` is asked with each candidate, in a fixed order: the plain
 * name, then `name-2`, `name-3` and so on.
 */
export function fileNameFor(
  node: { readonly id: string; readonly title: string },
  extension: string,
  taken: (name: string) => boolean,
): string {
  const stem = stemOf(node.id) || stemOf(node.title) || 'node';
  const room = limits.path_part_bytes_max - extension.length;
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `-${n}`;
    const name = `${cut(stem, room - suffix.length)}${suffix}${extension}`;
    if (!taken(name)) return name;
  }
}
