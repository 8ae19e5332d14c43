/** The descriptor's words in the form that the rules of the graph ask for, with the defaults filled in. */
import { limits } from '../base/index.ts';
import type { ProjectPaper } from '../contract/index.ts';
import { anyGlob } from './content.ts';
import type { ProjectRules, RelationRule } from './types.ts';

/** Statuses of a project that names none. */
export const STATUSES_DEFAULT = ['draft', 'active', 'superseded', 'retired'];

/** Relations of a project that names none; `depends_on` is there in every project. */
export const RELATIONS_DEFAULT = ['depends_on', 'part_of', 'supersedes', 'related_to'];

/** The relation that may never lead back to its start. */
const ACYCLIC = 'depends_on';

/** The rules of a descriptor. */
export function buildRules(descriptor: ProjectPaper): ProjectRules {
  const vocabulary = descriptor.vocabulary ?? {};
  const statuses = vocabulary.statuses ?? STATUSES_DEFAULT;
  return {
    statuses: new Set(statuses),
    relations: relationRules(vocabulary.relations ?? RELATIONS_DEFAULT),
    families: new Map(
      descriptor.families.map(({ id, directory, required }) => [
        id,
        { ...(directory === undefined ? {} : { directory }), required: required ?? [] },
      ]),
    ),
    fields: new Set(vocabulary.fields ?? []),
    link_roots: (descriptor.content?.link_roots ?? ['']).map(folderText),
    severities: new Map(Object.entries(descriptor.problems ?? {})),
    nodes_max: Math.min(descriptor.limits?.nodes ?? limits.nodes_max, limits.nodes_max),
    ...(descriptor.adapter ? { vault: vaultRules(descriptor, statuses) } : {}),
  };
}

function relationRules(
  rows: NonNullable<NonNullable<ProjectPaper['vocabulary']>['relations']>,
): Map<string, RelationRule> {
  const rules = new Map<string, RelationRule>([[ACYCLIC, { acyclic: true }]]);
  for (const row of rows) {
    const rule = typeof row === 'string' ? { name: row } : row;
    rules.set(rule.name, {
      acyclic: rule.name === ACYCLIC || (rule.acyclic ?? false),
      ...(rule.inverse === undefined ? {} : { inverse: rule.inverse }),
      ...(rule.role === undefined ? {} : { role: rule.role }),
    });
  }
  return rules;
}

function vaultRules(descriptor: ProjectPaper, statuses: readonly string[]): NonNullable<ProjectRules['vault']> {
  const adapter = descriptor.adapter!;
  const rows = (adapter.families ?? []).map((row) => ({ test: anyGlob([row.path]), family: row.family }));
  const other = adapter.family ?? descriptor.families[0]!.id;
  return {
    familyOf: (path) => rows.find((row) => row.test(path))?.family ?? other,
    status: adapter.status ?? (statuses.includes('active') ? 'active' : statuses[0]!),
    authority: adapter.authority ?? 'authoritative',
  };
}

/** A folder of the descriptor as a path: no `./`, no `/` at either end; the root is `''`. */
function folderText(folder: string): string {
  return folder
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
