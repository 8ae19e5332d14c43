/** The codes of the query room. */
import type { Area } from './entry.ts';

export const queryCodes = {
  node_not_found: {
    kind: 'refusal',
    exit: 1,
    message: 'There is no node {node_id}{suggestion}.',
    remedy: 'Find the id with docforge search or docforge list; docforge check names documents that could not be read.',
  },
  stale_cursor: {
    kind: 'refusal',
    exit: 1,
    message: 'The cursor belongs to generation {expected}, and the project is now at {actual}.',
    remedy: 'Ask the question again from its start.',
  },
  invalid_cursor: {
    kind: 'refusal',
    exit: 2,
    message: 'The cursor is not one that this question gave: {reason}.',
    remedy: 'Hand back the cursor of the answer before, with the same question, or leave it out.',
  },
  query_too_long: {
    kind: 'refusal',
    exit: 2,
    message: 'The query has {chars} characters; at most {chars_max} are read.',
    remedy: 'Ask with fewer words.',
  },
  invalid_limit: {
    kind: 'refusal',
    exit: 2,
    message: '{name} must be a whole number from {min} to {max}, but it is {actual}.',
    remedy: 'Give a number in that range.',
  },
  no_transition: {
    kind: 'refusal',
    exit: 1,
    message: 'There is no receipt of a transition that leads to the current generation.',
    remedy: 'It is written when the index next moves from one generation to another.',
  },
} as const satisfies Area;
