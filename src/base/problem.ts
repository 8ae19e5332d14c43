/**
 * Four kinds of bad news, three of them here: a problem is a wrong document (data), a refusal is a request that may
 * not proceed (thrown, with a code), degraded is done with incomplete evidence (data). The fourth, a bug, is any
 * other error.
 */

import type { Placeholders, Severity } from './catalogue/entry.ts';
import {
  type Catalogue,
  catalogue,
  type DegradedCode,
  entryOf,
  fill,
  type ProblemCode,
  type RefusalCode,
} from './catalogue/index.ts';
import { compareText } from './order.ts';

/** A place in a file: 1-based line and column (UTF-16 units of the file's own line), both optional. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A wrong document. Sorted by file, line, column, code, message. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The node concerned, where one is known. */
  readonly node?: string;
  /** Other places that belong to the same problem. */
  readonly related?: readonly { readonly file: string; readonly line?: number; readonly message: string }[];
}

/** Done, but some evidence is incomplete. */
export interface Degraded {
  readonly code: DegradedCode;
  readonly message: string;
  readonly remedy: string;
}

type Detail = string | number | boolean | readonly string[];
type NamesOf<E> = E extends { readonly message: infer M extends string; readonly remedy: infer R extends string }
  ? Placeholders<M> | Placeholders<R>
  : never;
/** The details a code needs: every placeholder of its message and remedy. More may be given. */
export type DetailsOf<C extends keyof Catalogue> = { readonly [K in NamesOf<Catalogue[C]>]: Detail } & Readonly<
  Record<string, unknown>
>;

type More = Place & {
  readonly node?: string | undefined;
  readonly severity?: Severity;
  readonly related?: Problem['related'];
};

/** Makes a problem from its code, its place and the details its message names. */
export function problem<C extends ProblemCode>(code: C, details: DetailsOf<C>, more: More = {}): Problem {
  const entry = catalogue[code];
  return {
    code,
    severity: more.severity ?? entry.severity,
    message: fill(entry.message, details),
    remedy: fill(entry.remedy, details),
    ...(more.file === undefined ? {} : { file: more.file }),
    ...(more.line === undefined ? {} : { line: more.line }),
    ...(more.column === undefined ? {} : { column: more.column }),
    ...(more.node === undefined ? {} : { node: more.node }),
    ...(more.related === undefined ? {} : { related: more.related }),
  };
}

/** Makes a degraded note from its code and details. */
export function degraded<C extends DegradedCode>(code: C, details: DetailsOf<C>): Degraded {
  const entry = entryOf(code);
  return { code, message: fill(entry.message, details), remedy: fill(entry.remedy, details) };
}

/** Problems in their one order, exact duplicates removed. */
export function sortProblems(problems: Iterable<Problem>): Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      compareText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
  return sorted.filter((p, i) => {
    const q = sorted[i - 1];
    return (
      !q ||
      q.code !== p.code ||
      q.message !== p.message ||
      q.file !== p.file ||
      q.line !== p.line ||
      q.column !== p.column
    );
  });
}

/** A request that may not proceed, with its code and typed details. The one error that the faces print as it is. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly remedy: string;

  constructor(code: RefusalCode, details: Readonly<Record<string, unknown>>) {
    const entry = entryOf(code);
    super(fill(entry.message, details));
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
    this.remedy = fill(entry.remedy, details);
  }
}

/** Stops with a code. A state-changing refusal's message says what state the project is in. */
export function refuse<C extends RefusalCode>(code: C, details: DetailsOf<C>): never {
  throw new Refusal(code, details);
}
