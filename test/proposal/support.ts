/** Small projects for the tests of this room: a descriptor, pages from a few words, and everything about them open. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fixedAmbient, Refusal } from '../../src/base/index.ts';
import type { OperationPaper } from '../../src/contract/index.ts';
import { openProject, type Project } from '../../src/project/index.ts';

export const DESCRIPTOR = `schema_version = 1

[project]
id = "tests"
title = "Tests"

[content]
markdown = ["docs/**/*.md"]
toml = ["reqs/**/*.toml"]

[vocabulary]
statuses = ["draft", "active", "retired"]
relations = ["depends_on", "related_to"]

[[families]]
id = "guide"
directory = "docs"

[[families]]
id = "requirement"

[[writers]]
id = "ada"
families = ["*"]
operations = ["create", "update", "move", "delete"]

[[writers]]
id = "bob"
families = ["guide"]
operations = ["create", "update"]

[[reviewers]]
id = "rita"

[[reviewers]]
id = "ada"

[[reviewers]]
id = "keyed"
key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB9Xn0rYk0dq4h5T0k0v8yqf0n0k0v8yqf0n0k0v8yqf keyed"

[[appliers]]
id = "release"
approvals = 1
`;

export const VAULT = DESCRIPTOR.replace('markdown = ["docs/**/*.md"]\n', '').concat(
  '\n[adapter]\nname = "vault"\nfamily = "guide"\nstatus = "active"\nauthority = "authoritative"\n',
);

/** A page with a whole block. */
export function page(id: string, body = 'Body.\n', more = ''): string {
  return `+++\nid = "${id}"\ntitle = "${id}"\nfamily = "guide"\nauthority = "authoritative"\nstatus = "active"\n${more}+++\n\n${body}`;
}

const opened: { folder: string; project: Project }[] = [];

/** Lays the files in a fresh folder and opens it. Closed and removed by `cleanUp`. */
export function makeProject(files: Readonly<Record<string, string | Uint8Array>>, descriptor = DESCRIPTOR): Project {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-proposal-'));
  for (const [path, text] of Object.entries({ ...files, '.docforge/project.toml': descriptor }))
    put(folder, path, text);
  const project = openProject(folder);
  opened.push({ folder, project });
  return project;
}

export function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export function read(project: Project, path: string): string {
  return readFileSync(join(project.root, path), 'utf8');
}

export function cleanUp(): void {
  for (const { folder, project } of opened.splice(0)) {
    project.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const ambient = fixedAmbient('2026-02-03T04:05:06Z');

/** The refusal that some work ends with; fails when it does not end so. */
export async function refusalOf(work: () => unknown): Promise<Refusal> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

export const status = (id: string, to: string): OperationPaper => ({ op: 'update', id, set: { status: to } });
