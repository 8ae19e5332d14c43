import { describe, expect, it } from 'vitest';
import type { ProjectPaper } from '../../src/contract/index.ts';
import { contentTest, leftOutFolder, skipNames } from '../../src/project/content.ts';
import { buildRules } from '../../src/project/rules.ts';

const base: ProjectPaper = { schema_version: 1, project: { id: 'p', title: 'P' }, families: [{ id: 'guide' }] };

/** The paths that are content, with their reader. */
function taken(content: ProjectPaper['content'], paths: string[], adapter?: ProjectPaper['adapter']): string[] {
  const formatOf = contentTest({ ...base, content, ...(adapter ? { adapter } : {}) });
  return paths.flatMap((path) => (formatOf(path) ? [`${path} ${formatOf(path)}`] : []));
}

describe('content', () => {
  it('is every Markdown file when the descriptor does not say', () => {
    expect(taken(undefined, ['a.md', 'b/c.markdown', 'd.toml', 'e.txt', 'f.md.bak'])).toEqual([
      'a.md markdown',
      'b/c.markdown markdown',
    ]);
  });

  it('leaves dot folders, dot files and folders of other people out, unless a glob names them', () => {
    const paths = [
      'Plan.md',
      '.cache/description.md',
      '.obsidian/plugins/x/README.md',
      '.trash/Plan.md',
      'node_modules/y/README.md',
      'a/vendor/b/README.md',
      '.hidden.md',
    ];
    expect(taken(undefined, paths)).toEqual(['Plan.md markdown']);
    expect(taken({ markdown: ['**/*.md', '.trash/**/*.md', 'a/vendor/**'] }, paths)).toEqual([
      'Plan.md markdown',
      '.trash/Plan.md markdown',
      'a/vendor/b/README.md markdown',
    ]);
  });

  it('is never state of DocForge', () => {
    const paths = ['.docforge/docs/a.md', '.docforge/application/t/rescued/a.md', '.docforge/index/x.md'];
    expect(taken({ markdown: ['.docforge/**/*.md'] }, paths)).toEqual(['.docforge/docs/a.md markdown']);
  });

  it('follows exclude, and gives TOML to its own reader', () => {
    const content = { toml: ['registry/*.toml'], exclude: ['drafts/**', '**/x.md'] };
    expect(taken(content, ['registry/a.toml', 'b.toml', 'drafts/a.md', 'c/x.md', 'c/y.md'])).toEqual([
      'registry/a.toml toml',
      'c/y.md markdown',
    ]);
  });

  it('reads pages as a vault where the adapter is on', () => {
    expect(taken(undefined, ['a.md'], { name: 'vault' })).toEqual(['a.md vault']);
  });

  it('names the folder that is left out', () => {
    expect(leftOutFolder('a/.b/c/d.md')).toBe('a/.b');
    expect(leftOutFolder('a/b.md')).toBe(null);
  });

  it('skips what no glob can reach', () => {
    expect(skipNames(base)).toContain('node_modules');
    expect(skipNames({ ...base, content: { markdown: ['node_modules/y/*.md'] } })).not.toContain('node_modules');
    expect(skipNames(base)).toContain('.git');
  });
});

describe('rules', () => {
  it('always know depends_on, and that it is acyclic', () => {
    const rules = buildRules({
      ...base,
      vocabulary: { relations: [{ name: 'depends_on', inverse: 'required_by' }, 'x'] },
    });
    expect([...rules.relations]).toEqual([
      ['depends_on', { acyclic: true, inverse: 'required_by' }],
      ['x', { acyclic: false }],
    ]);
    expect(buildRules({ ...base, vocabulary: { relations: [] } }).relations.has('depends_on')).toBe(true);
  });

  it('take the family of a vault page from the first glob that matches', () => {
    const { vault } = buildRules({
      ...base,
      families: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
      adapter: {
        name: 'vault',
        family: 'c',
        families: [
          { path: 'x/y/**', family: 'a' },
          { path: 'x/**', family: 'b' },
        ],
      },
    });
    expect(['x/y/p.md', 'x/p.md', 'p.md'].map((path) => vault?.familyOf(path))).toEqual(['a', 'b', 'c']);
    expect(vault).toMatchObject({ status: 'active', authority: 'authoritative' });
  });

  it('know link roots as plain folders', () => {
    expect(buildRules({ ...base, content: { link_roots: ['./docs/content/', '.'] } }).link_roots).toEqual([
      'docs/content',
      '',
    ]);
  });
});
