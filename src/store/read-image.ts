/** What an opened image says about itself. */
import { INDEX_SCHEMA, VERSION } from '../base/index.ts';
import type { Project } from '../project/index.ts';
import type { Database } from './database.ts';
import type { ProjectView } from './snapshot.ts';

/** The identity of an image: project, generation, source_hash, descriptor_hash, policy_hash, version, index_schema. */
export function readMeta(database: Database): Readonly<Record<string, string>> {
  return Object.fromEntries(database.rows('select key, value from meta') as [string, string][]);
}

/** Whether this very version of the program wrote the image, so that its postings may be carried over. */
export function isSameVersion(database: Database): boolean {
  const meta = readMeta(database);
  return meta.version === VERSION && meta.index_schema === String(INDEX_SCHEMA);
}

/** Whether building the image of a view would give this image again. */
export function isSameImage(database: Database, project: Project, view: ProjectView): boolean {
  const meta = readMeta(database);
  if (!isSameVersion(database)) return false;
  if (meta.generation !== view.generation || meta.source_hash !== view.source_hash) return false;
  if (meta.descriptor_hash !== project.descriptor_hash || meta.policy_hash !== project.policy.hash) return false;
  const problems = database.rows('select json from problem order by id').map(([json]) => json);
  return (
    problems.length === view.problems.length && problems.every((json, i) => json === JSON.stringify(view.problems[i]))
  );
}
