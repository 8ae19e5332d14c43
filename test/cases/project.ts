/** What a case does by the command line, in memory: ask, and carry a change through its whole life. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docforge, type Typed } from '../cli/terminal.ts';

/** What the tests look at in an answer; its parts are as the operation gives them. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation, and the test says what it expects
  readonly data: any;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** The answer to one command, read from its JSON. */
export async function json(root: string, words: readonly string[], typed: Typed = {}): Promise<Answer> {
  const { out, status } = await docforge(root, ['--json', ...words], typed);
  const result = JSON.parse(out);
  return { status, ok: result.ok, data: result.data, code: result.error?.code, message: result.error?.message };
}

let made = 0;

/** Proposes, approves and applies a list of operations; gives the last answer, which is the first that says no. */
export async function change(root: string, ...operations: readonly object[]): Promise<Answer> {
  const id = `change-${++made}`;
  const words = ['propose', '-', '--changeset', id, '--ready', '--as', 'author'];
  const proposed = await json(root, words, { stdin: JSON.stringify({ title: id, operations }) });
  if (!proposed.ok) return proposed;
  const { hash } = proposed.data.changeset;
  const approved = await json(root, ['approve', id, '--hash', hash, '--as', 'reviewer']);
  return approved.ok ? json(root, ['apply', id, '--as', 'applier']) : approved;
}

/** The problems of a project: code, file and line. */
export async function problems(root: string): Promise<string[]> {
  const { data } = await json(root, ['check']);
  return data.problems.map((row: Record<string, unknown>) => `${row.code} ${row.file}:${row.line}`);
}

/** One document with its edges. */
export async function shown(root: string, id: string) {
  const { data, code } = await json(root, ['show', '--', id]);
  return data?.nodes[0] ?? code;
}

/** Targets of the edges out of a document. */
export async function targets(root: string, id: string): Promise<string[]> {
  const { outgoing } = await shown(root, id);
  return outgoing.map((edge: Record<string, unknown>) => edge.target);
}

/** A file, each byte as one character. */
export function bytes(root: string, path: string): string {
  return readFileSync(join(root, path), 'latin1');
}
