import { describe, expect, it } from 'vitest';
import { lineStarts, nearest, positionAt, showHidden } from '../../src/base/index.ts';

describe('nearest', () => {
  it.each([
    ['strat', 'start'],
    ['stauts', 'status'],
    ['relatons', 'relations'],
    ['TITEL', 'title'],
    ['xyz', undefined],
  ])('%s suggests %s', (word, expected) => {
    expect(nearest(word, ['id', 'title', 'status', 'relations', 'start'])).toBe(expected);
  });
});

describe('positions', () => {
  it('counts LF, CRLF and CR as one line end each', () => {
    const starts = lineStarts('a\nb\r\nc\rd');
    expect(starts).toEqual([0, 2, 5, 7]);
    expect(positionAt(starts, 6)).toEqual({ line: 3, column: 2 });
  });
});

describe('showHidden', () => {
  it('makes bidi, zero-width, tag and control characters visible and keeps line ends', () => {
    expect(showHidden('a\u202eb\u200bc\u{e0041}\u0007\n\td')).toBe('a<U+202E>b<U+200B>c<U+E0041><U+0007>\n\td');
  });
});
