/** The codes of the store room: reading sources, the index image and its attestation. */
import type { Area } from './entry.ts';

export const storeCodes = {
  source_unreadable: {
    kind: 'refusal',
    exit: 2,
    message: '{path} could not be read ({cause}), so the project cannot be told apart from one where it was deleted.',
    remedy: 'Give permission to read it, or exclude it in [content]. The earlier index was kept; nothing was changed.',
  },
  source_moved: {
    kind: 'refusal',
    exit: 1,
    message: '{path} changed after it was read.',
    remedy: 'Run the command again. Nothing was changed.',
  },
  sources_unsettled: {
    kind: 'refusal',
    exit: 2,
    message: 'The source files kept changing while they were read ({path} last).',
    remedy: 'Wait until other programs have finished writing and run the command again. Nothing was changed.',
  },
  generation_collision: {
    kind: 'refusal',
    exit: 2,
    message: 'The same sources gave two different graphs: generation {expected} before and {actual} now.',
    remedy: 'Delete .docforge/index and build again; if it comes back, report it. Nothing was changed.',
  },
  index_missing: {
    kind: 'refusal',
    exit: 2,
    message: 'There is no index image yet.',
    remedy: 'Run docforge index build. Nothing was changed.',
  },
  index_not_accepted: {
    kind: 'refusal',
    exit: 2,
    message: 'The index image was not accepted: {reason}.',
    remedy: 'Run docforge index build; the index is derived and is made again. Canonical files are untouched.',
  },
  body_lost: {
    kind: 'refusal',
    exit: 1,
    message: 'The text of {node_id} as this generation saw it is no longer stored, and its file has changed.',
    remedy: 'Ask again: the next answer comes from the current files. Nothing was changed.',
  },
  index_unattested: {
    kind: 'degraded',
    message: 'The index image was published, but {what} could not be written ({cause}).',
    remedy: 'Nothing is lost: the next command verifies the image completely and repairs this.',
  },
} as const satisfies Area;
