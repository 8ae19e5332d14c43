#!/usr/bin/env node
/**
 * The program `docforge`: the process around `run`. A reader that stops early ends it quietly; an interrupt is 130; an
 * answer that cannot be written is status 2, for then nobody was told it.
 */
import { setFlagsFromString } from 'node:v8';
import { diskReason } from '../disk/index.ts';
import { EXIT } from '../operation/index.ts';
import { processIo } from './io.ts';
import { run } from './run.ts';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.yes);
    if (stream === process.stdout) {
      const reason = diskReason(error.code ?? 'EIO');
      process.stderr.write(`no: The answer could not be written: ${reason}. What was asked for may have been done.\n`);
    }
    process.exit(EXIT.usage);
  });
}
process.on('SIGINT', () => process.exit(EXIT.cancelled));
setFlagsFromString('--liftoff-only');
process.exit(await run(process.argv.slice(2), processIo()));
