/** Recovery as a command: ends whatever was interrupted in a project, and says what became of every file. */
import { type Ambient, systemAmbient } from '../base/index.ts';
import type { SystemOptions } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { withSystem } from './apply.ts';
import { APPLICATION_FOLDER, parseFolderName } from './places.ts';
import { type Recovered, recover } from './recover.ts';

/** Folders of applications that were interrupted, or are at work now; empty is the rule. Reads one folder only. */
export function interruptedApplications({ disk }: Pick<Project, 'disk'>): string[] {
  return disk
    .list(APPLICATION_FOLDER)
    .filter((name) => parseFolderName(name) !== null)
    .map((name) => `${APPLICATION_FOLDER}/${name}`);
}

export interface RecoveryReport {
  /** One row for each interrupted application, in the order in which they were ended; empty when there was none. */
  readonly recovered: readonly Recovered[];
  /** Whether nothing is left that could not be ended. */
  readonly clean: boolean;
}

/** Safe at any time, also while nothing was interrupted. Refuses `project_locked`, `disk_failed`. */
export async function recoverProject(
  project: Project,
  ambient: Ambient = systemAmbient,
  options: SystemOptions = {},
): Promise<RecoveryReport> {
  const recovered = await project.disk.withLock(() =>
    withSystem(project, options, (system) => recover(system, ambient.freshId)),
  );
  const stuck = ['journal_damaged', 'taken_over', 'unfinished'];
  return { recovered, clean: recovered.every((row) => !stuck.includes(row.outcome)) };
}
