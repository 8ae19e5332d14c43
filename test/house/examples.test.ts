/** The commands that the READMEs of the examples show are run; the links of the README lead somewhere. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { docforge } from '../cli/terminal.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'docforge-examples-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function commandsOf(readme: string): string[][] {
  return [...readme.matchAll(/^docforge (.*)$/gm)].map((match) =>
    [...match[1]!.matchAll(/"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2]!),
  );
}

describe.each(['handbook', 'registry'])('the example %s', (name) => {
  const folder = join(scratch, name);
  cpSync(join(ROOT, 'examples', name), folder, { recursive: true });
  const commands = commandsOf(readFileSync(join(folder, 'README.md'), 'utf8'));

  it.each(commands.map((words) => [words.join(' '), words] as const))('docforge %s', async (_line, words) => {
    const { status, out } = await docforge(folder, words);
    expect(status).toBe(0);
    expect(out).not.toBe('');
  });
});

describe('the README', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

  it('has links that lead somewhere', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
  });

  it('names the two commands', () => {
    expect(readme).toContain('npm ci && npm run demo');
    expect(readme).toContain('npm ci && npm test');
  });
});

describe('this repository as a project of its own', () => {
  it('is valid without a warning', async () => {
    const { status, out } = await docforge(ROOT, ['check', '--json']);
    const { counts, nodes } = JSON.parse(out).data;
    expect(counts).toEqual({ error: 0, warning: 0, note: 0 });
    expect(nodes).toBeGreaterThan(15);
    expect(status).toBe(0);
  });
});
