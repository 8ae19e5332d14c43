/** Small projects in real folders, and requests to them with a clock and ids that repeat. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type Ambient, fixedAmbient } from '../../src/base/index.ts';
import type { FailurePaper, SuccessPaper } from '../../src/contract/index.ts';
import { respond } from '../../src/operation/index.ts';

export const DESCRIPTOR = `schema_version = 1
[project]
id = "cases"
title = "Cases"
[content]
markdown = ["docs/**/*.md"]
toml = ["docs/**/*.toml"]
[vocabulary]
statuses = ["draft", "active", "retired"]
relations = ["depends_on", "related_to"]
[[families]]
id = "guide"
directory = "docs"
[[families]]
id = "requirement"
directory = "docs"
[[writers]]
id = "author"
families = ["*"]
operations = ["create", "update", "move", "delete"]
[[reviewers]]
id = "reviewer"
[[appliers]]
id = "applier"
`;

/** A page with its block. */
export function page(id: string, more = '', body = `# ${id}\n\nText of ${id}.\n`): string {
  return `+++\nid = "${id}"\nfamily = "guide"\ntitle = "${id}"\nstatus = "active"\nauthority = "authoritative"\n${more}+++\n${body}`;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files; a project unless the descriptor is `null`. */
export function folderWith(files: Readonly<Record<string, string>>, descriptor: string | null = DESCRIPTOR): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docforge-operation-')));
  folders.push(root);
  const all = descriptor === null ? files : { ...files, '.docforge/project.toml': descriptor };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export interface Asked {
  readonly actor?: string;
  readonly ambient?: Ambient;
  readonly exact?: boolean;
  readonly onBug?: (error: unknown) => void;
}

const ambient = fixedAmbient();

/** One request to the project of a folder. */
export function ask(start: string, name: string, input: unknown = {}, asked: Asked = {}) {
  return respond(name, input, { start, ambient, ...asked });
}

/** The data of an answer that must be a success. */
export async function dataOf<T>(answer: ReturnType<typeof ask>): Promise<T> {
  const result = await answer;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return (result as SuccessPaper).data as unknown as T;
}

/** The code of an answer that must be a failure. */
export async function codeOf(answer: ReturnType<typeof ask>): Promise<string> {
  const result = await answer;
  return result.ok ? 'nothing was refused' : (result as FailurePaper).error.code;
}
