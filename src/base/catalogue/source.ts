/** The codes of the source room: files to nodes, nodes to bytes. */
import type { Area } from './entry.ts';

export const sourceCodes = {
  invalid_utf8: {
    kind: 'problem',
    severity: 'error',
    message:
      'The file is not valid UTF-8: byte {offset} cannot be decoded. Nothing was guessed and nothing was read from it.',
    remedy: 'Save the file as UTF-8.',
  },
  invalid_toml: {
    kind: 'problem',
    severity: 'error',
    message: 'The metadata is not valid TOML 1.0: {reason}.',
    remedy: 'Correct the line named here; everything else in the file is left as it is.',
  },
  block_not_closed: {
    kind: 'problem',
    severity: 'error',
    message: 'The metadata block that starts here has no closing +++ line.',
    remedy: 'Put a line with +++ alone after the metadata.',
  },
  missing_block: {
    kind: 'problem',
    severity: 'error',
    message: 'The file has no +++ metadata block at its start, so it is not a node.',
    remedy: 'Add a block with id, family, title, status and authority, or exclude the file in [content].',
  },
  missing_field: {
    kind: 'problem',
    severity: 'error',
    message: 'The required field {field} is missing.',
    remedy: 'Add {field} to the metadata.',
  },
  wrong_type: {
    kind: 'problem',
    severity: 'error',
    message: 'The field {field} must be {expected}, but it is {actual}.',
    remedy: 'Write {field} as {expected}.',
  },
  unknown_field: {
    kind: 'problem',
    severity: 'warning',
    message: 'The field {field} is not known here{suggestion}.',
    remedy: 'Correct the name, move it to [extra], or list it under fields in [vocabulary].',
  },
} as const satisfies Area;
