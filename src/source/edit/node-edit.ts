/**
 * What a change to one node asks for, as plain paths and values; and what the node must say afterwards.
 *
 * Invariant: `intendedTable` never looks at text, so that comparing it with what the text says afterwards is a proof.
 */
import { isTable, type TomlTable, type TomlValue, tomlFromJson } from '../../base/index.ts';
import { normaliseNewlines } from '../block.ts';
import { CannotWrite, isSame, type Path } from './unit.ts';

/** One relation as it is handed in. */
export interface NewRelation {
  readonly type: string;
  readonly target: string;
  readonly note?: string | undefined;
}

/** A change to one node; what is absent stays as it is. */
export interface NodeEdit {
  readonly set?:
    | {
        readonly family?: string | undefined;
        readonly title?: string | undefined;
        readonly status?: string | undefined;
        readonly authority?: string | undefined;
        readonly tags?: readonly string[] | undefined;
        /** Each key is set; the others stay. */
        readonly fields?: Readonly<Record<string, unknown>> | undefined;
        readonly extra?: Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
  /** `tags`, `fields.NAME`, `extra.NAME`; a name that is not there is fine. */
  readonly unset?: readonly string[] | undefined;
  /** The whole new content, with LF or CRLF. */
  readonly content?: string | undefined;
  readonly add_relations?: readonly NewRelation[] | undefined;
  /** Every relation with this type and target goes; one that is not there is refused. */
  readonly remove_relations?: readonly { readonly type: string; readonly target: string }[] | undefined;
}

/** A whole node, to be written in the canonical form. */
export interface NewNode {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  readonly status: string;
  readonly authority: string;
  readonly tags?: readonly string[] | undefined;
  readonly relations?: readonly NewRelation[] | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: string | undefined;
}

/** One path of the metadata and its new value; `undefined` removes it. */
export interface Step {
  readonly path: Path;
  readonly value: TomlValue | undefined;
}

const RESERVED = new Set(['id', 'family', 'title', 'status', 'authority', 'tags', 'relations', 'extra', 'content']);

function checked(value: unknown, where: string): TomlValue {
  const converted = tomlFromJson(value, where);
  if ('reason' in converted) throw new CannotWrite(converted.reason);
  return converted.value;
}

function fieldName(name: string): string {
  if (RESERVED.has(name)) throw new CannotWrite(`${name} has a meaning of its own and is not a free field`);
  return name;
}

function tableSteps(table: Readonly<Record<string, unknown>> | undefined, above: 'fields' | 'extra'): Step[] {
  if (table === undefined) return [];
  const whole = checked(table, above);
  if (!isTable(whole)) throw new CannotWrite(`${above} is not a table`);
  return Object.entries(whole).map(([name, value]) => ({
    path: above === 'extra' ? ['extra', name] : [fieldName(name)],
    value,
  }));
}

function unsetStep(name: string): Step {
  if (name === 'tags') return { path: ['tags'], value: undefined };
  const dot = name.indexOf('.');
  const [above, below] = [name.slice(0, dot), name.slice(dot + 1)];
  if (above === 'extra' && below !== '') return { path: ['extra', below], value: undefined };
  if (above === 'fields' && below !== '') return { path: [fieldName(below)], value: undefined };
  throw new CannotWrite(`${name} cannot be removed; only tags, fields.NAME and extra.NAME can`);
}

function relationTable({ type, target, note }: NewRelation): TomlTable {
  return checked({ type, target, ...(note === undefined ? {} : { note }) }, 'a relation') as TomlTable;
}

/** Removals one at a time and then additions, so that each step changes as little of the text as it can. */
function relationSteps(before: TomlTable, edit: NodeEdit): Step[] {
  const steps: Step[] = [];
  const present = before.relations ?? [];
  if (!Array.isArray(present)) throw new CannotWrite('its relations are not an array');
  let current = present as readonly TomlValue[];
  for (const { type, target } of edit.remove_relations ?? []) {
    const isIt = (item: TomlValue) => isTable(item) && item.type === type && item.target === target;
    if (!current.some(isIt)) throw new CannotWrite(`it has no relation ${type} to ${target}`);
    for (let i = current.length - 1; i >= 0; i--) {
      if (!isIt(current[i]!)) continue;
      current = current.toSpliced(i, 1);
      steps.push({ path: ['relations'], value: current });
    }
  }
  for (const relation of edit.add_relations ?? []) {
    current = [...current, relationTable(relation)];
    steps.push({ path: ['relations'], value: current });
  }
  return steps;
}

/**
 * The steps of a change to a node that has this table, in the order in which they are made. A name that is set and
 * unset is unset.
 */
export function stepsOfEdit(before: TomlTable, edit: NodeEdit): Step[] {
  const { fields, extra, ...plain } = edit.set ?? {};
  const steps = [
    ...Object.entries(plain)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): Step => ({ path: [key], value: checked(value, key) })),
    ...tableSteps(fields, 'fields'),
    ...tableSteps(extra, 'extra'),
    ...(edit.unset ?? []).map(unsetStep),
  ];
  const last = new Map(steps.map((step) => [step.path.join('\u0000'), step]));
  return [...last.values(), ...relationSteps(before, edit)];
}

/** The steps that make a node out of nothing, in canonical order; without its content. */
export function stepsOfNode(node: NewNode): Step[] {
  const { id, family, title, status, authority, tags, relations, fields, extra } = node;
  const plain = Object.entries({ id, family, title, status, authority });
  return [
    ...plain.map(([key, value]): Step => ({ path: [key], value: checked(value, key) })),
    ...(tags && tags.length > 0 ? [{ path: ['tags'], value: checked(tags, 'tags') }] : []),
    ...tableSteps(fields, 'fields'),
    ...(relations && relations.length > 0 ? [{ path: ['relations'], value: relations.map(relationTable) }] : []),
    ...tableSteps(extra, 'extra'),
  ];
}

/** A content as it is compared and written: LF line ends. Refuses half a surrogate pair. */
export function checkedContent(content: string): string {
  if (!content.isWellFormed()) throw new CannotWrite('the content holds half a surrogate pair');
  return normaliseNewlines(content);
}

/** The table of a node after some steps. */
export function intendedTable(before: TomlTable, steps: readonly Step[]): TomlTable {
  const table = Object.assign(Object.create(null), before) as Record<string, TomlValue>;
  for (const { path, value } of steps) {
    let holder = table;
    if (path.length === 2) {
      const inner = table[path[0] as string];
      if (inner !== undefined && !isTable(inner)) throw new CannotWrite(`${path[0]} is not a table`);
      holder = Object.assign(Object.create(null), inner) as Record<string, TomlValue>;
      table[path[0] as string] = holder;
    }
    const last = path[path.length - 1] as string;
    if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return table;
}

/** Whether two tables say the same of a node: empty tags, relations, extra and content are as good as none. */
export function saysTheSame(a: TomlTable, b: TomlTable): boolean {
  const bare = (table: TomlTable) => {
    const copy = Object.assign(Object.create(null), table) as Record<string, TomlValue>;
    for (const key of ['tags', 'relations', 'extra', 'content']) {
      const value = copy[key];
      if (value !== undefined && (value === '' || isSame(value, []) || isSame(value, {}))) delete copy[key];
    }
    return copy;
  };
  return isSame(bare(a), bare(b));
}
