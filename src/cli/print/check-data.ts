/** What an answer of `check` holds, as its printers read it. */
import type { ResultPaper } from '../../contract/index.ts';
import type { ShownProblem } from './problems.ts';

export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

export interface FoundProblem extends ShownProblem {
  readonly node?: string;
  readonly related?: readonly { readonly file: string; readonly line?: number; readonly message: string }[];
  readonly fingerprint?: string;
}

export interface CheckData {
  readonly valid: boolean;
  readonly strict: boolean;
  readonly prefix: string;
  readonly files: number;
  readonly nodes: number;
  readonly edges: number;
  readonly counts: Counts;
  readonly problems: readonly FoundProblem[];
  readonly omitted: number;
  readonly accepted: {
    readonly path: string;
    readonly counts: Counts;
    readonly stale: number;
    readonly problems: readonly (FoundProblem & { readonly reason: string })[];
  } | null;
}

/** The data of a success. */
export function checkData(result: ResultPaper & { readonly ok: true }): CheckData {
  return result.data as unknown as CheckData;
}

/** The problems of any answer: those that were found, or those for which the project could not be opened. */
export function problemsOf(result: ResultPaper): readonly FoundProblem[] {
  if (result.ok) return checkData(result).problems;
  const { problems } = result.error.details;
  return Array.isArray(problems) ? (problems as unknown as FoundProblem[]) : [];
}

/** Where the project lies in its repository, as far as the answer knows. */
export function prefixOf(result: ResultPaper): string {
  if (result.ok) return checkData(result).prefix;
  const { prefix } = result.error.details;
  return typeof prefix === 'string' ? prefix : '';
}

/** What a refusal says, with its remedy. */
export function refusalText({ error }: ResultPaper & { readonly ok: false }): string {
  return `${error.message} ${error.remediation}`;
}
