/** Writes the page of errors from the catalogue: `npm run schemas`. A test proves that page and catalogue agree. */
import { writeFileSync } from 'node:fs';
import { errorsPage } from './errors-page.ts';

writeFileSync(new URL('../../.docforge/docs/errors.md', import.meta.url), errorsPage());
