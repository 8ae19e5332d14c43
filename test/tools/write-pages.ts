/** Writes the pages that are made from tables, errors and commands: `npm run schemas`. A test proves that they agree. */
import { writeFileSync } from 'node:fs';
import { commandsPage } from './commands-page.ts';
import { errorsPage } from './errors-page.ts';

const docs = new URL('../../.docforge/docs/', import.meta.url);
writeFileSync(new URL('errors.md', docs), errorsPage());
writeFileSync(new URL('commands.md', docs), commandsPage());
