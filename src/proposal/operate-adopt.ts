/** Adopt: a page of a vault gets its canonical block; its text stays byte for byte. */
import { refuse } from '../base/index.ts';
import type { AdoptOperation } from '../contract/index.ts';
import { adoptPage } from '../source/index.ts';
import type { Planning } from './planning.ts';

/** Plans an adoption and returns it with its expected hash. What the block says is what the page is taken for now. */
export function operateAdopt(operation: AdoptOperation, planning: Planning): AdoptOperation {
  const { id, path } = operation;
  const node = planning.workspace.require(id);
  const expect = planning.expected(id, operation.expect);
  planning.permit('update', node.family);
  const bytes = planning.workspace.bytes(node.path)!;
  const reason = whyNot(operation, node.path, planning);
  if (reason !== null) refuse('cannot_adopt', { node: id, path, reason });
  const { family, title, status, authority, tags, relations, fields, extra } = node;
  planning.write(
    node.path,
    adoptPage(bytes, { id: node.id, family, title, status, authority, tags, relations, fields, extra }),
  );
  planning.touch(id);
  return { op: 'adopt', id, ...(expect === undefined ? {} : { expect }), path };
}

function whyNot({ id, path }: AdoptOperation, standing: string, planning: Planning): string | null {
  if (path !== standing) return `the page of this id is ${standing}`;
  if (planning.project.formatOf(path) !== 'vault') return 'the project is not read by the vault adapter';
  const unreadable = planning.fileOf(path)?.extraction.problems.find((row) => row.code === 'unreadable_front_matter');
  if (unreadable) return unreadable.message;
  const node = planning.workspace.require(id);
  return planning.isCanonical(node, planning.workspace.bytes(node.path)!) ? 'it has its canonical block already' : null;
}
