/**
 * The shape of one catalogue entry. Invariants: a code is permanent once published; the message says what happened
 * and why, the remedy what to do; every `{name}` in either is filled from the details given with the code.
 */

/** How bad a document problem is. `error` makes the project invalid. */
export type Severity = 'error' | 'warning' | 'note';

/** A wrong document: data, collected and sorted, never thrown. */
export interface ProblemEntry {
  readonly kind: 'problem';
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
}

/** A request that may not proceed. `exit` 1: the answer is no; 2: usage, or it could not be determined; 70: a bug; 130: cancelled. */
export interface RefusalEntry {
  readonly kind: 'refusal';
  readonly exit: 1 | 2 | 70 | 130;
  readonly message: string;
  readonly remedy: string;
}

/** Done, but some evidence is incomplete; listed in the envelope after the commit point. */
export interface DegradedEntry {
  readonly kind: 'degraded';
  readonly message: string;
  readonly remedy: string;
}

export type CatalogueEntry = ProblemEntry | RefusalEntry | DegradedEntry;
export type Area = Readonly<Record<string, CatalogueEntry>>;

/** The `{name}` placeholders of a template, as a union of their names. */
export type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
