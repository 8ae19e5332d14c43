/** Adopt: a page of a vault gets its canonical block; its text stays byte for byte. */
import { refuse, type TomlTable } from '../base/index.ts';
import type { AdoptOperation } from '../contract/index.ts';
import { adoptPage } from '../source/index.ts';
import type { Planning } from './planning.ts';
import type { StandingNode } from './workspace.ts';

/** Keys that mean something in a canonical block. */
const MEANT: readonly string[] = [
  ...['id', 'family', 'title', 'status', 'authority'],
  ...['tags', 'relations', 'extra', 'content'],
];

type Adoptable = Pick<
  StandingNode,
  'id' | 'family' | 'title' | 'status' | 'authority' | 'tags' | 'relations' | 'fields' | 'extra'
>;

/** Plans an adoption and returns it with its expected hash. What the block says is what the page is taken for now. */
export function operateAdopt(operation: AdoptOperation, planning: Planning): AdoptOperation {
  const { id, path } = operation;
  const node = planning.workspace.require(id);
  const expect = planning.expected(id, operation.expect);
  planning.permit('update', node.family);
  const reason = whyNot(operation, node, planning);
  if (reason !== null) refuse('cannot_adopt', { node: id, path, reason });
  planning.write(node.path, adoptedBytes(planning.workspace.bytes(node.path)!, node));
  planning.touch(id);
  return { op: 'adopt', id, ...(expect === undefined ? {} : { expect }), path };
}

function whyNot({ path }: AdoptOperation, node: StandingNode, planning: Planning): string | null {
  if (path !== node.path) return `the page of this id is ${node.path}`;
  if (node.format === 'data') return 'it is a data file';
  if (node.format !== 'vault') return 'it has its canonical block already';
  const unreadable = planning.fileOf(path)?.extraction.problems.find(({ code }) => code === 'unreadable_front_matter');
  return unreadable?.message ?? null;
}

/**
 * The page with its block. A key of the old front matter whose name means something else in a canonical block (a
 * `status` of another vocabulary) is kept under that name in `[extra]`. Refuses `cannot_serialize`.
 */
export function adoptedBytes(bytes: Uint8Array, node: Adoptable): Uint8Array {
  const { id, family, title, status, authority, tags, relations } = node;
  const fields: Record<string, TomlTable[string]> = Object.create(null);
  const extra: Record<string, TomlTable[string]> = Object.assign(Object.create(null), node.extra);
  for (const [key, value] of Object.entries(node.fields)) {
    if (!MEANT.includes(key)) fields[key] = value;
    else if (!Object.hasOwn(extra, key)) extra[key] = value;
  }
  return adoptPage(bytes, { id, family, title, status, authority, tags, relations, fields, extra });
}
