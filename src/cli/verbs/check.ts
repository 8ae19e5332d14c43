/** The verb that checks all documents, for a person, for a program and for a build server. */
import { refuse } from '../../base/index.ts';
import { DiskError, diskReason } from '../../disk/index.ts';
import { type Flag, given, integer, type Options, PAGES, type Verb } from '../verb.ts';

const FORMATS = ['text', 'json', 'sarif', 'github'];

const FLAGS: readonly Flag[] = [
  ['--strict', 'warnings make the answer "no" too'],
  ['--baseline', 'there must be a baseline; without this flag it is used where there is one'],
  ['--no-baseline', 'show accepted problems too'],
  ['--format <name>', `${FORMATS.join(', ')}: SARIF 2.1.0, or annotations and a summary of GitHub Actions`],
  ['--sarif <file>', 'write SARIF to this file as well'],
  ['--summary <file>', 'write a summary in Markdown to this file as well'],
  ['--whole', 'all problems in one answer, with their fingerprints; for --json'],
  ...PAGES,
];

export const checkVerbs: readonly Verb[] = [
  {
    name: 'check',
    operation: 'check',
    flags: FLAGS,
    examples: ['check', 'check --strict', 'check --format sarif > docforge.sarif', 'check --format github'],
    input: (_words, options) => {
      const { limit, cursor, strict, whole, baseline } = options;
      const use = baseline === true ? 'require' : baseline === false ? 'ignore' : undefined;
      const report = isReport(options) || whole;
      return given({ limit: integer(limit), cursor, strict, whole: report || undefined, baseline: use });
    },
    print: async () => (await import('../print/check.ts')).printCheck,
    form: async () => {
      const { formatSarif } = await import('../print/sarif.ts');
      const { formatGithub } = await import('../print/github.ts');
      return (result, { format }) => {
        if (format === 'sarif') return formatSarif(result);
        return format === 'github' ? formatGithub(result) : null;
      };
    },
    beside: async () => async (result, options, io) => {
      const files = await reportsOf(options, io.env);
      for (const { path, text, way } of files) {
        try {
          io.write(path, text(result, io.env), way);
        } catch (cause) {
          if (!(cause instanceof DiskError)) throw cause;
          refuse('report_not_written', { path, reason: diskReason(cause.code) });
        }
      }
    },
  },
];

/** Whether all problems go into one report. Refuses `invalid_input` for a format that there is not. */
function isReport({ format, json, sarif, summary }: Options): boolean {
  if (format !== undefined && !FORMATS.includes(String(format))) {
    return wrongFormat(`there is no format ${format}; there are ${FORMATS.join(', ')}`);
  }
  if (json === true && format !== undefined && format !== 'json') return wrongFormat('--json asks for another format');
  return format === 'sarif' || format === 'github' || sarif !== undefined || summary !== undefined;
}

function wrongFormat(reason: string): never {
  return refuse('invalid_input', { operation: 'check', where: '--format', reason });
}

/** The files that the words and the build server ask for. */
async function reportsOf({ format, sarif, summary }: Options, env: Readonly<Record<string, string | undefined>>) {
  const { formatSarif, isSarif } = await import('../print/sarif.ts');
  const { formatSummary, isSummary } = await import('../print/summary.ts');
  const stepSummary = format === 'github' ? env.GITHUB_STEP_SUMMARY : undefined;
  return [
    ...(typeof sarif === 'string'
      ? [{ path: sarif, text: formatSarif, way: { kind: 'replace', isOurs: isSarif } as const }]
      : []),
    ...(typeof summary === 'string'
      ? [{ path: summary, text: formatSummary, way: { kind: 'replace', isOurs: isSummary } as const }]
      : []),
    ...(stepSummary ? [{ path: stepSummary, text: formatSummary, way: { kind: 'append' } as const }] : []),
  ];
}
