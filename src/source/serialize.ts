/**
 * Nodes back to bytes. A change touches the spans it must and no other byte: comments, order, blank lines, quotes, line
 * ends, a byte order mark, the last line end and the neighbours in the file stay as they are.
 *
 * Invariant: nothing is given back that has not been read again and found to say exactly what was asked; else
 * `cannot_serialize`.
 */
import { refuse } from '../base/index.ts';
import { parseBlock } from './block.ts';
import { decodeUtf8 } from './decode.ts';
import {
  checkedContent,
  intendedTable,
  type NewNode,
  type NodeEdit,
  saysTheSame,
  stepsOfEdit,
  stepsOfNode,
} from './edit/node-edit.ts';
import { addNode, changeNode, dropNode, readNodeFile, spanOf } from './edit/node-file.ts';
import { blockText, changePage, readPageText, refuseNewErrors } from './edit/page.ts';
import { CannotWrite } from './edit/unit.ts';

/** The formats that nodes are written in. */
export type WritableFormat = 'markdown' | 'toml';

function textOf(bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new CannotWrite(`the file is not valid UTF-8 at byte ${decoded.offset}`);
  return decoded.text;
}

/** Does the work; what cannot be written becomes the one refusal of this room. */
function writing<T>(node: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CannotWrite) refuse('cannot_serialize', { node, reason: cause.message });
    throw cause;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * The file with one node changed. A change that says what the node says already gives the same bytes. Refuses
 * `cannot_serialize` where the file does not hold the node once, where a value has no TOML form, or where the result
 * would bring a new error into the metadata.
 */
export function editNode(bytes: Uint8Array, format: WritableFormat, id: string, edit: NodeEdit): Uint8Array {
  return writing(id, () => {
    const content = edit.content === undefined ? undefined : checkedContent(edit.content);
    const text = textOf(bytes);
    if (format === 'toml') {
      const file = readNodeFile(text);
      const { table } = spanOf(file, id);
      const steps = stepsOfEdit(table, edit);
      refuseNewErrors(table, intendedTable(table, steps));
      return encode(changeNode(file, id, steps, content));
    }
    const page = readPageText(text);
    if (page.table.id !== id) throw new CannotWrite('the page does not hold it');
    const steps = stepsOfEdit(page.table, edit);
    refuseNewErrors(page.table, intendedTable(page.table, steps));
    return encode(changePage(page, steps, content ?? page.block.content));
  });
}

/**
 * The file with a new node: a page of its own (`bytes` is `null`), or one more `[[nodes]]` at the end of a TOML file
 * (`null` begins the file). Refuses `cannot_serialize`.
 */
export function insertNode(bytes: Uint8Array | null, format: WritableFormat, node: NewNode): Uint8Array {
  return writing(node.id, () => {
    const steps = stepsOfNode(node);
    const content = checkedContent(node.content ?? '');
    const table = intendedTable(Object.create(null), steps);
    refuseNewErrors(null, table);
    if (format === 'toml') {
      const file = bytes ? readNodeFile(textOf(bytes)) : null;
      if (file?.spans.some((span) => span.table.id === node.id)) throw new CannotWrite('the file holds its id already');
      return encode(addNode(file, node, content));
    }
    if (bytes) throw new CannotWrite('a page holds one node, and this page is there already');
    const text = `${blockText(table, '\n')}\n${content === '' ? '' : `\n${content}`}`;
    const page = readPageText(text);
    if (page.block.content !== content || !saysTheSame(page.table, table)) {
      throw new CannotWrite('the page would not be read back as it was given');
    }
    return encode(text);
  });
}

/** The file without a node; `null` when the file has nothing left to say and is to be deleted. Refuses `cannot_serialize`. */
export function removeNode(bytes: Uint8Array, format: WritableFormat, id: string): Uint8Array | null {
  return writing(id, () => {
    const text = textOf(bytes);
    if (format === 'toml') {
      const next = dropNode(readNodeFile(text), id);
      return next === null ? null : encode(next);
    }
    if (readPageText(text).table.id !== id) throw new CannotWrite('the page does not hold it');
    return null;
  });
}

/**
 * A page of another tool with the canonical block: a block is put before a page that has none, YAML front matter is
 * replaced, a TOML block gets the keys it lacks and keeps all else. Every byte after the block stays. Refuses
 * `cannot_serialize`.
 */
export function adoptPage(bytes: Uint8Array, metadata: Omit<NewNode, 'content'>): Uint8Array {
  return writing(metadata.id, () => {
    const text = textOf(bytes);
    const block = parseBlock(text);
    const steps = stepsOfNode(metadata);
    if (block.kind === 'unclosed') throw new CannotWrite(`the +++ block of line ${block.line} is not closed`);
    if (block.kind === 'toml') {
      const page = readPageText(text);
      refuseNewErrors(null, intendedTable(page.table, steps));
      return encode(changePage(page, steps, block.content));
    }
    const table = intendedTable(Object.create(null), steps);
    refuseNewErrors(null, table);
    const { newline, contentStart } = block;
    const written = blockText(table, newline);
    const next =
      block.kind === 'yaml'
        ? text.slice(0, block.openStart) + written + text.slice(block.closeEnd)
        : `${text.slice(0, contentStart)}${written}${newline}${text.length > contentStart ? newline : ''}${text.slice(contentStart)}`;
    const page = readPageText(next);
    if (page.block.content !== block.content || !saysTheSame(page.table, table)) {
      throw new CannotWrite('the page would not be read back as it was given');
    }
    return encode(next);
  });
}
