import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Code, catalogue, entryOf } from '../../src/base/index.ts';
import { errorsPage } from '../tools/errors-page.ts';

const page = readFileSync(new URL('../../.docforge/docs/errors.md', import.meta.url), 'utf8');

describe('the error catalogue and its page', () => {
  it('agree both ways', () => {
    const headings = [...page.matchAll(/^## ([a-z0-9_]+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual(Object.keys(catalogue).sort());
    expect(page).toBe(errorsPage());
  });

  it('says what happened and what to do, for every code', () => {
    for (const code of Object.keys(catalogue) as Code[]) {
      const entry = entryOf(code);
      expect(code, code).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(entry.message, code).toMatch(/[.}]$/);
      expect(entry.remedy, code).toMatch(/^.{9,}[.]$/);
    }
  });
});
