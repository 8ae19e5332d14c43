import { describe, expect, it } from 'vitest';
import { planFamilies } from '../../src/project/adopt.ts';
import { type AdoptionSurvey, parseDescriptor, planInit } from '../../src/project/index.ts';

const page = (path: string, fields: string[] = []) => ({ path, family: null, status: null, fields, relations: [] });

/** Folder by folder, how many pages: `planFamilies` as `folder -> id (pages)`. */
function families(tree: Record<string, number>): string[] {
  const paths = Object.entries(tree).flatMap(([folder, pages]) =>
    Array.from({ length: pages }, (_, i) => `${folder === '' ? '' : `${folder}/`}p${i}.md`),
  );
  const forward = planFamilies(paths);
  expect(planFamilies(paths.reverse())).toEqual(forward);
  return forward.map((row) => `${row.folder} -> ${row.id} (${row.pages})`);
}

describe('families of an adopted repository', () => {
  it('are the folders at the top', () => {
    expect(families({ '': 2, guides: 5, decisions: 4 })).toEqual([
      'decisions -> decisions (4)',
      'guides -> guides (5)',
    ]);
  });

  it('are looked for within a folder that holds most of the pages', () => {
    expect(families({ 'docs/content/manual': 10, 'docs/content/themes': 20, 'docs/content': 1, site: 5 })).toEqual([
      'docs/content/manual -> manual (10)',
      'docs/content/themes -> themes (20)',
      'docs/content -> content (1)',
      'site -> site (5)',
    ]);
  });

  it('are not made of a few pages in a large folder', () => {
    expect(families({ text: 600, 'text/3392-council': 9 })).toEqual(['text -> text (609)']);
  });

  it('have different ids', () => {
    expect(families({ 'a/notes': 3, 'b/notes': 3, page: 2 })).toEqual([
      'a -> a (3)',
      'b -> b (3)',
      'page -> page-2 (2)',
    ]);
  });
});

describe('a new descriptor', () => {
  it('can be read, and is written last', () => {
    const plan = planInit({ root: '/x/Team Handbook', title: 'A "quoted" title' });
    expect(plan.id).toBe('team-handbook');
    expect(plan.files.map((file) => file.path)).toEqual([
      '.docforge/.gitignore',
      '.docforge/project.schema.json',
      'docs/guides/start.md',
      '.docforge/project.toml',
    ]);
    expect(parseDescriptor(plan.files.at(-1)!.text)).toMatchObject({
      descriptor: { project: { id: 'team-handbook', title: 'A "quoted" title' } },
      warnings: [],
    });
  });

  it('of an adopted repository knows its fields, and writes nothing of its own outside .docforge', () => {
    const survey: AdoptionSurvey = {
      pages: [page('docs/content/a.md', ['weight', 'date']), page('README.md'), page('docs/content/b.md', ['weight'])],
      files: ['README.md', 'docs/config.toml', 'docs/content/a.md', 'docs/content/b.md', 'docs/static/x.png'],
    };
    const plan = planInit({ root: '/x/site', survey });
    expect(plan.files.every((file) => file.path.startsWith('.docforge/'))).toBe(true);
    const parsed = parseDescriptor(plan.files.at(-1)!.text);
    expect(parsed).toMatchObject({
      descriptor: {
        adapter: { name: 'vault', family: 'page' },
        content: { link_roots: ['docs/content', 'docs/static', '.'] },
        vocabulary: { fields: ['date', 'weight'] },
      },
      warnings: [],
    });
  });

  it('survives folders of any name', () => {
    const pages = ['[x] (y)!/a.md', '[x] (y)!/b.md', '日本/a.md', '日本/b.md', '-/a.md', '-/b.md'].map((path) =>
      page(path),
    );
    const plan = planInit({ root: '/', survey: { pages, files: pages.map((row) => row.path) } });
    expect(plan.id).toBe('project');
    expect(parseDescriptor(plan.files.at(-1)!.text)).toMatchObject({ warnings: [] });
  });

  it('of a wrong id is refused', () => {
    expect(() => planInit({ root: '/x', id: 'Not OK' })).toThrow(/project.id/);
  });
});
