/** Pages that leave their identity to their path. */
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/index.ts';
import { filesOf, graphOf, inputOf, said, shuffled, vaultRules } from './projects.ts';

function ids(...paths: string[]): string[] {
  const fixture = paths.map((path) => `//- ${path}\ntext\n`).join('');
  const { graph } = graphOf(fixture, vaultRules);
  return [...graph.nodes.values()].map(({ id, path }) => `${path} ${id}`).sort();
}

describe('the id of a page', () => {
  it('is its path, and for the page of a folder the folder', () => {
    expect(ids('README.md', 'a b/c.d.md', 'guide/README.md', 'guide/x/_index.md', 'guide/y/index.markdown')).toEqual([
      'README.md README',
      'a b/c.d.md a b/c.d',
      'guide/README.md guide',
      'guide/x/_index.md guide/x',
      'guide/y/index.markdown guide/y',
    ]);
  });

  it('stays with the page that is named like it, and no two are one', () => {
    expect(ids('a.md', 'a/README.md', 'a/index.md', 'a/_index.md', 'a.markdown')).toEqual([
      'a.markdown a.markdown',
      'a.md a',
      'a/README.md a/README',
      'a/_index.md a/_index',
      'a/index.md a/index',
    ]);
    expect(ids('b/index.md', 'b/README.md', 'b/README.markdown')).toEqual([
      'b/README.markdown b/README',
      'b/README.md b',
      'b/index.md b/index',
    ]);
  });

  it('gives way to an id that a page declares', () => {
    const own = '+++\nid = "a"\nfamily = "guide"\ntitle = "Own"\nstatus = "draft"\nauthority = "derived"\n+++\ntext\n';
    const { graph } = graphOf(`//- a.md\ntext\n//- z.md\n${own}`, vaultRules);
    expect([...graph.nodes.values()].map(({ id, path, status, format }) => [id, path, status, format])).toEqual([
      ['a', 'z.md', 'draft', 'markdown'],
      ['a.md', 'a.md', 'active', 'vault'],
    ]);
  });

  it('is an id whatever the path', () => {
    const long = `${'very-long-folder-name/'.repeat(12)}page`;
    const found = ids(`${long}-1.md`, `${long}-2.md`, 'e\u0301.md', '\u00e9.md').map((line) => line.split(' ').at(-1)!);
    expect(new Set(found).size).toBe(4);
    for (const id of found) expect(Buffer.byteLength(id)).toBeLessThanOrEqual(200);
    expect(found.filter((id) => id.includes('\u0301'))).toEqual([]);
  });
});

describe('a page of a vault', () => {
  const fixture = `//- north/Index.md
# North

See [[Index]] and [[Pump]].
//- south/Index.md
# South

See [[north/Index]] and [[Pump]].
//- south/Pump.md
text
//- README.md
text
`;

  it('has the title of its heading, else of its path, and what the adapter says', () => {
    const rules = {
      ...vaultRules,
      vault: {
        familyOf: (path: string) => (path.startsWith('north/') ? 'requirement' : 'guide'),
        status: 'draft',
        authority: 'derived',
      },
      families: new Map([...vaultRules.families, ['requirement', { required: [] }]] as const),
    };
    const { graph, problems } = graphOf(fixture, rules);
    expect(
      [...graph.nodes.values()].map(({ id, title, family, status, authority }) => [
        id,
        title,
        family,
        status,
        authority,
      ]),
    ).toEqual([
      ['README', 'README', 'guide', 'draft', 'derived'],
      ['north', 'North', 'requirement', 'draft', 'derived'],
      ['south', 'South', 'guide', 'draft', 'derived'],
      ['south/Pump', 'Pump', 'guide', 'draft', 'derived'],
    ]);
    expect(problems).toEqual([]);
  });

  it('is the same in every run and in every order (case 55)', () => {
    const input = inputOf(filesOf(fixture), vaultRules);
    const first = buildGraph(input);
    expect(said(first).nodes).toEqual(['README', 'north', 'south', 'south/Pump']);
    for (let seed = 1; seed < 6; seed++) {
      const again = buildGraph({ ...input, files: shuffled(input.files, seed) });
      expect(again.graph.generation).toBe(first.graph.generation);
    }
  });
});
