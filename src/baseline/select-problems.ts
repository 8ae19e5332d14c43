/**
 * Which problems were named, to be accepted. Nothing is taken as a whole: codes or single problems are named, and a
 * place only narrows what a code means.
 */
import { type Code, catalogue, entryOf, nearest, refuse, sortedBy } from '../base/index.ts';
import type { Known } from './match-baseline.ts';

export interface Naming {
  readonly codes: readonly string[];
  /** `docs/`, `docs/a.md`, or `docs/a.md:12` as `check` shows it. */
  readonly paths: readonly string[];
  readonly nodes: readonly string[];
  /** Fingerprints, or at least their first twelve digits. */
  readonly problems: readonly string[];
}

/** A problem about the baseline itself; it is no problem to accept. */
const NOT_ACCEPTED = 'stale_acceptance';
const DIGITS = /^(?:sha256:)?([0-9a-f]{12,64})$/;

/** The problems that were named, in their order. Refuses `acceptance_unnamed`, `unknown_problem_code`, `nothing_to_accept`. */
export function selectProblems(known: readonly Known[], naming: Naming): Known[] {
  const { codes, problems } = naming;
  const there = countText(known);
  if (codes.length + problems.length === 0) return refuse('acceptance_unnamed', { there });
  for (const code of codes) requireCode(code);
  const prefixes = problems.map((text) => DIGITS.exec(text)?.[1] ?? null);
  const found = known.filter(
    (row) =>
      (codes.includes(row.problem.code) && isAt(row, naming)) ||
      prefixes.some((digits) => digits !== null && row.print.id.startsWith(`sha256:${digits}`)),
  );
  const named = [...codes, ...naming.paths, ...naming.nodes, ...problems];
  return found.length > 0 ? found : refuse('nothing_to_accept', { named, there });
}

/** `dead_anchor (72), dead_link (42)`, or that there are none. */
export function countText(known: readonly Known[]): string {
  const counts = new Map<string, number>();
  for (const { problem } of known) counts.set(problem.code, (counts.get(problem.code) ?? 0) + 1);
  const texts = sortedBy(counts, ([code]) => code).map(([code, count]) => `${code} (${count})`);
  return texts.length === 0 ? 'no problems at all' : texts.join(', ');
}

function requireCode(code: string): void {
  const codes = (Object.keys(catalogue) as Code[]).filter((name) => entryOf(name).kind === 'problem');
  const known = codes.filter((name) => name !== NOT_ACCEPTED);
  if ((known as string[]).includes(code)) return;
  const near = nearest(code, known);
  refuse('unknown_problem_code', { code, suggestion: near === undefined ? '' : `; did you mean ${near}?` });
}

function isAt({ problem }: Known, { paths, nodes }: Naming): boolean {
  if (paths.length + nodes.length === 0) return true;
  if (problem.node !== undefined && nodes.includes(problem.node)) return true;
  return paths.some((path) => isBelow(problem, path));
}

function isBelow({ file, line, column }: Known['problem'], path: string): boolean {
  if (file === undefined) return false;
  const [, name = path, atLine, atColumn] = /^(.*?):(\d+)(?::(\d+))?$/.exec(path) ?? [];
  if (atLine !== undefined) {
    return file === name && line === Number(atLine) && (atColumn === undefined || column === Number(atColumn));
  }
  const folder = path.replace(/^\.\//, '').replace(/\/$/, '');
  return folder === '' || folder === '.' || file === folder || file.startsWith(`${folder}/`);
}
