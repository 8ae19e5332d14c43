/** Verbs that lead a changeset through its life. */
import { readNamed } from '../io.ts';
import { type Flag, given, type Verb } from '../verb.ts';

const HASH: Flag = ['--hash <sha256>', 'the hash the changeset has now, so that nothing unseen is carried along'];
const one = async () => (await import('../print/changeset.ts')).printChangeset;
const proposed = async () => (await import('../print/changeset.ts')).printProposed;

export const lifecycleVerbs: readonly Verb[] = [
  {
    name: 'changeset list',
    operation: 'changeset_list',
    flags: [['--history', 'also those that are applied or abandoned']],
    examples: ['changeset list', 'changeset list --history --json'],
    input: (_words, { history }) => given({ history }),
    print: async () => (await import('../print/changeset.ts')).printChangesets,
  },
  {
    name: 'changeset show',
    operation: 'changeset_show',
    arguments: '<changeset>',
    examples: ['changeset show retire-start --json'],
    input: ([changeset]) => ({ changeset }),
    print: one,
  },
  {
    name: 'changeset append',
    operation: 'propose',
    summary: 'Append operations to a changeset',
    arguments: '<changeset> <file>',
    flags: [HASH],
    examples: ['changeset append retire-start more.toml --hash sha256:…'],
    input: async ([changeset, file], { hash }, io) => ({
      ...{ changeset, append: true, text: await readNamed(file!, io) },
      ...given({ expect_hash: hash }),
    }),
    print: proposed,
  },
  {
    name: 'changeset ready',
    operation: 'changeset_ready',
    arguments: '<changeset>',
    flags: [HASH],
    examples: ['changeset ready retire-start'],
    input: ([changeset], { hash }) => ({ changeset, ...given({ expect_hash: hash }) }),
    print: proposed,
  },
  {
    name: 'changeset rebase',
    operation: 'changeset_rebase',
    arguments: '<changeset>',
    flags: [HASH],
    examples: ['changeset rebase retire-start'],
    input: ([changeset], { hash }) => ({ changeset, ...given({ expect_hash: hash }) }),
    print: proposed,
  },
  {
    name: 'changeset abandon',
    operation: 'changeset_abandon',
    arguments: '<changeset>',
    flags: [['--reason <text>', 'why it is given up'], HASH],
    examples: ['changeset abandon retire-start --reason "start stays"'],
    input: ([changeset], { hash, reason }) => ({ changeset, ...given({ expect_hash: hash, reason }) }),
    print: proposed,
  },
];
