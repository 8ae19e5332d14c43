/**
 * A page of a vault as it is: Markdown with DocForge's own block, with TOML or YAML front matter of another tool, or
 * with none. Every page is a node; what it does not say of itself is left to its path.
 *
 * Invariants: a pure function of the bytes; front matter that cannot be read is a problem and never loses the text;
 * bytes that are not UTF-8 are a problem and give no node; a page with DocForge's own block is read by the canonical
 * reader; wikilinks in front matter are links under either block, so giving a page its own block loses none.
 */
import { hashBytes, lineStarts, type Problem, problem } from '../base/index.ts';
import { type ExtractedFile, type ExtractedNode, extractMarkdown, parseBlock, readOutline } from '../source/index.ts';
import { linksOfValues } from './front-matter-links.ts';
import { EMPTY, type FrontMatter, readFrontMatter } from './read-front-matter.ts';

/** Reads one page. Never throws; at most one node. */
export function extractVault(bytes: Uint8Array): ExtractedFile {
  const text = decoded(bytes);
  if (text === null) return extractMarkdown(bytes);
  const block = parseBlock(text);
  const problems: Problem[] = [];
  let front: FrontMatter = EMPTY;
  if (block.kind === 'unclosed') {
    problems.push(problem('unreadable_front_matter', { reason: 'the +++ here is never closed' }, { line: block.line }));
  } else if (block.kind !== 'none') {
    const reading = readFrontMatter(block.kind, text.slice(block.blockStart, block.blockEnd), block.blockLine);
    if (reading.kind === 'canonical') return withFrontLinks(extractMarkdown(bytes), text);
    if (reading.kind === 'read') front = reading;
    else problems.push(problem('unreadable_front_matter', { reason: reading.reason }, reading));
  }
  const [content, contentLine] =
    block.kind === 'unclosed'
      ? [text.slice(block.bom ? 1 : 0).replaceAll('\r\n', '\n'), 1]
      : [block.content, block.contentLine];
  const node = pageNode(bytes, text, content, contentLine, front);
  return { extraction: { format: 'vault', nodes: [node], problems }, bodies: [content] };
}

/** A page read by the canonical reader, with the wikilinks of its metadata before those of its text. */
function withFrontLinks({ extraction, bodies }: ExtractedFile, text: string): ExtractedFile {
  const nodes = extraction.nodes.map((node) => {
    const links = linksOfValues({ ...node, text, line: 1 });
    return links.length === 0
      ? node
      : { ...node, outline: { ...node.outline, links: [...links, ...node.outline.links] } };
  });
  return { extraction: { ...extraction, nodes }, bodies };
}

function pageNode(
  bytes: Uint8Array,
  text: string,
  content: string,
  contentLine: number,
  front: FrontMatter,
): ExtractedNode {
  const { outline, digest } = readOutline(content, contentLine);
  const links = linksOfValues(front);
  return {
    ...{ id: null, family: null, status: null, authority: null },
    title: front.title ?? outline.headings.find(({ level }) => level === 1)?.text ?? '',
    tags: front.tags,
    relations: [],
    fields: front.fields,
    extra: front.extra,
    keys: front.keys,
    line: 1,
    content_line: contentLine,
    end_line: Math.max(1, lineStarts(text).length - (/[\r\n]$/.test(text) ? 1 : 0)),
    content_hash: hashBytes(bytes),
    body_hash: hashBytes(content),
    body_bytes: Buffer.byteLength(content),
    body_digest: digest,
    outline: links.length === 0 ? outline : { ...outline, links: [...links, ...outline.links] },
  };
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
