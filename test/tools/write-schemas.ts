/** Writes `schemas/*.schema.json` from the contract room: `npm run schemas`. A test proves that they are up to date. */
import { writeFileSync } from 'node:fs';
import { documents, jsonSchemaOf } from '../../src/contract/index.ts';

for (const row of documents) {
  const path = new URL(`../../schemas/${row.name}.schema.json`, import.meta.url);
  writeFileSync(path, `${JSON.stringify(jsonSchemaOf(row), null, 2)}\n`);
}
