/** Small real projects in temporary folders, and what a test needs to look at them. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openProject, type Project } from '../../src/project/index.ts';
import { DESCRIPTOR, put } from './sample.ts';

const open: { folder: string; projects: Project[] }[] = [];

afterEach(() => {
  for (const { folder, projects } of open.splice(0)) {
    for (const project of projects) project.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A new folder with these files and a descriptor. Removed after the test. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>>, descriptor = DESCRIPTOR): string {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-store-'));
  open.push({ folder, projects: [] });
  put(folder, '.docforge/project.toml', descriptor);
  for (const [path, text] of Object.entries(files)) put(folder, path, text);
  return folder;
}

/** Opens the project of a folder that `makeFolder` or `copyFolder` made. */
export function openAt(folder: string): Project {
  const project = openProject(folder, { exact: true });
  open.find((one) => one.folder === folder)!.projects.push(project);
  return project;
}

export function makeProject(files: Readonly<Record<string, string | Uint8Array>>, descriptor = DESCRIPTOR): Project {
  return openAt(makeFolder(files, descriptor));
}

/** A copy of a folder without its index. */
export function copyFolder(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'docforge-store-'));
  open.push({ folder, projects: [] });
  cpSync(root, folder, { recursive: true, filter: (path) => !path.includes('.docforge/index') });
  return folder;
}

export const INDEX = '.docforge/index';

/** The bytes of the image of a project. */
export function imageOf(root: string): Buffer {
  return readFileSync(join(root, INDEX, 'image.sqlite'));
}
