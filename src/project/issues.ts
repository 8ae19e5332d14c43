/** What the contract's reader says about a descriptor, as problems in plain words. */
import { nearest, type Problem, problem } from '../base/index.ts';
import { documents, jsonSchemaOf, projectSchema } from '../contract/index.ts';
import { type KeyPath, pathText } from './places.ts';

type Issue = NonNullable<ReturnType<typeof projectSchema.safeParse>['error']>['issues'][number];
type Locate = (path: KeyPath) => { readonly file: string; readonly line: number; readonly column: number };
type SchemaPart = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'an integer',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list in square brackets',
  object: 'a table',
  record: 'a table',
};

/** The problems of a value that is not a descriptor. */
export function descriptorProblems(value: unknown, locate: Locate): Problem[] {
  const parsed = projectSchema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, [], value, locate));
}

function problemsOf(issue: Issue, before: KeyPath, root: unknown, locate: Locate): Problem[] {
  const path = [...before, ...(issue.path as (string | number)[])];
  if (issue.code === 'invalid_union') {
    const branch = branchFor(issue.errors as Issue[][], valueAt(root, path));
    return branch.flatMap((inner) => problemsOf(inner, path, root, locate));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const near = nearest(key, knownKeys(path));
      const details = { key: pathText([...path, key]), suggestion: near ? `; did you mean ${near}?` : '' };
      return problem('descriptor_unknown_key', details, locate([...path, key]));
    });
  }
  const key = pathText(path);
  const expected = expectedOf(issue, path);
  if (valueAt(root, path) === undefined) {
    return [problem('descriptor_missing_key', { key, expected }, locate(path.slice(0, -1)))];
  }
  return [problem('descriptor_value', { key, reason: reasonOf(issue), expected }, locate(path))];
}

/** Of the ways a value might have been written, the one it was meant as: the table when it is a table. */
function branchFor(branches: readonly Issue[][], value: unknown): readonly Issue[] {
  const isTable = typeof value === 'object' && value !== null;
  const wrongType = (branch: readonly Issue[]) =>
    branch.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0);
  return branches.find((branch) => !wrongType(branch)) ?? branches[isTable ? branches.length - 1 : 0] ?? [];
}

function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'it is of another type';
    case 'invalid_value':
      return 'it is none of the values that are known';
    case 'invalid_format':
      return 'it has characters or a length that are not allowed';
    case 'too_small':
      return 'it is too small or empty';
    case 'too_big':
      return 'it is too large';
    default:
      return issue.message;
  }
}

function expectedOf(issue: Issue, path: KeyPath): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return pathText(path) === 'project.id'
        ? 'up to 100 lower-case letters, digits, ".", "_" and "-", with a letter or a digit first'
        : 'up to 100 letters, digits, ".", "_", "-" and blanks, with a letter or a digit first';
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? `at least ${issue.minimum}` : 'at least one of them';
    case 'too_big':
      return `at most ${issue.maximum}`;
    default:
      return 'a value of the form that the schema describes';
  }
}

function valueAt(root: unknown, path: KeyPath): unknown {
  let value: unknown = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The keys that the published schema knows at a path. */
function knownKeys(path: KeyPath): string[] {
  let part: SchemaPart | undefined = jsonSchemaOf(documents.find((row) => row.name === 'project')!);
  for (const step of path) {
    const table = tableOf(part);
    if (typeof step === 'number') part = table?.items as SchemaPart | undefined;
    else part = (table?.properties as Record<string, SchemaPart> | undefined)?.[step];
  }
  return Object.keys((tableOf(part)?.properties as object | undefined) ?? {});
}

function tableOf(part: SchemaPart | undefined): SchemaPart | undefined {
  const branches = part?.anyOf as SchemaPart[] | undefined;
  return branches ? branches.find((branch) => branch.type === 'object') : part;
}
