/**
 * The answer of `check` as workflow commands of GitHub Actions: annotations for the first problems of each kind, all the
 * others in the log, and a notice that says so.
 *
 * Invariant: no text of a document can begin a command. What is in a command is escaped; the rest stands where commands
 * are stopped, under a word made from that text itself.
 */
import { sha256Hex, showHidden } from '../../base/index.ts';
import type { ResultPaper } from '../../contract/index.ts';
import { viewOf } from '../view.ts';
import { figures } from './check.ts';
import { checkData, type FoundProblem, prefixOf, problemsOf, refusalText } from './check-data.ts';
import { problemLines } from './problems.ts';

/** How many annotations of one kind GitHub shows for a step. */
const ANNOTATIONS_MAX = 10;

const KINDS = [
  { severity: 'error', command: 'error', many: 'errors', max: ANNOTATIONS_MAX },
  { severity: 'warning', command: 'warning', many: 'warnings', max: ANNOTATIONS_MAX },
  // One is left for the notice that says what was not annotated.
  { severity: 'note', command: 'notice', many: 'notes', max: ANNOTATIONS_MAX - 1 },
] as const;

const PLAIN = viewOf({ env: {}, terminal: false }, {});

/** The commands and the log, with the last line end. */
export function formatGithub(result: ResultPaper): string {
  const prefix = prefixOf(result);
  const problems = problemsOf(result);
  let text = '';
  const rest: FoundProblem[] = [];
  const left: string[] = [];
  for (const { severity, command, many, max } of KINDS) {
    const rows = problems.filter((row) => row.severity === severity);
    for (const row of rows.slice(0, max)) text += annotation(command, row, prefix);
    if (rows.length > max) left.push(`${rows.length - max} of ${rows.length} ${many}`);
    rest.push(...rows.slice(max));
  }
  if (!result.ok) text += commandLine('error', { title: result.error.code }, refusalText(result));
  if (rest.length > 0) text += `::group::Without an annotation\n${stopped(problemLines(rest, PLAIN))}::endgroup::\n`;
  if (result.ok) text += stopped(figures(checkData(result), PLAIN));
  return left.length === 0 ? text : text + limitNotice(left);
}

function limitNotice(left: readonly string[]): string {
  const message = `GitHub shows at most ${ANNOTATIONS_MAX} annotations of a kind for each step, so ${left.join(', ')} have none. The log of this step lists them all.`;
  return commandLine('notice', { title: 'More problems than annotations' }, message);
}

function annotation(command: string, row: FoundProblem, prefix: string): string {
  const { code, message, remedy, file, line, column } = row;
  const place = file === undefined ? {} : { file: prefix + file, line: line ?? 1, col: column };
  return commandLine(command, { ...place, title: code }, showHidden(`${message}\n${remedy}`));
}

/** `::name key=value,key=value::message`, escaped as the runner reads it. */
function commandLine(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const pairs = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${name} ${pairs.join(',')}::${escapeData(message)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A text in which the runner looks for no command. */
function stopped(text: string): string {
  const word = sha256Hex(text).slice(0, 32);
  return `::stop-commands::${word}\n${showHidden(text)}::${word}::\n`;
}
