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
  misplaced_field: {
    kind: 'problem',
    severity: 'warning',
    message:
      'The field {field} stands inside the relation that begins on line {start}, so it is not read as a field of the node.',
    remedy: 'Move {field} above the first header of relations, or correct its name.',
  },
  misplaced_content: {
    kind: 'problem',
    severity: 'error',
    message:
      'The metadata of a Markdown page holds the field content, but the content of a page stands below its block.',
    remedy: 'Move the text below the closing +++ line, or give the field another name.',
  },
  missing_nodes: {
    kind: 'problem',
    severity: 'error',
    message: 'The file has no [[nodes]], so it holds no node.',
    remedy: 'Add a [[nodes]] table with id, family, title, status and authority, or exclude the file in [content].',
  },
  bad_id: {
    kind: 'problem',
    severity: 'error',
    message: 'The id {id} cannot be used: {reason}.',
    remedy: 'Give the node an id of plain, composed text without control characters.',
  },
  bad_text: {
    kind: 'problem',
    severity: 'error',
    message: 'The field {field} cannot be used: {reason}.',
    remedy: 'Write {field} as one line of text within the limit.',
  },
  too_many_items: {
    kind: 'problem',
    severity: 'error',
    message: 'The node has {count} {field}, and at most {limit} are allowed.',
    remedy: 'Remove some {field}, or split the node.',
  },
  cannot_serialize: {
    kind: 'refusal',
    exit: 1,
    message: 'The change to {node} cannot be written into its file exactly: {reason}. Nothing was changed.',
    remedy: 'Edit the file by hand, or simplify the part of the metadata that is named here.',
  },
  invalid_source: {
    kind: 'refusal',
    exit: 1,
    message: 'The new text of {node} cannot be taken: line {line}: {reason}. Nothing was changed.',
    remedy: 'Correct the text there and hand it in again.',
  },
  cannot_relink: {
    kind: 'refusal',
    exit: 1,
    message: 'The links of the page cannot be changed exactly: {reason}. Nothing was changed.',
    remedy: 'Change the links of this page by hand, or simplify the part that is named here.',
  },
} as const satisfies Area;
