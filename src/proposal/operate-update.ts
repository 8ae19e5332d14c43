/** Update: metadata, content and relations of a node where it stands. */
import { refuse, type Sha256 } from '../base/index.ts';
import type { UpdateOperation } from '../contract/index.ts';
import { editNode, normaliseNewlines, relayFile, replaceSource } from '../source/index.ts';
import type { Planning } from './planning.ts';
import { tomlTable } from './toml-table.ts';
import type { StandingNode } from './workspace.ts';

const UNSETTABLE = /^(?:tags|fields\..+|extra\..+)$/s;

/** Plans an update and returns it with its expected hash and its exact content; edits become the whole content. */
export function operateUpdate(operation: UpdateOperation, planning: Planning): UpdateOperation {
  const { id, edits, ...rest } = operation;
  const node = planning.workspace.require(id);
  const expect = planning.expected(id, operation.expect);
  planning.permit('update', node.family);
  if (operation.source !== undefined || operation.layout !== undefined) {
    return updateExactly(operation, node, expect, planning);
  }
  requireRelations(operation, node);
  for (const name of operation.unset ?? []) {
    if (UNSETTABLE.test(name)) continue;
    refuse('invalid_operation', {
      node: id,
      reason: `${name} cannot be unset; only tags, fields.NAME and extra.NAME can`,
    });
  }
  const content = contentAfter(operation, node);
  const set = operation.set && setOf(id, operation.set);
  const { bytes, format } = planning.editable(node);
  const after = editNode(bytes, format, id, {
    ...(set === undefined ? {} : { set }),
    ...(operation.unset === undefined ? {} : { unset: operation.unset }),
    ...(content === undefined ? {} : { content }),
    ...(operation.add_relations === undefined ? {} : { add_relations: operation.add_relations }),
    ...(operation.remove_relations === undefined ? {} : { remove_relations: operation.remove_relations }),
  });
  if (Buffer.compare(bytes, after) === 0) refuse('no_change', { what: `${id} says all of this already` });
  planning.write(node.path, after);
  planning.permit('update', planning.workspace.require(id).family);
  planning.touch(id);
  return {
    ...rest,
    id,
    ...(expect === undefined ? {} : { expect }),
    ...(set === undefined ? {} : { set }),
    ...(content === undefined ? {} : { content }),
  };
}

/** The whole text at once: of the node, or of what stands around the nodes of its file. */
function updateExactly(
  operation: UpdateOperation,
  node: StandingNode,
  expect: Sha256 | undefined,
  planning: Planning,
): UpdateOperation {
  const { op, id, source, layout, expect: _, ...others } = operation;
  if ((source !== undefined && layout !== undefined) || Object.values(others).some((value) => value !== undefined)) {
    refuse('invalid_operation', {
      node: id,
      reason: 'an exact text says everything, so nothing else can be said with it',
    });
  }
  const bytes = planning.workspace.bytes(node.path)!;
  if (layout !== undefined && node.format !== 'toml') {
    refuse('invalid_operation', { node: id, reason: 'only a TOML file has a layout of its own' });
  }
  const after = source === undefined ? relayFile(bytes, id, layout!) : replaceSource(bytes, node.format, id, source);
  if (Buffer.compare(bytes, after) === 0) refuse('no_change', { what: `${id} says all of this already` });
  planning.write(node.path, after);
  const now = planning.workspace.find(id);
  if (now?.path !== node.path) {
    return refuse('invalid_source', { node: id, line: 1, reason: 'it would be another document and not this one' });
  }
  planning.permit('update', now.family);
  planning.touch(id);
  return {
    op,
    id,
    ...(expect === undefined ? {} : { expect }),
    ...(source === undefined ? { layout: layout! } : { source }),
  };
}

function setOf(id: string, set: NonNullable<UpdateOperation['set']>) {
  const { fields, extra, ...plain } = set;
  return {
    ...plain,
    ...(fields === undefined ? {} : { fields: tomlTable(id, 'fields', fields) }),
    ...(extra === undefined ? {} : { extra: tomlTable(id, 'extra', extra) }),
  };
}

function requireRelations(operation: UpdateOperation, node: StandingNode): void {
  const keys = new Set(node.relations.map(({ type, target }) => `${type}\u0000${target}`));
  for (const { type, target } of operation.remove_relations ?? []) {
    if (!keys.delete(`${type}\u0000${target}`)) refuse('no_such_relation', { node: node.id, type, target });
  }
  for (const { type, target } of operation.add_relations ?? []) {
    const key = `${type}\u0000${target}`;
    if (keys.has(key)) refuse('relation_exists', { node: node.id, type, target });
    keys.add(key);
  }
}

/** The content that the operation asks for, with LF line ends as content has; `undefined` when it asks for none. */
function contentAfter(operation: UpdateOperation, node: StandingNode): string | undefined {
  const { id, content, edits } = operation;
  if (content !== undefined && edits !== undefined) {
    refuse('invalid_operation', { node: id, reason: 'it gives both the whole content and edits of it' });
  }
  if (edits === undefined) return content === undefined ? undefined : normaliseNewlines(content);
  let text = node.body;
  for (const edit of edits) {
    const old = normaliseNewlines(edit.old);
    const at = text.indexOf(old);
    if (at < 0) refuse('edit_not_found', { node: id, old: shortened(old) });
    if (text.indexOf(old, at + 1) >= 0) refuse('edit_not_unique', { node: id, old: shortened(old) });
    text = text.slice(0, at) + normaliseNewlines(edit.new) + text.slice(at + old.length);
  }
  return text;
}

function shortened(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120).replace(/[\ud800-\udbff]$/, '')}…`;
}
