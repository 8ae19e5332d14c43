/**
 * One command line, from words to exit status.
 *
 * Invariants: what is printed for a person comes from the envelope alone; with `--json` standard output is exactly
 * that envelope; a person's mistake never shows a stack.
 */
import { resolve } from 'node:path';
import { Refusal, type RefusalCode } from '../base/index.ts';
import type { FailurePaper, ResultPaper } from '../contract/index.ts';
import { EXIT, exitStatus, type OperationName, respond } from '../operation/index.ts';
import type { Io } from './io.ts';
import { printFailure } from './print/failure.ts';
import { type Chosen, readCommandLine } from './program.ts';
import type { Options } from './verb.ts';
import { verbs } from './verbs.ts';
import { viewOf, visible } from './view.ts';

/** Runs one command line and gives its exit status. Never throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const reading = readCommandLine(argv, verbs);
  if (reading.kind === 'told') {
    await io.out(reading.text);
    return EXIT.yes;
  }
  if (reading.kind === 'wrong') {
    const failure = failureOf('docforge', 'invalid_input', {
      operation: 'docforge',
      reason: reading.message.replace(/\.$/, ''),
      where: `the command ("${reading.help}" shows how it is used)`,
    });
    return show(failure, argv.includes('--json') ? { json: true } : {}, io, undefined);
  }
  const { chosen } = reading;
  let result = await ask(chosen, io, {});
  if (asksFirst(result, chosen, io)) {
    await show(result, chosen.options, io, chosen);
    const said = await io.ask('Write it? [y/N] ');
    if (!/^y(es)?$/i.test(said.trim())) return EXIT.yes;
    result = await ask(chosen, io, { yes: true });
  }
  return show(result, chosen.options, io, chosen);
}

async function ask({ verb, words, options }: Chosen, io: Io, more: object): Promise<ResultPaper> {
  try {
    const input = await verb.input(words, options, io);
    const named = typeof options.project === 'string' ? options.project : undefined;
    const folder = verb.operation === 'init' && typeof words[0] === 'string' ? words[0] : named;
    return await respond(
      verb.operation,
      { ...(input as object), ...more },
      {
        start: folder === undefined ? io.cwd : resolve(io.cwd, folder),
        exact: folder !== undefined,
        actor: typeof options.as === 'string' ? options.as : undefined,
        identities: {
          writer: io.env.DOCFORGE_WRITER,
          reviewer: io.env.DOCFORGE_REVIEWER,
          applier: io.env.DOCFORGE_APPLIER,
        },
        ambient: io.ambient,
        editText: (text) => io.edit(text, io.terminal && options.json !== true ? 'out' : 'error'),
        onBug: (error) => io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
      },
    );
  } catch (cause) {
    if (cause instanceof Refusal) return failureOf(verb.operation, cause.code, cause.details);
    io.err(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
    const reason = cause instanceof Error ? cause.message : String(cause);
    return failureOf(verb.operation, 'internal_error', { reason });
  }
}

/** Adopting shows what it would write, and a person at a terminal is asked whether it shall. */
function asksFirst(result: ResultPaper, { verb, options }: Chosen, io: Io): boolean {
  if (verb.operation !== 'init' || !io.interactive || options.json === true) return false;
  return result.ok && (result.data as { written?: unknown }).written === false;
}

/** Shows an answer, once the files beside it are written. */
async function show(result: ResultPaper, options: Options, io: Io, chosen: Chosen | undefined): Promise<number> {
  try {
    if (chosen?.verb.beside) await (await chosen.verb.beside())(result, options, io);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return print(failureOf(result.operation as OperationName, cause.code, cause.details), options, io, chosen);
  }
  return print(result, options, io, chosen);
}

async function print(result: ResultPaper, options: Options, io: Io, chosen: Chosen | undefined): Promise<number> {
  const status = exitStatus(result);
  if (options.json === true || options.format === 'json') {
    await io.out(`${JSON.stringify(result)}\n`);
    return status;
  }
  const view = viewOf(io, {});
  const form = chosen?.verb.form ? (await chosen.verb.form())(result, options, io) : null;
  if (form !== null) {
    await io.out(form);
    if (!result.ok) io.err(printFailure(visible(result), view));
    return status;
  }
  if (!result.ok) {
    io.err(printFailure(visible(result), view));
    return status;
  }
  const { verb } = chosen!;
  const shown = visible(result);
  const raw = verb.raw && !io.terminal ? (await verb.raw())(result.data, options) : null;
  const text = raw ?? (await verb.print())(shown, view, options);
  if (verb.pages && io.terminal && options.pager !== false) await io.page(text);
  else await io.out(text);
  for (const note of shown.degraded) io.err(`${view.yellow('incomplete')}: ${note.message}\n  ${note.remedy}\n`);
  return status;
}

function failureOf(
  operation: OperationName | 'docforge',
  code: RefusalCode,
  details: Readonly<Record<string, unknown>>,
): FailurePaper {
  const refusal = new Refusal(code, details);
  return {
    schema: 'docforge.result/1',
    operation,
    ...{ project: null, adapter: null, revision: null, source_hash: null, generation: null },
    ok: false,
    error: {
      code,
      message: refusal.message,
      details: JSON.parse(JSON.stringify(details)),
      remediation: refusal.remedy,
    },
  };
}
