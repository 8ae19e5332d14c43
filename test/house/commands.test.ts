import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandsPage } from '../tools/commands-page.ts';

it('the page of commands is what the table of verbs says', () => {
  expect(readFileSync(new URL('../../.docforge/docs/commands.md', import.meta.url), 'utf8')).toBe(commandsPage());
});
