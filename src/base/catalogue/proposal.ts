/** The codes of the proposal room: operations, changesets, review. Each refusal here stops before anything is written. */
import type { Area } from './entry.ts';

export const proposalCodes = {
  no_such_node: {
    kind: 'refusal',
    exit: 1,
    message: 'There is no node {node} in the project as it would stand before this operation. Nothing was changed.',
    remedy:
      'Look the id up with "docforge search", put the operation that creates it first, or see with "docforge check" whether its document could be read.',
  },
  node_exists: {
    kind: 'refusal',
    exit: 1,
    message: 'The id {node} is already taken by a node in {path}. Nothing was changed.',
    remedy: 'Choose another id, or update the node that is there.',
  },
  stale_node: {
    kind: 'refusal',
    exit: 1,
    message:
      'The node {node} is not what this operation was made for: its hash is {actual}, expected was {expected}. Nothing was changed.',
    remedy: 'Read {node} again, check that the change still makes sense, and hand it in with the new hash.',
  },
  invalid_operation: {
    kind: 'refusal',
    exit: 1,
    message: 'The operation on {node} cannot be read: {reason}. Nothing was changed.',
    remedy: 'Correct the operation and hand it in again.',
  },
  invalid_text: {
    kind: 'refusal',
    exit: 2,
    message: '{what} cannot be stored: {reason}. Nothing was changed.',
    remedy: 'Write it as plain text and try again.',
  },
  invalid_id: {
    kind: 'refusal',
    exit: 1,
    message: 'The id {node} cannot be used: {reason}. Nothing was changed.',
    remedy:
      'Choose an id of at most {limit} bytes of UTF-8, in Unicode form NFC, without control characters or blanks at its ends.',
  },
  over_limit: {
    kind: 'refusal',
    exit: 1,
    message: '{what} is {actual}, and the limit is {limit}. Nothing was changed.',
    remedy: 'Make it smaller, or split the change into several changesets.',
  },
  edit_not_found: {
    kind: 'refusal',
    exit: 1,
    message: 'The old text of an edit does not stand in the content of {node}: "{old}". Nothing was changed.',
    remedy: 'Read the content of {node} again and copy the old text from it exactly.',
  },
  edit_not_unique: {
    kind: 'refusal',
    exit: 1,
    message: 'The old text of an edit stands more than once in the content of {node}: "{old}". Nothing was changed.',
    remedy: 'Take in more of the text around it, until it stands there once.',
  },
  relation_exists: {
    kind: 'refusal',
    exit: 1,
    message: 'The node {node} already has the relation {type} to {target}. Nothing was changed.',
    remedy: 'Leave this relation out of the operation.',
  },
  no_such_relation: {
    kind: 'refusal',
    exit: 1,
    message: 'The node {node} has no relation {type} to {target}. Nothing was changed.',
    remedy: 'Read the relations of {node} again, and leave this one out of the operation.',
  },
  incoming_relations: {
    kind: 'refusal',
    exit: 1,
    message: 'The node {node} cannot be deleted while other nodes relate to it: {relations}. Nothing was changed.',
    remedy:
      'Remove these relations by earlier operations of the same changeset, or say incoming = "remove" in the deletion.',
  },
  no_change: {
    kind: 'refusal',
    exit: 1,
    message: 'The operation would change nothing: {what}. Nothing was changed.',
    remedy: 'Leave it out.',
  },
  not_canonical: {
    kind: 'refusal',
    exit: 1,
    message:
      'The page {path} has no canonical metadata block of its own, so {node} can be neither updated nor moved. Nothing was changed.',
    remedy: 'Adopt the page first: "docforge import", or an adopt operation before this one.',
  },
  not_a_page: {
    kind: 'refusal',
    exit: 1,
    message:
      '{path} is a data file that is read beside the pages, so {node} can be neither updated nor moved. Nothing was changed.',
    remedy: 'Change the file itself with its own tools.',
  },
  cannot_adopt: {
    kind: 'refusal',
    exit: 1,
    message: 'The page {path} cannot be adopted as {node}: {reason}. Nothing was changed.',
    remedy: 'Use an update for a page that already has its block; "docforge import" lists the pages that have none.',
  },
  path_taken: {
    kind: 'refusal',
    exit: 1,
    message: 'The file {path} cannot be made there: {reason}. Nothing was changed.',
    remedy: 'Choose another path.',
  },
  link_not_carried: {
    kind: 'refusal',
    exit: 1,
    message:
      'The move of {node} would turn the link {href} in {path} from {wanted} to {actual}, and a link of this kind cannot be rewritten. Nothing was changed.',
    remedy: 'Change the link by an update earlier in the same changeset, so that it is written from the root or by id.',
  },
  shifts_ids: {
    kind: 'refusal',
    exit: 1,
    message:
      'The change would give other pages another id, because their ids are made from their paths: {nodes}. Nothing was changed.',
    remedy: 'Adopt those pages first ("docforge import"), so that each says its own id; or choose another path.',
  },
  outside_content: {
    kind: 'refusal',
    exit: 1,
    message:
      'The file {path} is not among the content of this project, so no node can live there. Nothing was changed.',
    remedy: 'Choose a path that [content] in .docforge/project.toml includes.',
  },
  no_place: {
    kind: 'refusal',
    exit: 1,
    message: 'It is not clear where a new node of the family {family} belongs: {reason}. Nothing was changed.',
    remedy: 'Name a path, or give the family a directory in .docforge/project.toml.',
  },
  breaks_graph: {
    kind: 'refusal',
    exit: 1,
    message: 'The change would bring {count} into the project, first: {first}. Nothing was changed.',
    remedy:
      'Correct the operations so that each problem listed here is gone. Errors that were there before do not count.',
  },
  not_permitted: {
    kind: 'refusal',
    exit: 1,
    message: 'The writer {writer} may not {action} nodes of the family {family}. Nothing was changed.',
    remedy: 'Ask someone who may, or have the right granted under [[writers]] in .docforge/project.toml.',
  },
  conflict: {
    kind: 'refusal',
    exit: 1,
    message: 'Other open changesets touch the same nodes or files: {changesets}. Nothing was changed.',
    remedy:
      'Agree with their creators: wait until those are applied, have one abandoned, or append to one of them instead.',
  },
  no_such_changeset: {
    kind: 'refusal',
    exit: 1,
    message: 'There is no changeset {changeset}. Nothing was changed.',
    remedy: 'List them with "docforge changeset list --history".',
  },
  changeset_exists: {
    kind: 'refusal',
    exit: 1,
    message: 'A changeset {changeset} exists already. Nothing was changed.',
    remedy: 'Append to it, or choose another id.',
  },
  invalid_changeset_id: {
    kind: 'refusal',
    exit: 2,
    message:
      'A changeset cannot be called "{changeset}": an id is 1 to 64 lower-case letters, digits and "-". Nothing was changed.',
    remedy: 'Choose another id, or leave it out to have one made from the title.',
  },
  damaged_changeset: {
    kind: 'refusal',
    exit: 2,
    message:
      'The stored changeset {changeset} cannot be trusted: revision {revision}: {reason}. It was left as it is; nothing was changed.',
    remedy:
      'Restore the file from version control or a backup. To give the changeset up, move its folder out of .docforge/changesets.',
  },
  damaged_review: {
    kind: 'refusal',
    exit: 2,
    message:
      'The stored request for changes {file} to the changeset {changeset} cannot be trusted: {reason}. While it is so, no approval of {changeset} counts. Nothing was changed.',
    remedy: 'Restore the file from version control or a backup; or propose the change anew under another id.',
  },
  not_stored: {
    kind: 'refusal',
    exit: 2,
    message: 'The record {path} could not be stored: {reason}. Nothing was changed.',
    remedy: 'Correct the cause named here and try again.',
  },
  unconfirmed: {
    kind: 'refusal',
    exit: 2,
    message:
      'The record {path} was stored and stands in its place, but it could not be made sure that it survives a loss of power: {reason}. Nothing else was changed.',
    remedy:
      'Read it again before repeating anything, and look at the disk: a failed flush often means that it is failing.',
  },
  stale_changeset: {
    kind: 'refusal',
    exit: 1,
    message:
      'The changeset {changeset} is not at the hash you gave: it is at {current}, you gave {given}. Nothing was changed.',
    remedy: 'Read it again, check what was added meanwhile, and repeat with its current hash.',
  },
  stale_base: {
    kind: 'refusal',
    exit: 1,
    message:
      'The changeset {changeset} is stale: what it was made for has changed meanwhile ({touched}). Nothing was changed.',
    remedy:
      'Look at the new text, then "docforge changeset rebase {changeset}"; if that is refused, make the change anew.',
  },
  wrong_state: {
    kind: 'refusal',
    exit: 1,
    message: 'The changeset {changeset} is {state}, so it cannot be {action}. Nothing was changed.',
    remedy: 'What can be done instead: {next}.',
  },
  application_unfinished: {
    kind: 'refusal',
    exit: 1,
    message:
      'An application or a rollback of the changeset {changeset} was interrupted ({folder}), so it is not decided yet what becomes of it. Nothing was changed.',
    remedy: 'Run "docforge recover", look at the changeset again, and then go on.',
  },
  signature_needed: {
    kind: 'refusal',
    exit: 1,
    message:
      'The reviewer {reviewer} has a key in the project descriptor, and an approval without a signature by it does not count. Nothing was changed.',
    remedy: 'This version cannot take signatures yet: have a reviewer without a key approve.',
  },
} as const satisfies Area;
