import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GraphRules } from '../../src/graph/index.ts';
import { type ProjectRules, parseDescriptor } from '../../src/project/index.ts';

const HEAD = 'schema_version = 1\n[project]\nid = "p"\ntitle = "P"\n[[families]]\nid = "guide"\n';

/** The problems of a descriptor as `line:column code message`, in their order. */
function problems(text: string): string[] {
  const parsed = parseDescriptor(text);
  const rows = 'problems' in parsed ? parsed.problems : parsed.warnings;
  return rows.map((row) => `${row.line}:${row.column} ${row.code} ${row.message}`);
}

describe('the descriptor', () => {
  it('has rules of the shape the graph asks for', () => {
    const same = (rules: ProjectRules): GraphRules => rules;
    expect(same).toBeTypeOf('function');
  });

  it('is read', () => {
    expect(parseDescriptor(HEAD)).toEqual({
      descriptor: {
        schema_version: 1,
        project: { id: 'p', title: 'P' },
        families: [{ id: 'guide' }],
      },
      warnings: [],
    });
  });

  it('names the line of a syntax error', () => {
    expect(problems('schema_version = 1\nproject = [\n')[0]).toMatch(/^\d+:\d+ descriptor_syntax /);
    expect(parseDescriptor(new Uint8Array([0x61, 0xff]))).toMatchObject({
      problems: [{ code: 'descriptor_syntax', file: '.docforge/project.toml', line: 1 }],
    });
  });

  it('suggests the nearest known key, at every depth', () => {
    expect(problems(`${HEAD}[content]\nmarkdwon = ["a"]\n`)).toEqual([
      '8:1 descriptor_unknown_key The descriptor has a key that is not known: content.markdwon; did you mean markdown?.',
    ]);
    expect(problems(`${HEAD}[[writers]]\nid = "w"\nfamilies = ["*"]\noperation = ["create"]\n`)).toEqual([
      '7:1 descriptor_missing_key The descriptor must have writers[1].operations, and it does not.',
      '10:1 descriptor_unknown_key The descriptor has a key that is not known: writers[1].operation; did you mean operations?.',
    ]);
    expect(problems(`${HEAD}[vocabulary]\nrelations = ["a", { name = "b", acylic = true }]\n`)).toEqual([
      '8:19 descriptor_unknown_key The descriptor has a key that is not known: vocabulary.relations[2].acylic; did you mean acyclic?.',
    ]);
    expect(problems(`${HEAD}[adaptor]\nname = "vault"\n`)[0]).toContain('7:1 descriptor_unknown_key');
  });

  it('tells every wrong value at once, in order of place', () => {
    const text = 'schema_version = 2\n[project]\nid = "P P"\ntitle = 3\n[problems]\ndead_link = "fatal"\n';
    expect(problems(text)).toEqual([
      '1:1 descriptor_missing_key The descriptor must have families, and it does not.',
      '1:1 descriptor_value The value of schema_version in the descriptor cannot be used: it is none of the values that are known.',
      '3:1 descriptor_value The value of project.id in the descriptor cannot be used: it has characters or a length that are not allowed.',
      '4:1 descriptor_value The value of project.title in the descriptor cannot be used: it is of another type.',
      '6:1 descriptor_value The value of problems.dead_link in the descriptor cannot be used: it is none of the values that are known.',
    ]);
  });

  it('finds names that stand twice and names that nothing defines', () => {
    const text = `${HEAD}[[families]]\nid = "guide"\n[[writers]]\nid = "w"\nfamilies = ["guides"]\noperations = ["create"]\n`;
    expect(problems(text)).toEqual([
      '8:1 descriptor_duplicate The descriptor names guide twice in families.',
      '11:13 descriptor_unknown_name The descriptor uses guides in writers, but has no family of that name; did you mean guide?.',
    ]);
    expect(problems(`${HEAD}[adapter]\nname = "vault"\nstatus = "actve"\n`)).toEqual([
      '9:1 descriptor_unknown_name The descriptor uses actve in adapter.status, but has no status of that name; did you mean active?.',
    ]);
  });

  it('warns of a code that is none, and can be used', () => {
    const parsed = parseDescriptor(`${HEAD}[problems]\ndead_lnk = "off"\n`);
    expect(parsed).toMatchObject({ warnings: [{ code: 'descriptor_unknown_code', line: 8, severity: 'warning' }] });
  });

  it('reads the descriptor of this repository', () => {
    const text = readFileSync(new URL('../../.docforge/project.toml', import.meta.url), 'utf8');
    expect(parseDescriptor(text)).toMatchObject({ warnings: [] });
  });
});
