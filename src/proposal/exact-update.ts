/** From the exact new text of a document to the plainest operation that leads to it. */
import { Refusal } from '../base/index.ts';
import type { UpdateOperation } from '../contract/index.ts';
import { editNode, type Format, nodeSource, parseBlock, replaceSource } from '../source/index.ts';

/** A document in its file, and the text that is wanted in its place. */
export interface ExactText {
  readonly bytes: Uint8Array;
  readonly format: Format;
  readonly id: string;
  readonly source: string;
}

/**
 * The update: `content` alone where nothing else differs and it gives the same bytes, else the exact `source`; `null`
 * where nothing differs. Refuses `invalid_source`.
 */
export function exactUpdate({ bytes, format, id, source }: ExactText): UpdateOperation | null {
  const after = replaceSource(bytes, format, id, source);
  if (Buffer.compare(bytes, after) === 0) return null;
  const content = format === 'markdown' ? contentOf(nodeSource(bytes, format, id), source) : null;
  if (content !== null && leadsTo(after, () => editNode(bytes, 'markdown', id, { content }))) {
    return { op: 'update', id, content };
  }
  return { op: 'update', id, source };
}

/** The new content, when the text before it is the same. */
function contentOf(before: string, after: string): string | null {
  const [old, now] = [parseBlock(before), parseBlock(after)];
  if (old.kind !== 'toml' || now.kind !== 'toml') return null;
  return before.slice(0, old.contentStart) === after.slice(0, now.contentStart) ? now.content : null;
}

function leadsTo(wanted: Uint8Array, write: () => Uint8Array): boolean {
  try {
    return Buffer.compare(wanted, write()) === 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
