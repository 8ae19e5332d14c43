/** Verbs that start a project, check it and keep its index. */
import { given, type Verb } from '../verb.ts';
import { baselineVerbs } from './baseline.ts';
import { checkVerbs } from './check.ts';

export const startVerbs: readonly Verb[] = [
  {
    name: 'init',
    operation: 'init',
    arguments: '[dir]',
    flags: [
      ['--id <id>', 'id of the project; from the folder when left out'],
      ['--title <text>', 'title of the project'],
      ['--adopt', 'take the Markdown in the folder as it is; writes only below .docforge'],
      ['--yes', 'write without asking; adopting without it only shows the descriptor'],
    ],
    examples: ['init --id handbook --title "Team handbook"', 'init --adopt . --yes'],
    input: (_words, { id, title, adopt, yes }) => given({ id, title, adopt, yes }),
    print: async () => (await import('../print/start.ts')).printInit,
  },
  ...checkVerbs,
  ...baselineVerbs,
  {
    name: 'index build',
    operation: 'index_build',
    flags: [['--full', 'read everything anew instead of what moved']],
    examples: ['index build', 'index build --full'],
    input: (_words, { full }) => given({ full }),
    print: async () => (await import('../print/index-print.ts')).printBuild,
  },
  {
    name: 'index status',
    operation: 'index_status',
    examples: ['index status'],
    input: () => ({}),
    print: async () => (await import('../print/index-print.ts')).printStatus,
  },
  {
    name: 'index verify',
    operation: 'index_verify',
    flags: [['--deep', 'also build the index again in memory and compare every byte']],
    examples: ['index verify', 'index verify --deep'],
    input: (_words, { deep }) => given({ deep }),
    print: async () => (await import('../print/index-print.ts')).printVerify,
  },
  {
    name: 'doctor',
    operation: 'doctor',
    examples: ['doctor'],
    input: () => ({}),
    print: async () => (await import('../print/start.ts')).printDoctor,
  },
];
