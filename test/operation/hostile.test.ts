/** Requests that no reader of theirs may run out of stack, or patience, over. */
import { describe, expect, it } from 'vitest';
import { ask, codeOf, folderWith, page } from './projects.ts';

const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);

describe('a request nested 100,000 levels deep', () => {
  it('is refused, as text of JSON, as text of TOML, and as a value', async () => {
    const root = folderWith({ 'docs/a.md': page('a') });
    const json = `{"title":"T","operations":[{"op":"update","id":"a","set":{"extra":{"x":${DEEP}}}}]}`;
    expect(await codeOf(ask(root, 'propose', { text: json }, { actor: 'ada' }))).toBe('invalid_input');
    const toml = `title = "T"\n[[operations]]\nop = "update"\nid = "a"\nset = { extra = { x = ${DEEP} } }\n`;
    expect(await codeOf(ask(root, 'propose', { text: toml }, { actor: 'ada' }))).toBe('invalid_input');
    expect(await codeOf(ask(root, 'propose', { document: JSON.parse(json) }, { actor: 'ada' }))).toBe('invalid_input');
    expect(await codeOf(ask(root, 'show', { ids: JSON.parse(DEEP) }))).toBe('invalid_input');
  });
});
