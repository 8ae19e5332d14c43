/**
 * The one table of every code that DocForge can say, in the order of the rooms.
 * A test proves that it and the project's own page of errors agree both ways.
 */
import { applierCodes } from './applier.ts';
import { baselineCodes } from './baseline.ts';
import { diskCodes } from './disk.ts';
import type { CatalogueEntry } from './entry.ts';
import { graphCodes } from './graph.ts';
import { operationCodes } from './operation.ts';
import { projectCodes } from './project.ts';
import { proposalCodes } from './proposal.ts';
import { queryCodes } from './query.ts';
import { sourceCodes } from './source.ts';
import { storeCodes } from './store.ts';

export const catalogue = {
  ...diskCodes,
  ...projectCodes,
  ...sourceCodes,
  ...graphCodes,
  ...storeCodes,
  ...queryCodes,
  ...baselineCodes,
  ...proposalCodes,
  ...applierCodes,
  ...operationCodes,
} as const;

export type Catalogue = typeof catalogue;
export type Code = keyof Catalogue;
type CodeOf<Kind> = { [K in Code]: Catalogue[K] extends { readonly kind: Kind } ? K : never }[Code];
export type ProblemCode = CodeOf<'problem'>;
export type RefusalCode = CodeOf<'refusal'>;
export type DegradedCode = CodeOf<'degraded'>;

/** The entry of a code, as plain data. */
export function entryOf(code: Code): CatalogueEntry {
  return catalogue[code];
}

/** A template with its `{name}` places filled; a missing detail stays visible as `{name}`. */
export function fill(template: string, details: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(details, name) ? details[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : String(value);
  });
}
