import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { documents, jsonSchemaOf } from '../../src/contract/index.ts';

const folder = new URL('../../schemas/', import.meta.url);

describe('schemas on disk', () => {
  it('are exactly the documents of the contract', () => {
    const names = readdirSync(folder).sort();
    expect(names).toEqual(documents.map((row) => `${row.name}.schema.json`).sort());
  });

  it.each(documents.map((row) => [row.name, row] as const))('%s equals what the contract generates', (name, row) => {
    const stored = readFileSync(new URL(`${name}.schema.json`, folder), 'utf8');
    expect(stored).toBe(`${JSON.stringify(jsonSchemaOf(row), null, 2)}\n`);
    expect(JSON.parse(stored).$id).toBe(`urn:docforge:schema:${name}:${row.version}`);
  });

  it('compile as JSON Schema 2020-12', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTuples: false });
    for (const row of documents) expect(ajv.compile(jsonSchemaOf(row))).toBeTypeOf('function');
  });
});
