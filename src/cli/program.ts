/** The verbs as one commander program: words, flags, help with examples, and suggestions for a wrong verb. */
import { Command, CommanderError } from 'commander';
import { nearest, VERSION } from '../base/index.ts';
import { operations } from '../operation/index.ts';
import { ACTOR, type Options, type Verb } from './verb.ts';

export interface Chosen {
  readonly verb: Verb;
  readonly words: readonly string[];
  readonly options: Options;
}

/** What the words of a command line come to. */
export type Reading =
  | { readonly kind: 'chosen'; readonly chosen: Chosen }
  /** Help or the version: it was asked for, and goes to standard output. */
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string; readonly help: string };

const GROUPS: Readonly<Record<string, string>> = {
  baseline: 'Accept known problems of an old repository by name',
  index: 'Build, inspect or verify the index',
  changeset: 'List changesets and lead one through its life',
};

const ROOT_HELP = `
Exit status: 0 yes, 1 the answer is no (problems, a refusal, a conflict, stale), 2 wrong usage or it could not be
determined, 70 a bug, 130 cancelled. With --json exactly one JSON document goes to standard output.

Environment: DOCFORGE_WRITER, DOCFORGE_REVIEWER and DOCFORGE_APPLIER name who acts where --as does not.
NO_COLOR and FORCE_COLOR are followed. DOCFORGE_PAGER or PAGER shows a review page by page.
`;

const SHARED: readonly (readonly [string, string])[] = [
  ['--json', 'print the answer as one JSON document'],
  ['--project <dir>', 'the project of exactly this folder, instead of the nearest one upward'],
];

/** Reads the words of a command line. Runs nothing and prints nothing. */
export function readCommandLine(argv: readonly string[], verbs: readonly Verb[]): Reading {
  let chosen: Chosen | undefined;
  let text = '';
  let complaint = '';
  const program = new Command('docforge');
  program
    .description('Ask a body of documentation, propose changes, review them, and apply exactly what was approved.')
    .version(VERSION, '--version', 'print the version')
    .addHelpText('after', ROOT_HELP);
  for (const [flags, description] of SHARED) program.option(flags, description);
  const groups = new Map<string, Command>();
  for (const verb of verbs) {
    addVerb(parentOf(verb, program, groups), verb, (words, options, command) => {
      if (verb.anyWords) refuseSlip(words, command, argv);
      chosen = { verb, words, options };
    });
  }
  eachCommand(program, (command) => {
    command.exitOverride().showSuggestionAfterError();
    command.helpCommand(false);
    command.configureOutput({
      writeOut: (part) => {
        text += part;
      },
      writeErr: (part) => {
        complaint += part;
      },
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  });
  try {
    program.parse([...argv], { from: 'user' });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    if (cause.exitCode === 0) return { kind: 'told', text };
    return { kind: 'wrong', message: messageOf(cause, complaint), help: helpHint(argv, verbs) };
  }
  if (chosen === undefined) return { kind: 'wrong', message: 'no command was given', help: helpHint(argv, verbs) };
  return { kind: 'chosen', chosen };
}

function parentOf(verb: Verb, program: Command, groups: Map<string, Command>): Command {
  const [group, second] = verb.name.split(' ');
  if (second === undefined) return program;
  let command = groups.get(group!);
  if (command === undefined) {
    command = program.command(group!).description(GROUPS[group!] ?? '');
    command.addHelpText('after', `\nExample:\n  $ docforge ${verb.examples[0]}\n`);
    groups.set(group!, command);
  }
  return command;
}

type Choose = (words: readonly string[], options: Options, command: Command) => void;

function addVerb(parent: Command, verb: Verb, chosen: Choose): void {
  const entry = operations[verb.operation];
  const command = parent.command(verb.name.split(' ').at(-1)!).description(verb.summary ?? entry.summary);
  for (const word of verb.arguments?.split(' ') ?? []) command.argument(word);
  for (const [flags, description, repeat] of verb.flags ?? []) {
    if (repeat) command.option(flags, description, (value: string, all: string[] = []) => [...all, value]);
    else command.option(flags, description);
  }
  if (['propose', 'review', 'apply'].includes(entry.access)) command.option(...(ACTOR as [string, string]));
  for (const [flags, description] of SHARED) command.option(flags, description);
  if (verb.anyWords) command.allowUnknownOption();
  const examples = verb.examples.map((line) => `  $ docforge ${line}\n`).join('');
  command.addHelpText('after', `\nExample${verb.examples.length > 1 ? 's' : ''}:\n${examples}`);
  command.action((...all: unknown[]) => {
    const words = all
      .slice(0, -2)
      .flat()
      .filter((word): word is string => typeof word === 'string');
    chosen(words, command.optsWithGlobals(), command);
  });
}

/** A word before any `--` that is nearly a flag of the command is a slip of the pen, not a word to look for. */
function refuseSlip(words: readonly string[], command: Command, argv: readonly string[]): void {
  const end = argv.indexOf('--');
  const flags = command.options.map((option) => option.long ?? '');
  for (const word of words) {
    const at = argv.indexOf(word);
    if (!word.startsWith('--') || flags.includes(word) || (end >= 0 && at > end)) continue;
    const near = nearest(word.replace(/=.*$/s, ''), flags);
    if (near !== undefined)
      command.error(`error: unknown option '${word}' (Did you mean ${near}? Write -- before words.)`);
  }
}

function eachCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const child of command.commands) eachCommand(child, act);
}

/** Commander's complaint in one line, with its suggestion. */
function messageOf(cause: CommanderError, complaint: string): string {
  if (cause.code === 'commander.help' || complaint.startsWith('Usage:')) return 'no command was given';
  const text = complaint
    .replace(/^error: /, '')
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ');
  return text === '' ? cause.message.replace(/^error: /, '') : text;
}

function helpHint(argv: readonly string[], verbs: readonly Verb[]): string {
  const words = argv.filter((word) => !word.startsWith('-'));
  const known = verbs.some((verb) => verb.name === words.slice(0, 2).join(' '))
    ? words.slice(0, 2).join(' ')
    : verbs.some((verb) => verb.name.split(' ')[0] === words[0])
      ? words[0]!
      : '';
  return `docforge ${known === '' ? '' : `${known} `}--help`;
}
