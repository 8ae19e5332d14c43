#!/usr/bin/env node
/** The program `docforge`: the process around `run`. A reader that stops early ends it quietly; an interrupt is 130. */
import { EXIT } from '../operation/index.ts';
import { processIo } from './io.ts';
import { run } from './run.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.yes);
    throw error;
  });
}
process.on('SIGINT', () => process.exit(EXIT.cancelled));
process.exitCode = await run(process.argv.slice(2), processIo());
