/** Real pages of other tools: every one is read, adopted and edited with its body untouched. Runs where they are given. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseToml } from '../../src/base/index.ts';
import { adoptPage, decodeUtf8, editNode, extractMarkdown, parseBlock, parseYaml } from '../../src/source/index.ts';

const corpora = process.env.DOCFORGE_CORPORA;
const bytesOf = (text: string) => Buffer.from(text, 'utf8');

function pagesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.parentPath.includes('/.git/'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What is wrong with one page, or nothing. */
function faultOf(path: string): string | undefined {
  const bytes = readFileSync(path);
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return `not UTF-8 at byte ${decoded.offset}`;
  const { text } = decoded;
  const block = parseBlock(text);
  if (block.kind === 'unclosed') return 'not closed';
  if (block.kind === 'toml') {
    const read = parseToml(text, { start: block.blockStart, end: block.blockEnd });
    if (!read.ok) return `${read.line}: ${read.reason}`;
  }
  if (block.kind === 'yaml') {
    const read = parseYaml(text.slice(block.blockStart, block.blockEnd));
    if (!read.ok) return `${block.openLine + read.line}: ${read.reason}`;
  }
  const metadata = { id: 'page', family: 'f', title: 'T', status: 's', authority: 'derived' };
  const adopted = adoptPage(bytes, metadata);
  const body = bytesOf(text.slice(block.kind === 'none' ? block.contentStart : block.closeEnd));
  if (
    !Buffer.from(adopted)
      .subarray(adopted.length - body.length)
      .equals(body)
  )
    return 'its body was changed';
  const read = extractMarkdown(adopted);
  if (read.extraction.problems.length > 0) return read.extraction.problems[0]!.message;
  if (read.bodies[0] !== block.content) return 'its content is read otherwise';
  if (block.content === '') return undefined;
  const content = `${block.content}\nOne more line.\n`;
  const edited = editNode(adopted, 'markdown', 'page', { set: { status: 'other' }, content });
  if (extractMarkdown(edited).bodies[0] !== content) return 'its new content is read otherwise';
  const back = editNode(edited, 'markdown', 'page', { set: { status: 's' }, content: block.content });
  return Buffer.from(back).equals(Buffer.from(adopted)) ? undefined : 'it does not come back to its bytes';
}

describe.skipIf(corpora === undefined)('pages of real repositories', () => {
  it('are adopted and edited with their bodies untouched', { timeout: 3_600_000 }, () => {
    const faults = pagesUnder(corpora ?? '.').map((path) => [path, faultOf(path)]);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });
});
