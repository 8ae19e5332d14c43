/** The codes of the operation room: what is wrong with a request before any other room has seen it. */
import type { Area } from './entry.ts';

export const operationCodes = {
  invalid_input: {
    kind: 'refusal',
    exit: 2,
    message: 'The request {operation} cannot be read: {reason}. Nothing was changed.',
    remedy: 'Correct {where} and try again.',
  },
  unknown_operation: {
    kind: 'refusal',
    exit: 2,
    message: 'There is no operation {operation}{suggestion}. Nothing was changed.',
    remedy: 'Use one of the operations that docforge --help lists.',
  },
  actor_needed: {
    kind: 'refusal',
    exit: 2,
    message: 'It is not said which {role} acts here. Nothing was changed.',
    remedy: 'Name one with --as, or set {variable}. The project has: {known}.',
  },
  hash_needed: {
    kind: 'refusal',
    exit: 2,
    message: 'It is not said which state of {changeset} was reviewed. Nothing was changed.',
    remedy:
      'Review it, then name the hash that the review shows: "docforge approve {changeset} --hash HASH". It is now at {hash}.',
  },
  unreadable_input: {
    kind: 'refusal',
    exit: 2,
    message: '{path} could not be read: {reason}. Nothing was changed.',
    remedy: 'Name a file that exists and that you may read, or "-" for standard input.',
  },
  report_not_written: {
    kind: 'refusal',
    exit: 2,
    message: 'The report {path} could not be written: {reason}. No document was changed.',
    remedy: 'Name another file, or correct the cause named here, and run the command again.',
  },
  editor_needed: {
    kind: 'refusal',
    exit: 2,
    message: 'No editor is set to open {node} in. Nothing was changed.',
    remedy:
      'Set VISUAL or EDITOR, for example EDITOR=vim or VISUAL="code --wait"; or hand the text in with --text FILE.',
  },
  editor_missing: {
    kind: 'refusal',
    exit: 2,
    message: 'The editor {editor} could not be started: {reason}. Nothing was changed.',
    remedy:
      'Correct VISUAL or EDITOR. A path with blanks stands in quotes: VISUAL=\'"/opt/My Editor/bin/edit" --wait\'.',
  },
  editor_failed: {
    kind: 'refusal',
    exit: 1,
    message: 'The editor {editor} ended with {how}, so its text was not taken. Nothing was changed.',
    remedy: 'If that was not meant, edit again and leave the editor as usual.',
  },
  edit_unreadable: {
    kind: 'refusal',
    exit: 1,
    message: 'The text that the editor left cannot be read: {reason}. Nothing was changed.',
    remedy: 'Save it as UTF-8 text under the name it has, and try again.',
  },
  internal_error: {
    kind: 'refusal',
    exit: 70,
    message: 'This is a bug in DocForge: {reason}.',
    remedy: 'Please report it with the stack that stands on standard error. "docforge recover" is always safe to run.',
  },
  cancelled: {
    kind: 'refusal',
    exit: 130,
    message: 'The command was cancelled.',
    remedy: 'If it was publishing, run "docforge recover": it finishes or takes back what was begun.',
  },
} as const satisfies Area;
