/**
 * The names of all operations, what each is for, and what it may do. The one list from which the faces register.
 *
 * Invariant: plain data that loads nothing; schemas and handlers stand in `rows/` and are loaded when one is asked for.
 */

/** `read` changes nothing but derived state; `local` prepares or repairs a project on this machine. */
export type Access = 'read' | 'propose' | 'review' | 'apply' | 'local';

export interface OperationEntry {
  readonly access: Access;
  /** One line, without a full stop. */
  readonly summary: string;
  /** The member of the answer that must be `true` for the answer to be "yes". */
  readonly yes?: string;
  /** An input that shows how it is used. */
  readonly example: Readonly<Record<string, unknown>>;
}

const list = {
  init: {
    access: 'local',
    summary: 'Make a project, or adopt a repository of Markdown as it is',
    example: { adopt: true, yes: true },
  },
  check: { access: 'read', summary: 'Check all documents and list every problem', yes: 'valid', example: {} },
  baseline_accept: {
    access: 'local',
    summary: 'Accept known problems by name, until what they were found in changes',
    example: { codes: ['dead_link'], reason: 'pages of retired products' },
  },
  baseline_list: { access: 'read', summary: 'List the problems that the baseline accepts', example: { stale: true } },
  baseline_prune: {
    access: 'local',
    summary: 'Take out what the baseline accepts and nothing is there of',
    example: { dry_run: true },
  },
  index_build: { access: 'read', summary: 'Bring the index up to date, or build it anew', example: { full: true } },
  index_status: { access: 'read', summary: 'Say whether the index is there and current', example: {} },
  index_verify: { access: 'read', summary: 'Verify the index completely', yes: 'valid', example: { deep: true } },
  search: { access: 'read', summary: 'Find documents by words', example: { text: 'deploy rollback', limit: 5 } },
  show: { access: 'read', summary: 'Show documents by id', example: { ids: ['start'] } },
  list: { access: 'read', summary: 'List documents by family, status, tag or path', example: { status: ['draft'] } },
  neighbors: {
    access: 'read',
    summary: 'Show what a document relates to, and what relates to it',
    example: { id: 'start' },
  },
  path: {
    access: 'read',
    summary: 'Find a shortest way between two documents',
    yes: 'found',
    example: { from: 'a', to: 'b' },
  },
  impact: { access: 'read', summary: 'List what depends on a document, near ones first', example: { id: 'start' } },
  diff: { access: 'read', summary: 'Show what the latest refresh of the index changed', example: {} },
  propose: {
    access: 'propose',
    summary: 'Make a changeset from operations, or append them to one',
    example: {
      document: { title: 'Retire start', operations: [{ op: 'update', id: 'start', set: { status: 'retired' } }] },
    },
  },
  edit: {
    access: 'propose',
    summary: 'Edit a document as a text of its own, and propose what became of it',
    example: { id: 'start', text: 'the exact new text, block and all' },
  },
  import: {
    access: 'propose',
    summary: 'Propose the canonical block for every page of an adopted repository',
    example: { yes: true },
  },
  changeset_list: { access: 'read', summary: 'List changesets: the open ones, or all', example: { history: true } },
  changeset_show: {
    access: 'read',
    summary: 'Show one changeset as it is stored',
    example: { changeset: 'retire-start' },
  },
  changeset_ready: {
    access: 'propose',
    summary: 'Say that a changeset is ready for review',
    example: { changeset: 'retire-start' },
  },
  changeset_rebase: {
    access: 'propose',
    summary: 'Make a stale changeset again on the current documents',
    example: { changeset: 'retire-start' },
  },
  changeset_abandon: {
    access: 'propose',
    summary: 'Give a changeset up; it stays in the history',
    example: { changeset: 'retire-start', reason: 'no longer needed' },
  },
  review: {
    access: 'read',
    summary: 'Show a changeset in meaning, in bytes and in effect',
    example: { changeset: 'retire-start' },
  },
  approve: {
    access: 'review',
    summary: 'Approve the exact bytes of a changeset',
    example: { changeset: 'retire-start' },
  },
  comment: {
    access: 'review',
    summary: 'Comment on a changeset',
    example: { changeset: 'retire-start', text: 'Why now?' },
  },
  request_changes: {
    access: 'review',
    summary: 'Ask for changes to a changeset',
    example: { changeset: 'retire-start', text: 'Name the successor.' },
  },
  apply: {
    access: 'apply',
    summary: 'Publish an approved changeset, or show how it would be',
    yes: 'possible',
    example: { changeset: 'retire-start', dry_run: true },
  },
  rollback: {
    access: 'apply',
    summary: 'Take an application back by its receipt',
    yes: 'possible',
    example: { receipt: 1 },
  },
  recover: {
    access: 'local',
    summary: 'Finish or take back what was interrupted; safe at any time',
    yes: 'clean',
    example: {},
  },
  audit: {
    access: 'read',
    summary: 'Re-derive the receipts and name every byte they do not explain',
    yes: 'clean',
    example: {},
  },
  doctor: { access: 'read', summary: 'Say what this machine and this project can do', example: {} },
} as const satisfies Readonly<Record<string, OperationEntry>>;

export type OperationName = keyof typeof list;

/** Every operation, by name. */
export const operations: Readonly<Record<OperationName, OperationEntry>> = list;

/** Whether a text is the name of an operation. */
export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(list, name);
}
