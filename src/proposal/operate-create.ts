/** Create: a new node, in a page of its own or as one more `[[nodes]]` of a TOML file. */
import { limits, type NodeId, nodeIdFault, refuse } from '../base/index.ts';
import type { CreateOperation } from '../contract/index.ts';
import { appendSource, insertNode, normaliseNewlines } from '../source/index.ts';
import { freePath } from './free-path.ts';
import type { Planning } from './planning.ts';
import { tomlTable } from './toml-table.ts';

/** Plans a creation and returns it with everything filled in: place, status, authority, exact content. */
export function operateCreate(operation: CreateOperation, planning: Planning): CreateOperation {
  const { id, family, title } = operation;
  const fault = nodeIdFault(id);
  if (fault !== null) refuse('invalid_id', { node: id, reason: fault, limit: limits.id_bytes_max });
  const existing = planning.workspace.find(id);
  if (existing) refuse('node_exists', { node: id, path: existing.path });
  planning.permit('create', family);
  if (operation.source !== undefined) return createExactly(operation, operation.source, planning);
  const { path, format } = planning.placeFor(operation.path ?? freePath(operation, planning));
  const exact = {
    ...operation,
    status: operation.status ?? firstStatus(planning),
    authority: operation.authority ?? ('proposal' as const),
    tags: operation.tags ?? [],
    relations: operation.relations ?? [],
    fields: tomlTable(id, 'fields', operation.fields ?? {}),
    extra: tomlTable(id, 'extra', operation.extra ?? {}),
    content: normaliseNewlines(operation.content ?? ''),
    path,
  };
  requireDistinct(exact);
  const { status, authority, tags, relations, content } = exact;
  const { fields, extra } = exact;
  const node = { id: id as NodeId, family, title, status, authority, tags, relations, fields, extra, content };
  const bytes = insertNode(planning.workspace.bytes(path), format === 'toml' ? 'toml' : 'markdown', node);
  planning.workspace.admit(id);
  planning.write(path, bytes);
  planning.touch(id);
  return exact;
}

/** A node of exactly this text, in a file where no readable document stands, or at the end of a TOML file. */
function createExactly(operation: CreateOperation, source: string, planning: Planning): CreateOperation {
  const { op, id, family, title, path: wanted, source: _, ...others } = operation;
  if (Object.values(others).some((value) => value !== undefined)) {
    const reason = 'an exact text says everything, so only family, title and path stand beside it';
    refuse('invalid_operation', { node: id, reason });
  }
  const { path, format } = planning.placeFor(wanted ?? freePath(operation, planning), 'or_unreadable');
  const there = format === 'toml' ? planning.workspace.bytes(path) : null;
  planning.workspace.admit(id, path);
  planning.write(path, appendSource(there, format, id, source));
  const node = planning.workspace.find(id);
  if (node?.path !== path) {
    return refuse('invalid_source', { node: id, line: 1, reason: 'it would be another document and not this one' });
  }
  if (node.family !== family || node.title !== title) {
    const reason = `it says family "${node.family}" and title "${node.title}", the operation "${family}" and "${title}"`;
    refuse('invalid_operation', { node: id, reason });
  }
  planning.touch(id);
  return { op, id, family, title, source, path };
}

/** What a node is that does not say: a draft where the vocabulary knows the word, else its first status. */
function firstStatus(planning: Planning): string {
  const { statuses } = planning.project.rules;
  return statuses.has('draft') ? 'draft' : ([...statuses][0] ?? 'draft');
}

function requireDistinct({ id, relations }: CreateOperation): void {
  const seen = new Set<string>();
  for (const { type, target } of relations ?? []) {
    const key = `${type}\u0000${target}`;
    if (seen.has(key)) refuse('relation_exists', { node: id, type, target });
    seen.add(key);
  }
}
