/** Words are cut the same way for pages and questions; postings survive writing, reading and merging. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSegments } from '../../src/store/merge-segments.ts';
import { eachTermNear } from '../../src/store/near-terms.ts';
import { type Block, FIELD_COUNT } from '../../src/store/postings.ts';
import { scanTerms } from '../../src/store/scan-terms.ts';
import { SegmentBuilder, segmentOf, segmentOfBlocks } from '../../src/store/text-segment.ts';
import { eachTerm, foldText, foldWord, type TermSink } from '../../src/store/tokens.ts';

function terms(text: string): string {
  const found: string[] = [];
  eachTerm(text, (term) => found.push(term));
  return found.join(' ');
}

describe('terms', () => {
  const cases: Readonly<Record<string, string>> = {
    'foo-bar --dry-run': 'foo bar dry run',
    'node.js v20.1': 'node js v20 1',
    "it's": 'it s',
    'C++ and C#': 'c c++ and c c#',
    'page#part': 'page part',
    snake_case: 'snake_case snake case',
    __init__: 'init',
    getNodeId: 'getnodeid get node id',
    HTMLParser: 'htmlparser html parser',
    Café: 'cafe café',
    'Cafe\u0301': 'cafe café',
    ÜBER: 'uber über',
    Straße: 'strasse straße',
    'ﬁle ＡＢＣ': 'file abc',
    手順書: '手 手順 順 順書 書',
    mixed文字abc: 'mixed 文 文字 字 abc',
    'か\u3099': 'が',
    ｶﾞ: 'ガ',
    한국어: '한 한국 국 국어 어',
    '*': '',
    '... : () - !!! + + +': '',
    '____ ❤️': '',
  };
  for (const [text, expected] of Object.entries(cases)) it(text, () => expect(terms(text)).toBe(expected));

  it('have places inside the text, in order, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        let last = 0;
        eachTerm(text, (term, start, end) => {
          expect(term.length).toBeGreaterThan(0);
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(end).toBeGreaterThanOrEqual(last);
          last = start;
        });
      }),
      { numRuns: 500 },
    );
  });

  it('are the same when they are scanned in UTF-8', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'B', '_', '+', '#', '++', ' ', 'é', '手', '’', 'x9', 'camelCase', 'w'.repeat(70), '😀'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const found: string[] = [];
        const plain = (bytes: Uint8Array, start: number, end: number) =>
          found.push(Buffer.from(bytes.subarray(start, end)).toString().toLowerCase());
        scanTerms(Buffer.from(text), { plain, term: (term) => found.push(term) });
        expect(found.join(' ')).toBe(terms(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('around given words hold every term that begins with one of them', () => {
    const piece = fc.constantFrom(
      'node',
      'Node',
      'getNodeId',
      'c++',
      'c',
      '#',
      '+',
      ' ',
      '_',
      'é',
      'noé',
      '手',
      '-',
      '.',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        const needles = ['node', 'c++', 'noe'];
        const hits = (each: (sink: TermSink) => void) => {
          const found: string[] = [];
          each((term, start, end) => {
            if (needles.some((needle) => term.startsWith(needle))) found.push(`${term} ${start} ${end}`);
          });
          return found;
        };
        expect(hits((sink) => eachTermNear(text, needles, sink))).toEqual(hits((sink) => eachTerm(text, sink)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are the same for a word and for its folded form', () => {
    for (const word of ['Café', 'ΣΊΣΥΦΟΣ', 'İstanbul', 'Đà', 'ﬁ'])
      expect(foldWord(foldWord(word))).toBe(foldWord(word));
    expect(foldText('  The\n Ünder  line ')).toBe('the under line');
  });

  it('of hostile text are cut in time that grows with its length', () => {
    const texts = [
      'a_'.repeat(50_000),
      'aB'.repeat(50_000),
      '手'.repeat(50_000),
      'é'.repeat(50_000),
      '_'.repeat(100_000),
    ];
    const start = performance.now();
    for (const text of texts) terms(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

/** Documents as lists of texts by field. */
type Documents = readonly (readonly string[])[];

function build(documents: Documents): { blocks: Block[]; lengths: Uint16Array } {
  const builder = new SegmentBuilder();
  for (const texts of documents) builder.add(texts.map((text) => Buffer.from(text)));
  const blocks: Block[] = [];
  const numbers = Int32Array.from(documents.keys());
  const lengths = mergeSegments([{ segment: segmentOf(builder.finish()), numbers }], documents.length, (block) =>
    blocks.push(block),
  );
  return { blocks, lengths };
}

describe('an index', () => {
  const text = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'über', '手順書', 'aB', '𠮷野'), { maxLength: 6 });
  const document = fc.array(text, { minLength: FIELD_COUNT, maxLength: FIELD_COUNT });

  it('that was carried over and merged equals the one that is counted anew', () => {
    fc.assert(
      fc.property(fc.array(document, { maxLength: 8 }), fc.array(fc.nat(9), { maxLength: 8 }), (all, order) => {
        const documents = all.map((fields) => fields.map((words) => words.join(' ')));
        const old = build(documents);
        const kept = [...new Set(order)].filter((n) => n < documents.length);
        const fresh = [['new words', '', '', '', '', '', '']];
        const next = [...kept.map((n) => documents[n]!), ...fresh];
        const carried = new Int32Array(documents.length).fill(-1);
        for (const [to, from] of kept.entries()) carried[from] = to;
        const builder = new SegmentBuilder();
        for (const texts of fresh) builder.add(texts.map((text) => Buffer.from(text)));
        const merged: Block[] = [];
        const lengths = mergeSegments(
          [
            {
              segment: segmentOfBlocks(
                old.blocks.map((block) => block.bytes),
                old.lengths,
              ),
              numbers: carried,
            },
            { segment: segmentOf(builder.finish()), numbers: Int32Array.from([kept.length]) },
          ],
          next.length,
          (block) => merged.push(block),
        );
        const anew = build(next);
        expect(merged).toEqual(anew.blocks);
        expect(lengths).toEqual(anew.lengths);
      }),
      { numRuns: 200 },
    );
  });

  it('spreads over blocks that each begin with their own first term', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`).join(' ');
    const { blocks } = build([[words, '', '', '', '', '', '']]);
    expect(blocks.length).toBeGreaterThan(2);
    expect([...blocks.map((block) => block.first)].sort()).toEqual(blocks.map((block) => block.first));
  });
});
