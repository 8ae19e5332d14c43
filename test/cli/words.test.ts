import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../src/cli/program.ts';
import { verbs } from '../../src/cli/verbs.ts';
import { operations } from '../../src/operation/index.ts';
import { docforge } from './terminal.ts';

/** A line as a shell splits it: blanks, and quotes around words. */
function shellWords(line: string): string[] {
  return [...line.replace(/\s[<>].*$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!);
}

describe('the verbs', () => {
  it('reach every operation', () => {
    expect([...new Set(verbs.map((verb) => verb.operation))].sort()).toEqual(Object.keys(operations).sort());
  });

  it.each(verbs.map((verb) => [verb.name, verb] as const))(
    '%s has help with an example that can be read',
    async (name, verb) => {
      const help = await docforge('/', [...name.split(' '), '--help']);
      expect(help).toMatchObject({ status: 0, err: '' });
      expect(help.out).toMatch(/^Usage: docforge /);
      expect(help.out).toContain(`$ docforge ${verb.examples[0]}`);
      expect(help.out).toContain('--json');
      for (const example of verb.examples) {
        const reading = readCommandLine(shellWords(example), verbs);
        expect(reading).toMatchObject({ kind: 'chosen', chosen: { verb: { name } } });
      }
    },
  );

  it('are all in the help of the program', async () => {
    const { out, status } = await docforge('/', '--help');
    expect(status).toBe(0);
    for (const { name } of verbs) expect(out).toContain(name.split(' ')[0]);
    expect(out).toContain('Exit status');
    expect((await docforge('/', '--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('are suggested when a word is wrong', async () => {
    for (const [line, expected] of [
      ['serch x', '(Did you mean search?)'],
      ['index biuld', '(Did you mean build?)'],
      ['check --jsno', '(Did you mean --json?)'],
      ['show', "missing required argument 'ids'"],
      ['', 'no command was given'],
      ['changeset', 'no command was given'],
    ] as const) {
      const { status, out, err } = await docforge('/', line);
      expect([line, status, out]).toEqual([line, 2, '']);
      expect(err).toContain(expected);
      expect(err).toContain('--help');
      expect(err).not.toMatch(/\n\s+at /);
    }
  });

  it('take the flags that all share before or after themselves', async () => {
    for (const line of [
      '--json list --project /nowhere',
      'list --json --project /nowhere',
      '--project /nowhere --json list',
    ]) {
      const { status, out } = await docforge('/', line);
      expect([line, status, JSON.parse(out).error.code]).toEqual([line, 2, 'no_folder']);
    }
  });

  it('say wrong usage as one JSON document too', async () => {
    const { status, out, err } = await docforge('/', 'serch x --json');
    expect([status, err]).toEqual([2, '']);
    expect(JSON.parse(out)).toMatchObject({ ok: false, operation: 'docforge', error: { code: 'invalid_input' } });
  });
});
