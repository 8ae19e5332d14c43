/** The answer of `check` as a summary in Markdown, as GitHub shows it on the page of a job. */
import { showHidden } from '../../base/index.ts';
import type { ResultPaper } from '../../contract/index.ts';
import { viewOf } from '../view.ts';
import { figures } from './check.ts';
import { checkData, type FoundProblem, prefixOf, problemsOf, refusalText } from './check-data.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const HEADING = '## DocForge check: ';
/** GitHub takes one MiB for all summaries of a step. */
const ROWS_MAX = 200;
const PLAIN = viewOf({ env: {}, terminal: false }, {});

/** Whether a file begins as such a summary does. */
export function isSummary(beginning: string): boolean {
  return beginning.startsWith(HEADING);
}

/** The summary. Where the build server names repository and commit, places are links. */
export function formatSummary(result: ResultPaper, env: Environment): string {
  const problems = problemsOf(result);
  const verdict = !result.ok ? 'not determined' : checkData(result).valid ? 'valid' : 'not valid';
  let text = `${HEADING}${verdict}\n\n`;
  if (result.ok) text += `${figures(checkData(result), PLAIN).trimEnd().split('\n').map(escapeText).join('  \n')}\n\n`;
  else text += `${escapeText(refusalText(result))}\n\n`;
  if (problems.length === 0) return text;
  text += `${codeTable(problems)}\n| place | severity | problem |\n|---|---|---|\n`;
  const place = placeWriter(prefixOf(result), env);
  for (const row of problems.slice(0, ROWS_MAX)) {
    text += `| ${place(row)} | ${row.severity} | ${escapeText(row.message)} \`${row.code}\` |\n`;
  }
  if (problems.length > ROWS_MAX) text += `\n${problems.length - ROWS_MAX} more are in the log.\n`;
  return `${text}\n`;
}

function codeTable(problems: readonly FoundProblem[]): string {
  const rows = new Map<string, { readonly severity: string; readonly remedy: string; count: number }>();
  for (const { code, severity, remedy } of problems) {
    const row = rows.get(code);
    if (row) row.count++;
    else rows.set(code, { severity, remedy, count: 1 });
  }
  const lines = [...rows].map(
    ([code, { severity, remedy, count }]) => `| \`${code}\` | ${severity} | ${count} | ${escapeText(remedy)} |\n`,
  );
  return `| code | severity | count | what to do |\n|---|---|--:|---|\n${lines.join('')}`;
}

function placeWriter(prefix: string, env: Environment): (row: FoundProblem) => string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = env;
  const base = server && repository && commit ? `${server}/${repository}/blob/${commit}/` : null;
  return ({ file, line }) => {
    if (file === undefined) return 'project';
    const text = escapeText(line === undefined ? file : `${file}:${line}`);
    if (base === null) return text;
    const path = (prefix + file).toWellFormed().split('/').map(encodeURIComponent).join('/');
    return `[${text}](${base}${path.replace(/[()]/g, (c) => (c === '(' ? '%28' : '%29'))}${line === undefined ? '' : `#L${line}`})`;
  };
}

/** A text that is shown as it is, in one cell of a table: no mark, no tag and no name that somebody is called by. */
function escapeText(text: string): string {
  return showHidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]()#+!|~^$>]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replace(/:\/\//g, '&#58;//')
    .replace(/\s*[\r\n]+\s*/g, ' ');
}
