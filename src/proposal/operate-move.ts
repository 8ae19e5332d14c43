/**
 * Move: another file, the same node. Links go along: those in the moved text, and those of others that lead to it.
 *
 * Invariants: a page, and a TOML file with this node alone, keep every byte but for their links; a node among others
 * of a TOML file is taken out and written anew; a file that only links to the node changes in those links alone.
 */
import { type ProjectPath, refuse } from '../base/index.ts';
import type { MoveOperation } from '../contract/index.ts';
import { insertNode, removeNode } from '../source/index.ts';
import { carryLinks, linkStates } from './carry-links.ts';
import type { Planning } from './planning.ts';
import type { StandingNode } from './workspace.ts';

/** Plans a move and returns it with its expected hash. */
export function operateMove(operation: MoveOperation, planning: Planning): MoveOperation {
  const { id } = operation;
  const node = planning.workspace.require(id);
  const expect = planning.expected(id, operation.expect);
  planning.permit('move', node.family);
  if (operation.path === node.path) refuse('no_change', { what: `${id} stands in ${node.path} already` });
  const { format } = planning.editable(node);
  const target = planning.placeFor(operation.path);
  const states = linkStates(node, planning);
  relocate(node, format, target.path, target.format === 'toml' ? 'toml' : 'markdown', planning);
  carryLinks(node, states, planning);
  planning.touch(id);
  return { op: 'move', id, ...(expect === undefined ? {} : { expect }), path: target.path };
}

function relocate(
  node: StandingNode,
  from: 'markdown' | 'toml',
  path: ProjectPath,
  to: 'markdown' | 'toml',
  planning: Planning,
): void {
  const { workspace } = planning;
  const bytes = workspace.bytes(node.path)!;
  const there = workspace.bytes(path);
  const alone = workspace.nodesIn(node.path).length === 1;
  if (from === to && there === null && alone) {
    planning.write(node.path, null);
    planning.write(path, bytes);
    return;
  }
  const { id, family, title, status, authority, tags, relations, fields, extra, body } = node;
  const placed = insertNode(there, to, {
    ...{ id, family, title, status, authority, tags, fields, extra, content: body },
    relations: relations.map(({ type, target, note }) => ({ type, target, ...(note === undefined ? {} : { note }) })),
  });
  planning.write(node.path, from === 'toml' ? removeNode(bytes, 'toml', id) : null);
  planning.write(path, placed);
}
