/** An operations document from text: JSON when it begins with a brace, TOML otherwise. Every wrong member is named. */
import { isDeeperThan, limits, parseToml, refuse } from '../base/index.ts';
import { type OperationsDocument, operationsDocumentSchema } from '../contract/index.ts';
import { reasonOf } from './reason.ts';

export interface DocumentInput {
  readonly document?: unknown;
  readonly text?: string | undefined;
  /** Instead of what the document says. */
  readonly title?: string | undefined;
  readonly rationale?: string | undefined;
  /** The title of a document that has none, where none is needed. */
  readonly fallback?: string | undefined;
}

/** Reads the document of a proposal. Refuses `invalid_input` with the place of the first fault and a list of all. */
export function readDocument(input: DocumentInput): OperationsDocument {
  const value = input.document ?? parseText(input.text ?? '');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('the document must be a table with title and operations', 'the document');
  }
  if (isDeeperThan(value, limits.json_depth_max)) {
    return wrong(`it is nested more than ${limits.json_depth_max} levels deep`, 'the document');
  }
  const members = { ...(value as Record<string, unknown>) };
  if (input.title !== undefined) members.title = input.title;
  else if (members.title === undefined && input.fallback !== undefined) members.title = input.fallback;
  if (input.rationale !== undefined) members.rationale = input.rationale;
  const parsed = operationsDocumentSchema.safeParse(members);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ where: placeText(issue.path), reason: reasonOf(issue) }));
  const { where, reason } = issues[0]!;
  return refuse('invalid_input', { operation: 'propose', where, reason: `${where}: ${reason}`, issues });
}

function parseText(text: string): unknown {
  if (/^\ufeff?\s*\{/.test(text)) {
    try {
      return JSON.parse(text.replace(/^\ufeff/, ''));
    } catch (cause) {
      return wrong(`the document is not JSON: ${(cause as Error).message}`, 'the document');
    }
  }
  const parsed = parseToml(text);
  if (parsed.ok) return parsed.value;
  const where = `line ${parsed.line}, column ${parsed.column} of the document`;
  return wrong(`the document is not TOML: ${parsed.reason} (${where})`, where);
}

function wrong(reason: string, where: string): never {
  return refuse('invalid_input', { operation: 'propose', where, reason: reason.replace(/\.$/, '') });
}

function placeText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part + 1}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
