/**
 * The descriptor, text to value.
 *
 * Invariants: pure; every problem is found at once and names its line; a value comes back only when there is no error.
 */
import {
  type Code,
  catalogue,
  entryOf,
  nearest,
  type Problem,
  parseToml,
  problem,
  sortProblems,
} from '../base/index.ts';
import { type ProjectPaper, projectSchema } from '../contract/index.ts';
import { descriptorProblems } from './issues.ts';
import { type KeyPath, placeOf } from './places.ts';
import { STATUSES_DEFAULT } from './rules.ts';

/** Where the descriptor lies, from the root. */
export const DESCRIPTOR_PATH = '.docforge/project.toml';

/** A descriptor that can be used, with problems that do not stop it; or the problems that do. */
export type ParsedDescriptor =
  | { readonly descriptor: ProjectPaper; readonly warnings: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

type Found = (path: KeyPath, make: (place: { file: string; line: number; column: number }) => Problem) => void;

/** Reads a descriptor from its bytes or its text. Problems are sorted by place. */
export function parseDescriptor(source: Uint8Array | string): ParsedDescriptor {
  const text = typeof source === 'string' ? source : decode(source);
  if (text === null) {
    const place = { file: DESCRIPTOR_PATH, line: 1, column: 1 };
    return { problems: [problem('descriptor_syntax', { reason: 'it is not UTF-8' }, place)] };
  }
  const document = parseToml(text);
  if (!document.ok) {
    const { reason, line, column } = document;
    return { problems: [problem('descriptor_syntax', { reason }, { file: DESCRIPTOR_PATH, line, column })] };
  }
  const locate = (path: KeyPath) => ({ file: DESCRIPTOR_PATH, ...placeOf(text, document, path) });
  const problems = descriptorProblems(document.value, locate);
  if (problems.length > 0) return { problems: sortProblems(problems) };
  const descriptor = projectSchema.parse(document.value);
  checkNames(descriptor, (path, make) => problems.push(make(locate(path))));
  const sorted = sortProblems(problems);
  if (sorted.some((row) => row.severity === 'error')) return { problems: sorted };
  return { descriptor, warnings: sorted };
}

/** Names that stand twice, and names that nothing defines. */
function checkNames(descriptor: ProjectPaper, found: Found): void {
  for (const list of ['families', 'writers', 'reviewers', 'appliers'] as const) {
    checkTwice(
      list,
      'id',
      (descriptor[list] ?? []).map((row) => row.id),
      found,
    );
  }
  const relations = (descriptor.vocabulary?.relations ?? []).map((row) => (typeof row === 'string' ? row : row.name));
  checkTwice('vocabulary.relations', null, relations, found);
  const families = descriptor.families.map((row) => row.id);
  const needFamily = (name: string, path: KeyPath, key: string) => {
    if (name !== '*' && !families.includes(name)) found(path, unknownName(name, key, 'family', families));
  };
  for (const [i, writer] of (descriptor.writers ?? []).entries()) {
    for (const [j, name] of writer.families.entries()) needFamily(name, ['writers', i, 'families', j], 'writers');
  }
  const { adapter } = descriptor;
  for (const [i, row] of (adapter?.families ?? []).entries()) {
    needFamily(row.family, ['adapter', 'families', i, 'family'], 'adapter.families');
  }
  if (adapter?.family) needFamily(adapter.family, ['adapter', 'family'], 'adapter.family');
  const statuses = descriptor.vocabulary?.statuses ?? STATUSES_DEFAULT;
  if (adapter?.status && !statuses.includes(adapter.status)) {
    found(['adapter', 'status'], unknownName(adapter.status, 'adapter.status', 'status', statuses));
  }
  const codes = (Object.keys(catalogue) as Code[]).filter((code) => entryOf(code).kind === 'problem');
  for (const name of Object.keys(descriptor.problems ?? {})) {
    if ((codes as string[]).includes(name)) continue;
    const details = { name, suggestion: suggestion(name, codes) };
    found(['problems', name], (place) => problem('descriptor_unknown_code', details, place));
  }
}

function checkTwice(list: string, key: string | null, names: readonly string[], found: Found): void {
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) === i) continue;
    const path = [...list.split('.'), i, ...(key === null ? [] : [key])];
    found(path, (place) => problem('descriptor_duplicate', { name, list }, place));
  }
}

function unknownName(name: string, key: string, kind: string, known: readonly string[]) {
  const details = { name, key, kind, suggestion: suggestion(name, known) };
  return (place: { file: string; line: number; column: number }) => problem('descriptor_unknown_name', details, place);
}

function suggestion(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near ? `; did you mean ${near}?` : '';
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
