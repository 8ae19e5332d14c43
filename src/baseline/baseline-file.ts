/**
 * `.docforge/baseline.json`, bytes to value and back.
 *
 * Invariants: one accepted problem stands on one line, in one order, so that people can review it and Git can merge it;
 * a file that cannot be read is refused with its line, never taken for an empty one.
 */
import { compareText, isDeeperThan, limits, refuse } from '../base/index.ts';
import { type AcceptedPaper, baselineSchema } from '../contract/index.ts';
import { DiskError, diskReason } from '../disk/index.ts';
import type { Project } from '../project/index.ts';

/** Where the baseline lies, from the root. */
export const BASELINE_PATH = '.docforge/baseline.json';

/** A baseline as it stands. */
export interface BaselineFile {
  readonly bytes: Uint8Array;
  readonly accepted: readonly AcceptedPaper[];
  /** The line of each row; none when a person has laid the file out differently. */
  readonly lines: readonly (number | undefined)[];
}

/** Reads the baseline; `null` when there is none. Refuses `invalid_baseline`. */
export function loadBaseline(project: Project): BaselineFile | null {
  const bytes = readBytes(project);
  return bytes === null ? null : { bytes, ...parseBaseline(bytes) };
}

/** The bytes of a baseline that accepts these. */
export function formatBaseline(accepted: readonly AcceptedPaper[]): Uint8Array {
  const rows = [...accepted].sort(compareRows).map((row) => `    ${JSON.stringify(inOrder(row))}`);
  const list = rows.length === 0 ? '[]' : `[\n${rows.join(',\n')}\n  ]`;
  return new TextEncoder().encode(`{\n  "schema": "docforge.baseline/1",\n  "accepted": ${list}\n}\n`);
}

function readBytes(project: Project): Uint8Array | null {
  try {
    return project.disk.readIfPresent(BASELINE_PATH, limits.document_bytes_max);
  } catch (cause) {
    if (cause instanceof DiskError) return invalid(diskReason(cause.code));
    throw cause;
  }
}

function parseBaseline(bytes: Uint8Array): Pick<BaselineFile, 'accepted' | 'lines'> {
  const text = decode(bytes);
  const textLines = text.split('\n');
  const conflict = textLines.findIndex((line) => /^(?:<{7}|={7}|>{7})(?: |\r?$)/.test(line));
  if (conflict >= 0) return invalid(`line ${conflict + 1} is the mark of a merge that was not finished`);
  const rowLines = textLines.flatMap((line, i) => (i > 0 && /^\s*\{/.test(line) ? [i + 1] : []));
  const value = parseJson(text, textLines, rowLines);
  if (isDeeperThan(value, limits.json_depth_max)) return invalid('it is nested too deeply');
  const parsed = baselineSchema.safeParse(value);
  const count = (value as { accepted?: { length?: unknown } } | null)?.accepted?.length;
  const lineOf = (row: number) => (rowLines.length === count ? rowLines[row] : undefined);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const line = typeof path[1] === 'number' ? lineOf(path[1]) : undefined;
    return invalid(`${line === undefined ? '' : `line ${line}: `}${path.map(String).join('.')}: ${message}`);
  }
  const { accepted } = parsed.data;
  return { accepted, lines: accepted.map((_, row) => lineOf(row)) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return invalid('it is not UTF-8');
  }
}

function parseJson(text: string, textLines: readonly string[], rowLines: readonly number[]): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const wrong = rowLines.find((line) => !isJson(textLines[line - 1]!.trim().replace(/,$/, '')));
    return invalid(`${wrong === undefined ? '' : `line ${wrong}: `}it is not JSON: ${(cause as Error).message}`);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function invalid(reason: string): never {
  return refuse('invalid_baseline', { path: BASELINE_PATH, reason: reason.replace(/\.$/, '') });
}

function inOrder({ code, file, node, says, hash, reason }: AcceptedPaper): AcceptedPaper {
  return { code, ...(file === undefined ? {} : { file }), ...(node === undefined ? {} : { node }), says, hash, reason };
}

function compareRows(a: AcceptedPaper, b: AcceptedPaper): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    compareText(a.code, b.code) ||
    compareText(a.says, b.says) ||
    compareText(a.hash, b.hash) ||
    compareText(a.node ?? '', b.node ?? '') ||
    compareText(a.reason, b.reason)
  );
}
