/**
 * One verb of the command line: which operation it asks for, how its words become the input, and how the answer is
 * shown. Verbs hold no logic of their own.
 */
import type { ResultPaper, SuccessPaper } from '../contract/index.ts';
import type { OperationName } from '../operation/index.ts';
import type { Io } from './io.ts';
import type { View } from './view.ts';

export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** `[flags, what it is]`, with a third member to collect a flag that may be repeated. */
export type Flag = readonly [flags: string, description: string, repeat?: 'repeat'];

/** Prints a successful answer for a person, with the line end. The data are visible already. */
export type Printer = (result: SuccessPaper, view: View, options: Options) => string;

export interface Verb {
  /** One word, or two for a verb of a group: `index build`. */
  readonly name: string;
  readonly operation: OperationName;
  /** Instead of the operation's own summary. */
  readonly summary?: string;
  /** The arguments as commander writes them: `<id>`, `[file]`, `<ids...>`. */
  readonly arguments?: string;
  readonly flags?: readonly Flag[];
  /** Its words are any text: a word that begins with a dash and is no flag, nor nearly one, is a word too. */
  readonly anyWords?: boolean;
  /** Commands that show how it is used. */
  readonly examples: readonly [string, ...string[]];
  readonly input: (words: readonly string[], options: Options, io: Io) => unknown | Promise<unknown>;
  readonly print: () => Promise<Printer>;
  /** Exact bytes to print instead when no person reads the answer; `null` where the words do not ask for them. */
  readonly raw?: () => Promise<(data: unknown, options: Options) => string | null>;
  /** The answer, a failure too, in a form that other programs read; `null` where the words ask for none. */
  readonly form?: () => Promise<(result: ResultPaper, options: Options, io: Io) => string | null>;
  /** Writes the files that the words ask for beside the answer. Refuses `report_not_written`. */
  readonly beside?: () => Promise<(result: ResultPaper, options: Options, io: Io) => Promise<void>>;
  /** Whether the answer is long enough for a pager. */
  readonly pages?: boolean;
}

/** Flags that choose among documents. */
export const FILTERS: readonly Flag[] = [
  ['--family <name>', 'only this family', 'repeat'],
  ['--status <name>', 'only this status', 'repeat'],
  ['--authority <name>', 'only this authority', 'repeat'],
  ['--tag <name>', 'only documents with this tag', 'repeat'],
  ['--path <prefix>', 'only below this folder, or this file', 'repeat'],
];

/** Flags of an answer that comes in pages. */
export const PAGES: readonly Flag[] = [
  ['--limit <n>', 'rows of one answer'],
  ['--cursor <text>', 'go on where the answer before ended'],
];

/** The flag that names who acts. */
export const ACTOR: Flag = ['--as <id>', 'who acts, as the descriptor names them'];

/** The members that have a value. */
export function given(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** A number of the command line: an integer as such, anything else as the text it is, for the reader to refuse. */
export function integer(value: Options[string]): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Ids from the words; `-` stands for the lines of standard input. */
export async function idsOf(words: readonly string[], io: Io): Promise<string[]> {
  const ids: string[] = [];
  for (const word of words) {
    if (word !== '-') ids.push(word);
    else
      ids.push(
        ...(await io.standardInput())
          .split('\n')
          .map((line) => line.replace(/\r$/, ''))
          .filter((line) => line !== ''),
      );
  }
  return ids;
}
