/** Verbs of review, and of publishing what was approved. */
import { type Flag, given, type Verb } from '../verb.ts';

const REVIEWED: Flag = ['--hash <sha256>', 'the hash that was reviewed; its first 12 digits are enough'];
const record = async () => (await import('../print/review.ts')).printRecord;

/** A receipt is named by its number or by its hash. */
function receiptOf(word: string | undefined): unknown {
  return word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : word;
}

export const reviewVerbs: readonly Verb[] = [
  {
    name: 'review',
    operation: 'review',
    arguments: '<changeset>',
    flags: [
      ['--meaning', 'only what changes in meaning'],
      ['--bytes', 'only the unified diff, as git apply takes it'],
      ['--effect', 'only problems, dependents, conflicts and staleness'],
      ['--no-pager', 'do not show it page by page'],
    ],
    examples: ['review retire-start', 'review retire-start --bytes > change.patch'],
    input: ([changeset]) => ({ changeset }),
    print: async () => (await import('../print/review.ts')).printReview,
    raw: async () => (await import('../print/review.ts')).rawPatch,
    pages: true,
  },
  {
    name: 'approve',
    operation: 'approve',
    arguments: '<changeset>',
    flags: [REVIEWED, ['--comment <text>', 'a word with the approval']],
    examples: ['approve retire-start --hash 3f2a9c41b7d0 --as reviewer'],
    input: ([changeset], { hash, comment }) => ({ changeset, ...given({ hash, comment }) }),
    print: record,
  },
  {
    name: 'comment',
    operation: 'comment',
    arguments: '<changeset> <text>',
    examples: ['comment retire-start "Why now?" --as reviewer'],
    input: ([changeset, text]) => ({ changeset, text }),
    print: record,
  },
  {
    name: 'request-changes',
    operation: 'request_changes',
    arguments: '<changeset> <text>',
    examples: ['request-changes retire-start "Name the successor." --as reviewer'],
    input: ([changeset, text]) => ({ changeset, text }),
    print: record,
  },
  {
    name: 'apply',
    operation: 'apply',
    arguments: '<changeset>',
    flags: [['--dry-run', 'show the whole plan and change nothing'], REVIEWED],
    examples: ['apply retire-start --dry-run --as applier', 'apply retire-start --as applier'],
    input: ([changeset], { dryRun, hash }) => ({ changeset, ...given({ dry_run: dryRun, hash }) }),
    print: async () => (await import('../print/apply.ts')).printApply,
  },
  {
    name: 'rollback',
    operation: 'rollback',
    arguments: '<receipt>',
    flags: [['--dry-run', 'show the whole plan and change nothing']],
    examples: ['rollback 3 --dry-run --as applier', 'rollback 3 --as applier'],
    input: ([receipt], { dryRun }) => ({ receipt: receiptOf(receipt), ...given({ dry_run: dryRun }) }),
    print: async () => (await import('../print/apply.ts')).printApply,
  },
  {
    name: 'recover',
    operation: 'recover',
    examples: ['recover'],
    input: () => ({}),
    print: async () => (await import('../print/apply.ts')).printRecover,
  },
  {
    name: 'audit',
    operation: 'audit',
    examples: ['audit', 'audit --json'],
    input: () => ({}),
    print: async () => (await import('../print/apply.ts')).printAudit,
  },
];
