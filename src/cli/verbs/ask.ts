/** Verbs that ask: nothing is changed but the index. */
import { FILTERS, given, idsOf, integer, type Options, PAGES, type Verb } from '../verb.ts';

const filters = ({ family, status, authority, tag, path }: Options) => given({ family, status, authority, tag, path });
const pages = ({ limit, cursor }: Options) => given({ limit: integer(limit), cursor });

export const askVerbs: readonly Verb[] = [
  {
    name: 'search',
    operation: 'search',
    arguments: '<words...>',
    anyWords: true,
    flags: [...FILTERS, ...PAGES],
    examples: ['search deploy rollback', 'search "on call" --family runbook --limit 5'],
    input: (words, options) => ({ text: words.join(' '), ...filters(options), ...pages(options) }),
    print: async () => (await import('../print/ask.ts')).printSearch,
  },
  {
    name: 'show',
    operation: 'show',
    arguments: '<ids...>',
    examples: ['show start', 'show - < ids.txt'],
    input: async (words, _options, io) => ({ ids: await idsOf(words, io) }),
    print: async () => (await import('../print/ask.ts')).printShow,
  },
  {
    name: 'list',
    operation: 'list',
    flags: [...FILTERS, ...PAGES],
    examples: ['list --family decision --status active', 'list --tag oncall --json'],
    input: (_words, options) => ({ ...filters(options), ...pages(options) }),
    print: async () => (await import('../print/ask.ts')).printList,
  },
  {
    name: 'neighbors',
    operation: 'neighbors',
    arguments: '<id>',
    flags: [
      ['--direction <way>', 'outgoing, incoming or both'],
      ['--type <relation>', 'only this relation', 'repeat'],
      ['--depth <n>', 'how many steps away'],
      ...PAGES,
    ],
    examples: ['neighbors start', 'neighbors start --direction incoming --type depends_on --depth 2'],
    input: ([id], { direction, type, depth, ...options }) => ({
      id,
      ...given({ direction, types: type, depth: integer(depth) }),
      ...pages(options),
    }),
    print: async () => (await import('../print/graph.ts')).printNeighbors,
  },
  {
    name: 'path',
    operation: 'path',
    arguments: '<from> <to>',
    flags: [
      ['--direction <way>', 'outgoing, incoming or both'],
      ['--type <relation>', 'only this relation', 'repeat'],
      ['--depth <n>', 'at most this many steps'],
    ],
    examples: ['path deploy-runbook database-choice'],
    input: ([from, to], { direction, type, depth }) => ({
      from,
      to,
      ...given({ direction, types: type, depth: integer(depth) }),
    }),
    print: async () => (await import('../print/graph.ts')).printPath,
  },
  {
    name: 'impact',
    operation: 'impact',
    arguments: '<id>',
    flags: [['--type <relation>', 'only this relation', 'repeat'], ['--depth <n>', 'how many steps away'], ...PAGES],
    examples: ['impact database-choice --depth 3'],
    input: ([id], { type, depth, ...options }) => ({
      id,
      ...given({ types: type, depth: integer(depth) }),
      ...pages(options),
    }),
    print: async () => (await import('../print/graph.ts')).printImpact,
  },
  {
    name: 'diff',
    operation: 'diff',
    flags: PAGES,
    examples: ['diff', 'diff --limit 50'],
    input: (_words, options) => pages(options),
    print: async () => (await import('../print/graph.ts')).printDiff,
  },
];
