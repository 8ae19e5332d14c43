/** Verbs that keep the baseline of accepted problems. */
import { given, type Verb } from '../verb.ts';

export const baselineVerbs: readonly Verb[] = [
  {
    name: 'baseline accept',
    operation: 'baseline_accept',
    flags: [
      ['--code <code>', 'the problems of this code', 'repeat'],
      ['--path <place>', 'of those, only below this folder, in this file, or at FILE:LINE', 'repeat'],
      ['--node <id>', 'of those, only the ones of this document', 'repeat'],
      ['--problem <fingerprint>', 'this one problem, by its fingerprint in SARIF or --json --whole', 'repeat'],
      ['--reason <text>', 'why they are accepted; kept with each of them'],
      ['--dry-run', 'show what would be accepted, and write nothing'],
    ],
    examples: [
      'baseline accept --code dead_link --reason "pages of retired products"',
      'baseline accept --code dead_anchor --path docs/guide.md:12 --reason "made by the site generator"',
    ],
    input: (_words, { code, path, node, problem, reason, dryRun }) =>
      given({ codes: code, paths: path, nodes: node, problems: problem, reason, dry_run: dryRun }),
    print: async () => (await import('../print/baseline.ts')).printAccept,
  },
  {
    name: 'baseline list',
    operation: 'baseline_list',
    flags: [['--stale', 'only rows that accept nothing any more']],
    examples: ['baseline list', 'baseline list --stale'],
    input: (_words, { stale }) => given({ stale }),
    print: async () => (await import('../print/baseline.ts')).printList,
    pages: true,
  },
  {
    name: 'baseline prune',
    operation: 'baseline_prune',
    flags: [['--dry-run', 'show what would be taken out, and write nothing']],
    examples: ['baseline prune', 'baseline prune --dry-run'],
    input: (_words, { dryRun }) => given({ dry_run: dryRun }),
    print: async () => (await import('../print/baseline.ts')).printPrune,
  },
];
