/** Opening a project: the descriptor is found upward from a folder, read once, and turned into everything it decides. */
import { hashBytes, hashJson, limits, type Problem, refuse } from '../base/index.ts';
import type { ProjectPaper } from '../contract/index.ts';
import { type Disk, findUpward, openDisk } from '../disk/index.ts';
import { contentTest, skipNames } from './content.ts';
import { DESCRIPTOR_PATH, parseDescriptor } from './descriptor.ts';
import { buildPolicy } from './policy.ts';
import { readRevision, repositoryPrefix } from './revision.ts';
import { buildRules } from './rules.ts';
import type { Project } from './types.ts';

/**
 * Opens the project of a folder: its own with `exact`, else the nearest above it too. Refuses `no_folder`,
 * `no_project` and `invalid_descriptor`.
 */
export function openProject(start: string, options: { readonly exact?: boolean } = {}): Project {
  const root = findRoot(start, options.exact ?? false);
  const disk = openFolder(root);
  try {
    const bytes = disk.readIfPresent(DESCRIPTOR_PATH, limits.document_bytes_max);
    if (bytes === null) return refuse('no_project', { start: root, above: '' });
    return projectOf(disk, bytes);
  } catch (cause) {
    disk.close();
    throw cause;
  }
}

/** Opens a folder as the root of a disk; refuses `no_folder`. */
export function openFolder(folder: string): Disk {
  try {
    return openDisk(folder);
  } catch (cause) {
    return refuse('no_folder', { start: folder, reason: reasonOf(cause) });
  }
}

function findRoot(start: string, exact: boolean): string {
  if (exact) return start;
  const found = findUpward(start, DESCRIPTOR_PATH);
  if (found === null) {
    openFolder(start).close();
    return refuse('no_project', { start, above: ', nor in any folder above it' });
  }
  return found;
}

function projectOf(disk: Disk, bytes: Uint8Array): Project {
  const parsed = parseDescriptor(bytes);
  if ('problems' in parsed) {
    const { problems } = parsed;
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    return refuse('invalid_descriptor', {
      ...{ count, first: firstText(problems), problems },
      prefix: repositoryPrefix(disk.root),
    });
  }
  const { descriptor, warnings } = parsed;
  const descriptorHash = hashBytes(bytes);
  return {
    disk,
    root: disk.root,
    id: descriptor.project.id,
    title: descriptor.project.title,
    descriptor,
    descriptor_hash: descriptorHash,
    fingerprint: hashJson({ project: descriptor.project.id }),
    policy: buildPolicy(descriptor, descriptorHash),
    rules: buildRules(descriptor),
    adapter: descriptor.adapter?.name ?? null,
    revision: readRevision(disk.root),
    source_bytes_max: sourceBytesMax(descriptor),
    skip_names: skipNames(descriptor),
    formatOf: contentTest(descriptor),
    warnings,
    close: () => disk.close(),
  };
}

function sourceBytesMax(descriptor: ProjectPaper): number {
  return Math.min(descriptor.limits?.source_bytes ?? limits.source_bytes_max, limits.source_bytes_max);
}

function firstText(problems: readonly Problem[]): string {
  const first = problems[0];
  return first ? `line ${first.line ?? 1}: ${first.message} ${first.remedy}` : '';
}

function reasonOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ENOTDIR') return 'it is not a folder';
  if (typeof code === 'string') return code;
  throw cause;
}
