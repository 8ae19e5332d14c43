import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOutline } from '../../src/source/index.ts';
import { oracleLines, outlineLines } from './oracle.ts';
import { examples } from './outline-examples.ts';

describe('the outline and its oracle', () => {
  it.each(examples.map((text) => [JSON.stringify(text).slice(0, 60), text]))('agree on %s', (_name, text) => {
    expect(outlineLines(readOutline(text, 1).outline)).toEqual(oracleLines(text));
  });

  it('counts lines from where the content begins', () => {
    const text = '# A\n\n[a](b.md)\n';
    const [heading] = readOutline(text, 8).outline.headings;
    expect(heading).toMatchObject({ line: 8, end_line: 10 });
    expect(readOutline(text, 8).outline.links[0]).toMatchObject({ line: 10, column: 1 });
  });
});

/** Pages larger than this take remark many seconds and teach nothing new. */
const ORACLE_BYTES_MAX = 60_000;
const corpora = process.env.DOCFORGE_CORPORA;

describe.skipIf(corpora === undefined)('the outline and its oracle on real pages', () => {
  const pages = corpora === undefined ? [] : pagesUnder(corpora);
  it('agree on every page', { timeout: 3_600_000 }, () => {
    const different: string[] = [];
    for (const path of pages) {
      const text = readFileSync(path, 'utf8')
        .replace(/^\ufeff/, '')
        .replace(/^\+\+\+[\s\S]*?\n\+\+\+\n/, '');
      if (text.length > ORACLE_BYTES_MAX) continue;
      const ours = outlineLines(readOutline(text, 1).outline);
      if (JSON.stringify(ours) !== JSON.stringify(oracleLines(text))) different.push(path);
    }
    expect(different).toEqual([]);
  });
});

function pagesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
