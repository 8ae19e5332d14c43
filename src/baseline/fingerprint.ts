/**
 * What tells one problem from another while lines slide: its code, where it belongs, what it says, and a hash of what it
 * was found in.
 *
 * Invariants: the hash covers the line that the problem names, without its line end; the whole file, with LF line ends,
 * where the file or a node of it could not be taken as it is, or where no line is named; and the words alone where there
 * are no bytes to look at. So a line that moves is the same, and a line that changes is not.
 */
import {
  hashBytes,
  hashJson,
  lastingWords,
  lineStarts,
  type Problem,
  type ProblemCode,
  type Sha256,
} from '../base/index.ts';

/** One problem, and by what it is known again. */
export interface Fingerprint {
  /** The node where one is known, else the file; `''` for the project as a whole. */
  readonly place: string;
  /** The message without suggestion and line numbers. */
  readonly says: string;
  /** Hash of the line, of the file or of the words. */
  readonly hash: Sha256;
  /** One hash over the code and all of the above. Equal lines of one page give equal ones. */
  readonly id: Sha256;
}

/** Finds the bytes of a file that problems name; `null` where there are none to look at. */
export type BytesOf = (path: string) => Uint8Array | null;

/** Codes after which nothing of the node, or of the file, was taken: what is accepted with them is all that it holds. */
const WHOLE_FILE: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'invalid_utf8',
  'invalid_toml',
  'block_not_closed',
  'missing_block',
  'missing_nodes',
  'missing_field',
  'misplaced_content',
  'wrong_type',
  'bad_id',
  'bad_text',
  'too_many_items',
  'duplicate_id',
]);

interface Text {
  readonly lines: readonly string[];
  readonly hash: Sha256;
}

/** Fingerprints of problems, in their order. Each file is read once. */
export function fingerprints(problems: readonly Problem[], bytesOf: BytesOf): Fingerprint[] {
  const texts = new Map<string, Text | null>();
  const textOf = (path: string): Text | null => {
    let text = texts.get(path);
    if (text === undefined) {
      const bytes = bytesOf(path);
      text = bytes === null ? null : textOfBytes(bytes);
      texts.set(path, text);
    }
    return text;
  };
  return problems.map((problem) => fingerprintOf(problem, textOf));
}

function fingerprintOf(problem: Problem, textOf: (path: string) => Text | null): Fingerprint {
  const { code, file, line, node } = problem;
  const place = node ?? file ?? '';
  const says = lastingWords(problem);
  const text = file === undefined ? null : textOf(file);
  const hash = text === null ? hashBytes(says) : coveredHash(text, WHOLE_FILE.has(code) ? undefined : line);
  return { place, says, hash, id: hashJson([code, place, says, hash]) };
}

function coveredHash(text: Text, line: number | undefined): Sha256 {
  return line === undefined ? text.hash : hashBytes(text.lines[line - 1] ?? '');
}

function textOfBytes(bytes: Uint8Array): Text {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = new TextDecoder().decode(bytes);
  const starts = lineStarts(text);
  const lines = starts.map((start, i) => text.slice(start, starts[i + 1]).replace(/[\r\n]+$/, ''));
  const plain = buffer.includes('\r\n')
    ? Buffer.from(buffer.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : buffer;
  return { lines, hash: hashBytes(plain) };
}
