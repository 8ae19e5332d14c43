/** The codes of the applier room: the gate, publishing, recovery, rollback, audit. */
import type { Area } from './entry.ts';

export const applierCodes = {
  foreign_changeset: {
    kind: 'refusal',
    exit: 1,
    message: 'The changeset {changeset} was made for another project. Nothing was changed.',
    remedy: 'Apply it in the project it was made for, or propose the change anew here.',
  },
  not_ready: {
    kind: 'refusal',
    exit: 1,
    message: 'The changeset {changeset} is a draft: nobody has said that it is complete. Nothing was changed.',
    remedy: 'Run "docforge changeset ready {changeset}", have it reviewed and approved, then apply it.',
  },
  not_approved: {
    kind: 'refusal',
    exit: 1,
    message:
      'The changeset {changeset} has {count} of the {needed} approvals that {applier} needs for exactly this hash{own}. Nothing was changed.',
    remedy: 'Have it approved ("docforge approve {changeset}") by other reviewers of this project.',
  },
  already_applied: {
    kind: 'refusal',
    exit: 1,
    message: 'The changeset {changeset} was applied already: {receipt} says so. Nothing was changed this time.',
    remedy: 'There is nothing left to do. To make a further change, propose a new changeset.',
  },
  already_rolled_back: {
    kind: 'refusal',
    exit: 1,
    message: 'Receipt {receipt} was taken back already: {by} says so. Nothing was changed this time.',
    remedy: 'There is nothing left to do.',
  },
  project_changed: {
    kind: 'refusal',
    exit: 1,
    message:
      'The descriptor .docforge/project.toml changed after the project was opened, so who may do what is not known any more. Nothing was changed.',
    remedy: 'Run the command again.',
  },
  file_changed: {
    kind: 'refusal',
    exit: 1,
    message:
      'The file {path} is not what this change was made for: somebody changed, moved or removed it. Nothing was changed.',
    remedy: 'Look at what stands there now, then rebase the changeset or make the change anew.',
  },
  file_exists: {
    kind: 'refusal',
    exit: 1,
    message:
      'The file {path} is to be created, but something stands there already. Nothing of it was touched and nothing was changed.',
    remedy: 'Move what stands there out of the way, or rebase the changeset.',
  },
  edited_meanwhile: {
    kind: 'refusal',
    exit: 1,
    message:
      'Somebody saved {path} while it was being published. Their text stands there; every other file is as it was before.',
    remedy: 'Look at the new text, then rebase the changeset or make the change anew.',
  },
  open_writer: {
    kind: 'refusal',
    exit: 1,
    message:
      'A program has {path} open for writing, so its next save could not be told from ours. Nothing was changed.',
    remedy: 'Save and close the file in that program, then try again.',
  },
  hard_linked: {
    kind: 'refusal',
    exit: 1,
    message: 'The file {path} has a second name (a hard link), and publishing would part the two. Nothing was changed.',
    remedy: 'Make it a file of its own, for example by copying it and moving the copy over it.',
  },
  target_unusable: {
    kind: 'refusal',
    exit: 1,
    message: 'At {path} stands a link, a folder or something else that is no regular file. Nothing was changed.',
    remedy: 'Put a regular file there, or choose another path in the changeset.',
  },
  application_busy: {
    kind: 'refusal',
    exit: 2,
    message: 'Another application is being published in this project ({folder}). Nothing was changed.',
    remedy: 'Wait until it has ended and try again; if its process has died, "docforge recover" ends it.',
  },
  application_fenced: {
    kind: 'refusal',
    exit: 2,
    message:
      'Another process took this application over while it was being published, and that process decides: all files as before, or all as approved.',
    remedy: 'Run "docforge recover", which says how it ended, then look with "docforge audit".',
  },
  application_conflicted: {
    kind: 'refusal',
    exit: 1,
    message:
      'Others edited files before and after they were published, and no order explains both. Every other file is as it was before; their text stands at {paths}; no byte was lost.',
    remedy: 'Compare {paths} with the files kept under {kept}, and settle by hand which text is wanted.',
  },
  application_failed: {
    kind: 'refusal',
    exit: 2,
    message: 'The application could not be published: {reason}. All files are as they were before.',
    remedy: 'Correct the cause (disk space, permissions, a failing disk), then apply again.',
  },
  application_interrupted: {
    kind: 'refusal',
    exit: 2,
    message:
      'The application stopped half way and could not be taken back at once: {reason}. The journal {folder} holds everything that is needed.',
    remedy: 'Correct the cause, then run "docforge recover": all files become as before, or all as approved.',
  },
  graph_not_as_approved: {
    kind: 'refusal',
    exit: 1,
    message:
      'With the files in place the project was not the one that was planned: {reason}. All files are as they were before.',
    remedy: 'If somebody is editing the documents, apply again when they are done.',
  },
  journal_damaged: {
    kind: 'refusal',
    exit: 2,
    message:
      'The journal in {folder} cannot be trusted: {reason}. It was left untouched, and until it is settled nothing can be applied.',
    remedy:
      'Compare the files in its slot folder with the documents, put right what is wrong by hand, then move the folder out of .docforge/application.',
  },
  ledger_damaged: {
    kind: 'refusal',
    exit: 2,
    message: 'The receipts cannot be trusted: {path}: {reason}. Nothing was changed.',
    remedy: 'Restore the file from version control or a backup, then run "docforge audit".',
  },
  recovery_unfinished: {
    kind: 'refusal',
    exit: 2,
    message:
      'An interrupted application in {folder} could not be ended first: {reason}. It can still be ended; nothing new was begun.',
    remedy: 'Correct the cause, then run "docforge recover".',
  },
  no_such_receipt: {
    kind: 'refusal',
    exit: 1,
    message: 'There is no receipt {receipt}; the last one is {last}. Nothing was changed.',
    remedy: 'Look the numbers up in .docforge/receipts.',
  },
  not_revertible: {
    kind: 'refusal',
    exit: 1,
    message: 'Receipt {receipt} takes back another one, and a rollback is not taken back. Nothing was changed.',
    remedy: 'To bring the change in again, rebase its changeset, have it approved and apply it.',
  },
  displaced_bytes_missing: {
    kind: 'refusal',
    exit: 1,
    message:
      'The bytes that {path} had before receipt {receipt} are not kept any more, or are damaged. Nothing was changed.',
    remedy: 'Restore {object} from a backup, or bring the old text back by a new changeset.',
  },

  commit_unconfirmed: {
    kind: 'degraded',
    message:
      'The change is in place and complete, but the disk did not confirm the last step: a power loss now could still undo it as a whole.',
    remedy: 'Check the disk, then run "docforge recover", which confirms it and writes the receipt.',
  },
  tidying_incomplete: {
    kind: 'degraded',
    message: 'The change is in place and complete, but tidying up afterwards did not end: {reason}.',
    remedy: 'Run "docforge recover"; it ends the tidying. Do not apply the changeset again.',
  },
  edited_after_publishing: {
    kind: 'degraded',
    message:
      'The change is in place, and somebody edited {paths} right after it was published. Their text stands there.',
    remedy: 'Look at these files; the receipt names the bytes that were published.',
  },
  files_rescued: {
    kind: 'degraded',
    message: 'Bytes that nobody can prove to be ours were met, and are kept: {files}.',
    remedy: 'Look whether their text is wanted. DocForge never deletes them.',
  },
  portable_mode: {
    kind: 'degraded',
    message:
      'Publishing will be portable: the path of an updated file is absent for some microseconds, and {count} replaced files will be kept, because nothing here can prove that no program still writes to them.',
    remedy: 'For native publishing on Linux install the optional package koffi and use a local disk.',
  },
  files_retired: {
    kind: 'degraded',
    message:
      '{count} replaced files are kept in {folder}, because this system cannot prove that no program still writes to them.',
    remedy: 'Remove them by hand when no editor has had the documents open since. DocForge never deletes them.',
  },
  rollback_adds_errors: {
    kind: 'degraded',
    message: 'Without the change the project has {count} more errors, first: {first}.',
    remedy: 'Run "docforge check" and propose what the documents need now.',
  },

  receipt_damaged: {
    kind: 'problem',
    severity: 'error',
    message: 'This receipt cannot be trusted: {reason}.',
    remedy: 'Restore it from version control or a backup.',
  },
  receipt_unfounded: {
    kind: 'problem',
    severity: 'error',
    message: 'What receipt {receipt} names does not re-derive: {reason}.',
    remedy: 'Restore what is missing from version control or a backup.',
  },
  object_missing: {
    kind: 'problem',
    severity: 'warning',
    message: 'The bytes that {path} had before receipt {receipt} are not kept any more, so it cannot be rolled back.',
    remedy: 'Restore this file from a backup if the receipt may have to be taken back.',
  },
  object_damaged: {
    kind: 'problem',
    severity: 'error',
    message: 'The bytes kept here do not have the hash that is their name.',
    remedy: 'Restore this file from a backup.',
  },
  application_pending: {
    kind: 'problem',
    severity: 'error',
    message: 'An application was interrupted and not ended ({state}).',
    remedy: 'Run "docforge recover".',
  },
  application_open: {
    kind: 'degraded',
    message:
      'An application is not ended: it is at work now, or it was interrupted. Until then some of its files may be as approved and others as before. Its journal and its staged copies are in {folder}.',
    remedy:
      'When nothing is at work, run "docforge recover": it ends the application and says what became of each file.',
  },
  unexplained_bytes: {
    kind: 'problem',
    severity: 'warning',
    message: 'No receipt explains what stands here: receipt {receipt} left {expected}, now there is {actual}.',
    remedy: 'Nothing needs doing when it was edited by hand on purpose; else compare it with version control.',
  },
} as const satisfies Area;
