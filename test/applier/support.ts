/** A small project whose changes can be proposed, approved and applied, for the tests of this room. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Ambient, Refusal } from '../../src/base/index.ts';
import type { ChangesetPaper, OperationPaper } from '../../src/contract/index.ts';
import { openProject, type Project } from '../../src/project/index.ts';
import { approveChangeset, createChangeset } from '../../src/proposal/index.ts';

export const DESCRIPTOR = `schema_version = 1

[project]
id = "tests"
title = "Tests"

[content]
markdown = ["docs/**/*.md"]

[[families]]
id = "guide"
directory = "docs"

[[writers]]
id = "ada"
families = ["*"]
operations = ["create", "update", "move", "delete"]

[[reviewers]]
id = "rita"

[[reviewers]]
id = "rob"

[[reviewers]]
id = "ada"

[[appliers]]
id = "release"
approvals = 1

[[appliers]]
id = "strict"
approvals = 2

[[appliers]]
id = "alone"
approvals = 1
own_changes = true
`;

/** A page with a whole block. */
export function page(id: string, body = `The page ${id}.\n`): string {
  return `+++\nid = "${id}"\ntitle = "${id}"\nfamily = "guide"\nauthority = "authoritative"\nstatus = "active"\n+++\n\n${body}`;
}

export const PAGES: Readonly<Record<string, string>> = {
  'docs/one.md': page('one'),
  'docs/two.md': page('two'),
  'docs/three.md': page('three'),
};

const opened: { folder: string; project: Project }[] = [];

/** Lays the files in a fresh folder and opens it as a project; closed and removed by `cleanUp`. */
export function makeProject(files = PAGES, descriptor = DESCRIPTOR): Project {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-applier-'));
  for (const [path, text] of Object.entries({ ...files, '.docforge/project.toml': descriptor }))
    put(folder, path, text);
  const project = openProject(folder);
  opened.push({ folder, project });
  return project;
}

export function cleanUp(): void {
  for (const { project } of [...opened]) closeProject(project);
}

/** Closes one project and removes its folder. */
export function closeProject(project: Project): void {
  const at = opened.findIndex((row) => row.project === project);
  const [row] = opened.splice(at, 1);
  project.close();
  if (row) rmSync(row.folder, { recursive: true, force: true });
}

export function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Every file under a folder of the project by path, without the state folder. */
export function documentsOf(project: Project): Record<string, string> {
  const out: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(project.root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (path === '.docforge') continue;
      if (entry.isDirectory()) visit(path);
      else out[path] = readFileSync(join(project.root, path), 'utf8');
    }
  };
  visit('');
  return Object.fromEntries(Object.entries(out).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names in a folder of the project; none when it does not exist. */
export function namesIn(project: Project, folder: string): string[] {
  try {
    return readdirSync(join(project.root, folder)).sort();
  } catch {
    return [];
  }
}

/** The operations that most tests propose: an update, a creation in a new folder, a deletion. */
export const OPERATIONS: readonly OperationPaper[] = [
  { op: 'update', id: 'one', content: 'The page one, said better.\n' },
  {
    op: 'create',
    id: 'four',
    family: 'guide',
    title: 'four',
    status: 'active',
    path: 'docs/new/deep/four.md' as never,
  },
  { op: 'delete', id: 'two' },
];

/** Proposes the operations, ready, and has them approved. */
export async function approved(
  project: Project,
  ambient: Ambient,
  options: {
    readonly id?: string;
    readonly operations?: readonly OperationPaper[];
    readonly by?: readonly string[];
  } = {},
): Promise<ChangesetPaper> {
  const { id = 'change', operations = OPERATIONS, by = ['rita'] } = options;
  const { changeset } = await createChangeset(
    project,
    { id, title: 'A change', operations, writer: 'ada', state: 'ready' },
    ambient,
  );
  for (const reviewer of by)
    await approveChangeset(project, { changeset: id, hash: changeset.hash, reviewer }, ambient);
  return changeset;
}

/** The refusal that some work ends with; fails when it does not end so. */
export async function refusalOf(work: () => Promise<unknown>): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
