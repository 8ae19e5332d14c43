/** Delete: a node and, where it was the last in its file, the file. Relations of others to it must be resolved. */
import { refuse } from '../base/index.ts';
import type { DeleteOperation } from '../contract/index.ts';
import { editNode, removeNode } from '../source/index.ts';
import type { Planning } from './planning.ts';

/** Plans a deletion and returns it with its expected hash. Links in texts are left: they become reported problems. */
export function operateDelete(operation: DeleteOperation, planning: Planning): DeleteOperation {
  const { id, incoming = 'refuse' } = operation;
  const node = planning.workspace.require(id);
  const expect = planning.expected(id, operation.expect);
  planning.permit('delete', node.family);
  const relations = planning
    .incoming()
    .relatorsOf(id)
    .flatMap((source) => relationsTo(source, id, planning));
  if (relations.length > 0 && incoming === 'refuse') {
    refuse('incoming_relations', {
      node: id,
      relations: relations.slice(0, 20).map(({ source, type }) => `${source} ${type}`),
      incoming: relations,
    });
  }
  for (const source of new Set(relations.map((relation) => relation.source))) removeRelations(source, id, planning);
  const { path } = planning.workspace.require(id);
  const bytes = planning.workspace.bytes(path)!;
  planning.write(path, planning.project.formatOf(path) === 'toml' ? removeNode(bytes, 'toml', id) : null);
  planning.touch(id);
  return { op: 'delete', id, ...(expect === undefined ? {} : { expect }), incoming };
}

function relationsTo(source: string, target: string, planning: Planning) {
  const { relations } = planning.workspace.require(source);
  return relations.filter((row) => row.target === target).map(({ type }) => ({ source, type, target }));
}

/** Takes every relation to a node away from another one; the writer needs the right to update that one. */
function removeRelations(source: string, target: string, planning: Planning): void {
  const node = planning.workspace.require(source);
  planning.permit('update', node.family);
  const types = new Set(node.relations.filter((row) => row.target === target).map(({ type }) => type));
  const { bytes, format } = planning.editable(node);
  const remove_relations = [...types].map((type) => ({ type, target }));
  planning.write(node.path, editNode(bytes, format, source, { remove_relations }));
  planning.touch(source);
}
