/**
 * A change in meaning: node by node, what its fields, relations and sections were and would be.
 * Texts are for people to read: what they could not see in them is made visible.
 */
import { isTable, isTagged, type NodeId, showHidden, sortedBy, type TomlTable, type TomlValue } from '../base/index.ts';
import type { ChangeKind } from '../contract/index.ts';
import { diffGraphs, type GraphNode } from '../graph/index.ts';
import type { Projection, Snapshot } from '../store/index.ts';
import { compareSections, type SectionChange } from './sections.ts';

export interface FieldChange {
  /** `title`, `status`, `extra.owner`, … */
  readonly name: string;
  /** As a person would write it; `null` where there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface RelationChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly type: string;
  readonly target: string;
  readonly target_title: string | null;
  readonly note: string | null;
}

export interface NodeMeaning {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  readonly changes: readonly ChangeKind[];
  readonly path_before: string | null;
  readonly path_after: string | null;
  readonly fields: readonly FieldChange[];
  readonly relations: readonly RelationChange[];
  readonly sections: readonly SectionChange[];
  /** Whether an operation names it; else its text only follows a node that moved, or the like. */
  readonly named: boolean;
}

/** Every node that differs, in order of id. */
export function reviewMeaning(snapshot: Snapshot, projected: Projection, named: ReadonlySet<string>): NodeMeaning[] {
  const { nodes } = diffGraphs(snapshot.graph, projected.graph);
  return nodes.map(({ id, changes, path_before, path_after }) => {
    const before = snapshot.graph.nodes.get(id as NodeId);
    const after = projected.graph.nodes.get(id as NodeId);
    const { title, family } = (after ?? before)!;
    const titles = (target: string) =>
      (projected.graph.nodes.get(target as NodeId) ?? snapshot.graph.nodes.get(target as NodeId))?.title ?? null;
    return {
      ...{ id: showHidden(id), title: showHidden(title), family, changes, path_before, path_after },
      fields: fieldChanges(before, after),
      relations: relationChanges(before, after, titles),
      sections: sectionChanges(before && snapshot.bodyOf(before), after && projected.bodyOf(after)),
      named: named.has(id),
    };
  });
}

function sectionChanges(before: string | undefined, after: string | undefined): SectionChange[] {
  return compareSections(before ?? '', after ?? '').map((row) => ({ ...row, heading: showHidden(row.heading) }));
}

const PLAIN = ['family', 'title', 'status', 'authority'] as const;

function fieldsOf(node: GraphNode | undefined): Map<string, string> {
  const fields = new Map<string, string>();
  if (node === undefined) return fields;
  for (const name of PLAIN) fields.set(name, node[name]);
  if (node.tags.length > 0) fields.set('tags', node.tags.join(', '));
  addTable(fields, '', node.fields);
  addTable(fields, 'extra.', node.extra);
  return fields;
}

function addTable(fields: Map<string, string>, prefix: string, table: TomlTable): void {
  for (const [key, value] of Object.entries(table)) fields.set(prefix + key, textOf(value));
}

/** A value as a person reads it: texts without quotes, dates and numbers as they are, the rest as JSON. */
function textOf(value: TomlValue): string {
  if (typeof value === 'string') return value;
  if (isTagged(value)) return value.text;
  return JSON.stringify(value, (_, item) => (isTable(item) || !isTagged(item) ? item : item.text));
}

function fieldChanges(before: GraphNode | undefined, after: GraphNode | undefined): FieldChange[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const changed = names.filter((name) => old.get(name) !== now.get(name));
  const shown = (text: string | undefined) => (text === undefined ? null : showHidden(text));
  return changed.map((name) => ({ name: showHidden(name), before: shown(old.get(name)), after: shown(now.get(name)) }));
}

function relationChanges(
  before: GraphNode | undefined,
  after: GraphNode | undefined,
  titleOf: (target: string) => string | null,
): RelationChange[] {
  const keyed = (node: GraphNode | undefined) =>
    new Map((node?.relations ?? []).map((row) => [`${row.type}\u0000${row.target}`, row] as const));
  const old = keyed(before);
  const now = keyed(after);
  const rows: RelationChange[] = [];
  const add = (change: RelationChange['change'], row: { type: string; target: string; note?: string }) => {
    const title = titleOf(row.target);
    rows.push({
      ...{ change, type: showHidden(row.type), target: showHidden(row.target) },
      target_title: title === null ? null : showHidden(title),
      note: row.note === undefined ? null : showHidden(row.note),
    });
  };
  for (const [key, row] of now) {
    const was = old.get(key);
    if (was === undefined) add('added', row);
    else if (was.note !== row.note) add('changed', row);
  }
  for (const [key, row] of old) if (!now.has(key)) add('removed', row);
  return sortedBy(
    rows,
    (row) => row.type,
    (row) => row.target,
    (row) => row.change,
  );
}
