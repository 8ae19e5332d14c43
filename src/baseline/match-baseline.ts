/**
 * Which problems a baseline accepts. Invariants: a row accepts one problem, and only one of the same code and place that
 * says the same and was found in the same; what it does not accept is shown; a row that accepts nothing is named.
 */
import { type Problem, problem, type Severity } from '../base/index.ts';
import type { AcceptedPaper } from '../contract/index.ts';
import { BASELINE_PATH, type BaselineFile } from './baseline-file.ts';
import { type BytesOf, type Fingerprint, fingerprints } from './fingerprint.ts';

/** A problem with its fingerprint. */
export interface Known {
  readonly problem: Problem;
  readonly print: Fingerprint;
}

/** A problem that the baseline accepts, and why. */
export interface Accepted extends Known {
  readonly reason: string;
}

export interface Matched {
  /** In the order in which they came. */
  readonly open: readonly Known[];
  readonly accepted: readonly Accepted[];
  /** Numbers of the rows that accept nothing. */
  readonly stale: readonly number[];
}

/** Problems with their fingerprints, in their order. */
export function knownProblems(problems: readonly Problem[], bytesOf: BytesOf): Known[] {
  const prints = fingerprints(problems, bytesOf);
  return problems.map((row, i) => ({ problem: row, print: prints[i]! }));
}

/** Takes the accepted problems out. */
export function matchBaseline(known: readonly Known[], rows: readonly AcceptedPaper[]): Matched {
  const byKey = new Map<string, number[]>();
  for (const [i, { code, file, node, says, hash }] of rows.entries()) {
    const key = keyOf(code, node ?? file ?? '', says, hash);
    const same = byKey.get(key);
    if (same) same.push(i);
    else byKey.set(key, [i]);
  }
  const open: Known[] = [];
  const accepted: Accepted[] = [];
  const used = new Set<number>();
  for (const row of known) {
    const { place, says, hash } = row.print;
    const at = byKey.get(keyOf(row.problem.code, place, says, hash))?.shift();
    if (at === undefined) open.push(row);
    else {
      used.add(at);
      accepted.push({ ...row, reason: rows[at]!.reason });
    }
  }
  return { open, accepted, stale: [...rows.keys()].filter((i) => !used.has(i)) };
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\u0000');
}

/** A problem for each row that accepts nothing, at its line. The descriptor may set another severity. */
export function staleProblems(
  { accepted, lines }: BaselineFile,
  stale: readonly number[],
  severities: ReadonlyMap<string, Severity | 'off'>,
): Problem[] {
  const severity = severities.get('stale_acceptance');
  if (severity === 'off') return [];
  return stale.map((i) => {
    const { code, file, node, says } = accepted[i]!;
    const details = { accepted: code, place: file ?? node ?? 'the project', says };
    return problem('stale_acceptance', details, {
      file: BASELINE_PATH,
      line: lines[i],
      ...(severity === undefined ? {} : { severity }),
    });
  });
}
