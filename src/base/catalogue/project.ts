/** The codes of the project room: the descriptor, the identities, and starting a project. */
import type { Area } from './entry.ts';

export const projectCodes = {
  descriptor_syntax: {
    kind: 'problem',
    severity: 'error',
    message: 'The descriptor is not valid TOML 1.0: {reason}.',
    remedy: 'Correct the line named here.',
  },
  descriptor_unknown_key: {
    kind: 'problem',
    severity: 'error',
    message: 'The descriptor has a key that is not known: {key}{suggestion}.',
    remedy: 'Correct the name, or remove the key.',
  },
  descriptor_missing_key: {
    kind: 'problem',
    severity: 'error',
    message: 'The descriptor must have {key}, and it does not.',
    remedy: 'Add {key}: {expected}.',
  },
  descriptor_value: {
    kind: 'problem',
    severity: 'error',
    message: 'The value of {key} in the descriptor cannot be used: {reason}.',
    remedy: 'Write {expected}.',
  },
  descriptor_duplicate: {
    kind: 'problem',
    severity: 'error',
    message: 'The descriptor names {name} twice in {list}.',
    remedy: 'Remove or rename one of the two.',
  },
  descriptor_unknown_name: {
    kind: 'problem',
    severity: 'error',
    message: 'The descriptor uses {name} in {key}, but has no {kind} of that name{suggestion}.',
    remedy: 'Correct the name, or add it.',
  },
  descriptor_unknown_code: {
    kind: 'problem',
    severity: 'warning',
    message: 'The descriptor sets a severity for {name}, which is not the code of a problem{suggestion}.',
    remedy: 'Correct the code, or remove the line.',
  },
  no_project: {
    kind: 'refusal',
    exit: 2,
    message: 'There is no DocForge project at {start}{above}.',
    remedy:
      'Run "docforge init" (a new project) or "docforge init --adopt ." (a repository of Markdown) there, or name the project with --project.',
  },
  no_folder: {
    kind: 'refusal',
    exit: 2,
    message: 'The folder {start} cannot be opened: {reason}.',
    remedy: 'Name a folder that exists and that you may read.',
  },
  invalid_descriptor: {
    kind: 'refusal',
    exit: 1,
    message: 'The descriptor .docforge/project.toml has {count}, so the project cannot be opened. First: {first}',
    remedy: 'Correct every problem listed in the details, then run the command again.',
  },
  unknown_writer: {
    kind: 'refusal',
    exit: 1,
    message: 'The project has no writer {id}{suggestion}. Nothing was changed.',
    remedy: 'Name one of the writers with --as ({known}), or add one to [[writers]] in .docforge/project.toml.',
  },
  unknown_reviewer: {
    kind: 'refusal',
    exit: 1,
    message: 'The project has no reviewer {id}{suggestion}. Nothing was changed.',
    remedy: 'Name one of the reviewers with --as ({known}), or add one to [[reviewers]] in .docforge/project.toml.',
  },
  unknown_applier: {
    kind: 'refusal',
    exit: 1,
    message: 'The project has no applier {id}{suggestion}. Nothing was changed.',
    remedy: 'Name one of the appliers with --as ({known}), or add one to [[appliers]] in .docforge/project.toml.',
  },
  already_a_project: {
    kind: 'refusal',
    exit: 1,
    message: '{root} is already a DocForge project: {path} exists. Nothing was changed.',
    remedy: 'Edit the descriptor, or remove it and run init again.',
  },
} as const satisfies Area;
