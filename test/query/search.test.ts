/** What people type, and what must be found. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchNodes } from '../../src/query/index.ts';
import { type Index, openIndex } from '../../src/store/index.ts';
import { makeProject } from '../store/fixture.ts';
import { page, SMALL } from '../store/sample.ts';

async function withIndex(files: Readonly<Record<string, string>>, work: (index: Index) => void): Promise<void> {
  const index = await openIndex(makeProject(files));
  try {
    work(index);
  } finally {
    index.close();
  }
}

const found = (index: Index, text: string) => searchNodes(index, { text }).hits.map((hit) => hit.id);

/** Runs questions against pages; each expectation is the ids in order, blank for none. */
async function check(
  bodies: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const files = Object.fromEntries(Object.entries(bodies).map(([id, body]) => [`docs/${id}.md`, page(id, body)]));
  await withIndex(files, (index) => {
    const actual = Object.fromEntries(Object.keys(expected).map((text) => [text, found(index, text).sort().join(' ')]));
    expect(actual).toEqual(expected);
  });
}

describe('search', () => {
  it('takes words that are operators elsewhere as words', () =>
    check(
      {
        a: 'Use foo-bar with --dry-run.',
        b: 'This is NOT done AND not planned. An open point.',
        c: 'node.js v20.1 behind example.org/path',
        d: 'It\'s "quoted" text: title:none',
      },
      {
        'foo-bar': 'a',
        '--dry-run': 'a',
        NOT: 'b',
        AND: 'b',
        'node.js': 'c',
        'v20.1': 'c',
        'example.org/path': 'c',
        "it's": 'd',
        '"quoted"': 'd',
        '"quoted text"': 'd',
        'title:none': 'd',
        '"open': 'b',
        'foo OR': '',
        'NEAR(': '',
        "'; drop table node; --": '',
      },
    ));

  it('finds runs without blanks anywhere', () =>
    check(
      {
        jp: '東京都の倉庫では、火災報知器を毎週点検する。',
        cn: '先关闭阀门，再检查滤网。',
        th: 'เอกสารนี้สำคัญ',
        ko: '이 문서에는 절차가 있다',
      },
      {
        火災報知器: 'jp',
        倉庫: 'jp',
        点検: 'jp',
        庫: 'jp',
        滤网: 'cn',
        潜水艦: '',
        倉火庫: '',
        สำคัญ: 'th',
        문서: 'ko',
        절차: 'ko',
      },
    ));

  it('finds accents both ways, in both spellings of Unicode', () =>
    check(
      {
        fr: 'Le résumé du débit réglé.',
        plain: 'cafe and resume',
        nfd: 'Cafe\u0301 machine, u\u0308ber part.',
        de: 'Große Straße',
      },
      {
        resume: 'fr plain',
        RÉSUMÉ: 'fr plain',
        debit: 'fr',
        café: 'nfd plain',
        'cafe\u0301': 'nfd plain',
        cafe: 'nfd plain',
        über: 'nfd',
        strasse: 'de',
      },
    ));

  it('finds names of programs and parts of identifiers', () =>
    check(
      { a: 'Written in C++ with parseNodeId.', b: 'Written in C with snake_case_name.', d: 'HTMLParser and node2vec' },
      {
        'C++': 'a',
        C: 'a b',
        parsenodeid: 'a',
        node: 'a',
        snake_case_name: 'b',
        snake: 'b',
        'html parser': 'd',
        node2vec: 'd',
      },
    ));

  it('reads phrases, prefixes, exclusions and filters', () =>
    check(
      { a: 'the quick brown fox', b: 'the brown quick fox', c: 'quicker foxes' },
      {
        '"quick brown"': 'a',
        'quick -brown': '',
        'fox -"quick brown"': 'b',
        'quick*': 'a b c',
        'fox*': 'a b c',
        'fox family:guide': 'a b',
        'fox family:requirement': '',
        'fox path:docs/a.md': 'a',
        'fox path:docs': 'a b',
        'fox path:*b.md': 'b',
        'fox status:active status:draft': 'a b',
        'fox color:red': '',
      },
    ));

  it('says that nothing is left to look for, and never gives everything', () =>
    withIndex({ ...SMALL }, (index) => {
      for (const text of [
        '',
        '*',
        '""',
        '"',
        '...',
        ':',
        '()',
        '   ',
        '-',
        '!!!',
        '+ + +',

        'family:guide',
        '\0',
      ]) {
        expect([text, searchNodes(index, { text }).matched, found(index, text)]).toEqual([text, 'no_terms', []]);
      }
    }));

  it('gives a stated answer to any text at all', () =>
    withIndex({ ...SMALL }, (index) => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
          const { matched, hits } = searchNodes(index, { text });
          expect(['all', 'some', 'none', 'no_terms']).toContain(matched);
          expect(hits.length === 0).toBe(matched === 'none' || matched === 'no_terms');
        }),
        { numRuns: 300 },
      );
      expect(() => searchNodes(index, { text: 'x'.repeat(1_001) })).toThrow(/at most 1000/);
    }));

  it('puts an exact id or title before better matches', () =>
    withIndex(
      {
        'docs/other.md': page('other', 'deploy guide '.repeat(50), '', 'The deploy guide of the deploy guide'),
        'docs/deploy-guide.md': page('deploy-guide', 'Nothing much.', '', 'How it is done'),
        'docs/titled.md': page('x9', 'Nothing much.', '', 'Deploy Guide'),
      },
      (index) => {
        const { hits } = searchNodes(index, { text: 'deploy-guide' });
        expect(hits.map((hit) => [hit.id, hit.exact])).toEqual([
          ['deploy-guide', 'id'],
          ['other', null],
          ['x9', null],
        ]);
        const [first, ...rest] = searchNodes(index, { text: 'deploy guide' }).hits;
        expect([first!.id, first!.exact]).toEqual(['x9', 'title']);
        expect(rest.map((hit) => hit.exact)).toEqual([null, null]);
      },
    ));

  it('takes the last part of an id that is a path for the id', () =>
    withIndex(
      {
        'docs/loud.md': page('notes/loud', 'eip-1559 '.repeat(50), '', 'About EIP-1559 and more'),
        'docs/fee.md': page('EIPS/eip-1559', 'Nothing much.', '', 'Fee market'),
      },
      (index) => {
        const [first] = searchNodes(index, { text: 'EIP-1559' }).hits;
        expect([first!.id, first!.exact]).toEqual(['EIPS/eip-1559', 'id']);
      },
    ));

  it('marks the run that was asked for, not each of its letters elsewhere', () =>
    withIndex({ 'docs/a.md': page('a', 'アーキテクチャのテンプレート。') }, (index) => {
      const [hit] = searchNodes(index, { text: 'テンプレート' }).hits;
      const { text, marks } = hit!.excerpt;
      expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['テンプレート']);
    }));

  it('prefers the title to the text', () =>
    withIndex(
      {
        'docs/a.md': page('a', 'A long text that names the rollback once, among many other words of no weight.'),
        'docs/b.md': page('b', 'A text.', '', 'Rollback of a release'),
      },
      (index) => expect(found(index, 'rollback')).toEqual(['b', 'a']),
    ));

  it('gives pages with some of the words of a longer question, and says so', () =>
    withIndex({ ...SMALL }, (index) => {
      const answer = searchNodes(index, { text: 'how must the second page be retried' });
      expect(answer.matched).toBe('some');
      expect(answer.hits[0]!.id).toBe('b');
    }));

  it('names section, line and place, and marks the words', () =>
    withIndex(
      {
        'docs/a.md': page(
          'a',
          '# Top\n\nIntro.\n\n## Steps\n\nFirst do this.\nThen restart the *server*.\n\n## End\n\nBye.',
        ),
      },
      (index) => {
        const hit = searchNodes(index, { text: 'restart server' }).hits[0]!;
        expect(hit.section).toMatchObject({ heading: 'Steps', anchor: 'steps' });
        expect(hit.excerpt.marks.map(([from, to]) => hit.excerpt.text.slice(from, to))).toEqual(['restart', 'server']);
        const lines = page('a', '# Top\n\nIntro.\n\n## Steps\n\nFirst do this.\nThen restart').split('\n');
        expect(hit.place).toBe(`docs/a.md:${hit.line}`);
        expect(lines[hit.line - 1]).toMatch(/^(## Steps|First do this\.|Then restart)/);
      },
    ));

  it('pages without a gap and refuses cursors of other questions and generations', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`docs/p${i}.md`, page(`p${i}`, `word ${i}`)]),
    );
    const project = makeProject(files);
    const index = await openIndex(project);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = searchNodes(index, { text: 'word', limit: 7, cursor });
      ids.push(...answer.hits.map((hit) => hit.id));
      expect(answer.page.total).toBe(30);
      cursor = answer.page.cursor ?? undefined;
    } while (cursor);
    expect(new Set(ids).size).toBe(30);
    const first = searchNodes(index, { text: 'word', limit: 7 }).page.cursor!;
    expect(() => searchNodes(index, { text: 'words', cursor: first })).toThrow(/another question/);
    expect(() => searchNodes(index, { text: 'word', cursor: 'x' })).toThrow(/cannot be read/);
    expect(() => searchNodes(index, { text: 'word', limit: 0 })).toThrow(/from 1 to/);
    index.close();
    const { put } = await import('../store/sample.ts');
    put(project.root, 'docs/p0.md', page('p0', 'changed'));
    const later = await openIndex(project);
    expect(() => searchNodes(later, { text: 'word', limit: 7, cursor: first })).toThrow(/belongs to generation/);
    later.close();
  });
});

const CASES = process.env.DOCFORGE_SHARED ? join(process.env.DOCFORGE_SHARED, 'cases') : '';

describe.skipIf(!existsSync(CASES))('the handed cases', () => {
  const names = existsSync(CASES) ? readdirSync(CASES).filter((name) => /^3[4-7]-/.test(name)) : [];
  for (const name of names) {
    it(name, async () => {
      const folder = join(CASES, name, 'project/docs');
      const files = readdirSync(folder).map((file) => [`docs/${file}`, readFileSync(join(folder, file), 'utf8')]);
      const table = join(CASES, name, existsSync(join(CASES, name, 'queries.tsv')) ? 'queries.tsv' : 'queries.txt');
      const rows = readFileSync(table, 'utf8')
        .split('\n')
        .filter((row) => !row.startsWith('# ') && row !== '');
      await withIndex(Object.fromEntries(files) as Record<string, string>, (index) => {
        for (const row of rows) {
          const [text, expected = '-'] = row.split('\t') as [string, string?];
          const ids = found(index, text);
          if (expected === '-') expect([text, ids]).toEqual([text, []]);
          else for (const id of expected.split(',')) expect([text, ids]).toEqual([text, expect.arrayContaining([id])]);
        }
      });
    });
  }
});
