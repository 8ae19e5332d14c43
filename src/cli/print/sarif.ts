/**
 * The answer of `check` as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format), for code scanning.
 *
 * Invariants: no path and no time of a machine is in it, so the same answer gives the same bytes; every file is relative
 * to `%SRCROOT%`, the top of the repository; a fingerprint holds as long as the line that it speaks of.
 */
import { type Code, catalogue, entryOf, type ProblemCode, showHidden, VERSION } from '../../base/index.ts';
import type { ResultPaper } from '../../contract/index.ts';
import { checkData, type FoundProblem, prefixOf, problemsOf, refusalText } from './check-data.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const ROOT = '%SRCROOT%';
/** Where a problem of the project as a whole is shown. */
const DESCRIPTOR = '.docforge/project.toml';

const RULE_CODES = (Object.keys(catalogue) as Code[]).filter((code) => entryOf(code).kind === 'problem').sort();

/** Whether a file begins as such a report does. */
export function isSarif(beginning: string): boolean {
  return /^\s*\{/.test(beginning) && beginning.includes('sarif');
}

/** The report, indented, with its last line end. */
export function formatSarif(result: ResultPaper): string {
  const prefix = prefixOf(result);
  const occurrences = new Map<string, number>();
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'DocForge', semanticVersion: VERSION, rules: RULE_CODES.map(ruleOf) } },
        automationDetails: { id: `docforge/check/${result.project ?? ''}` },
        invocations: [invocationOf(result)],
        originalUriBaseIds: { [ROOT]: { description: { text: 'The top of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        ...propertiesOf(result),
        results: [
          ...problemsOf(result).map((row) => resultOf(row, prefix, occurrences)),
          ...acceptedOf(result).map((row) => ({
            ...resultOf(row, prefix, occurrences),
            suppressions: [{ kind: 'external', status: 'accepted', justification: showHidden(row.reason) }],
          })),
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function acceptedOf(result: ResultPaper) {
  return result.ok ? (checkData(result).accepted?.problems ?? []) : [];
}

/** How many problems the baseline takes out, also where a report has no room to list them. */
function propertiesOf(result: ResultPaper) {
  const accepted = result.ok ? checkData(result).accepted : null;
  if (accepted === null) return {};
  return { properties: { accepted: accepted.counts, stale_acceptances: accepted.stale } };
}

function ruleOf(code: Code) {
  const entry = entryOf(code);
  const name = code.split('_').map((word) => word[0]!.toUpperCase() + word.slice(1));
  const words = code.replaceAll('_', ' ');
  return {
    id: code,
    name: name.join(''),
    shortDescription: { text: `${words[0]!.toUpperCase()}${words.slice(1)}.` },
    fullDescription: { text: entry.message.replace('{suggestion}', '') },
    help: { text: entry.remedy, markdown: `${entry.remedy}\n\n\`${code}\` stands for: ${entry.message}` },
    defaultConfiguration: { level: entry.kind === 'problem' ? entry.severity : 'none' },
    properties: { tags: ['documentation'] },
  };
}

function invocationOf(result: ResultPaper) {
  if (!result.ok) {
    const { code } = result.error;
    return {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: 'error', descriptor: { id: code }, message: { text: refusalText(result) } },
      ],
    };
  }
  const { omitted } = checkData(result);
  const notes = result.degraded.map(({ code, message, remedy }) => ({ id: code, text: `${message} ${remedy}` }));
  if (omitted > 0) notes.push({ id: 'omitted', text: `${omitted} more problems had no room in this report.` });
  return {
    executionSuccessful: true,
    toolExecutionNotifications: notes.map(({ id, text }) => ({
      level: 'warning',
      descriptor: { id },
      message: { text },
    })),
  };
}

function resultOf(row: FoundProblem, prefix: string, occurrences: Map<string, number>) {
  const { code, severity, message, remedy, file, line, column, node, related, fingerprint } = row;
  return {
    ruleId: code,
    ruleIndex: RULE_CODES.indexOf(code as ProblemCode),
    level: severity,
    message: { text: showHidden(`${message} ${remedy}`) },
    locations: [
      {
        physicalLocation: physicalOf(prefix + (file ?? DESCRIPTOR), line ?? 1, column),
        ...(node === undefined ? {} : { logicalLocations: [{ name: node, kind: 'document' }] }),
      },
    ],
    ...(related === undefined ? {} : { relatedLocations: related.map((place, id) => relatedOf(place, id, prefix)) }),
    ...(fingerprint === undefined ? {} : { partialFingerprints: fingerprintsOf(fingerprint, occurrences) }),
  };
}

function relatedOf(place: NonNullable<FoundProblem['related']>[number], id: number, prefix: string) {
  return {
    id,
    message: { text: showHidden(place.message) },
    physicalLocation: physicalOf(prefix + place.file, place.line ?? 1, undefined),
  };
}

function physicalOf(path: string, line: number, column: number | undefined) {
  return {
    artifactLocation: { uri: uriOf(path), uriBaseId: ROOT },
    region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) },
  };
}

/** Each name of a path percent-encoded, so that neither `:` nor `%` nor `#` is taken for a part of the URI. */
function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/**
 * The problem's own fingerprint, and the one by which GitHub knows an alert again. Equal ones of a report are numbered
 * in its order, as GitHub numbers equal lines.
 */
function fingerprintsOf(fingerprint: string, occurrences: Map<string, number>) {
  const digits = fingerprint.replace('sha256:', '');
  const number = (occurrences.get(digits) ?? 0) + 1;
  occurrences.set(digits, number);
  return { 'docforge/v1': `${digits}:${number}`, primaryLocationLineHash: `${digits.slice(0, 16)}:${number}` };
}
