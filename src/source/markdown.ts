/** A Markdown page: a TOML block between `+++` lines, then the content. One page is one node. */
import { hashBytes, lineStarts, type Problem, parseToml, positionAt, problem } from '../base/index.ts';
import { type ClosedBlock, parseBlock } from './block.ts';
import { decodeUtf8 } from './decode.ts';
import { partsBelow, readMetadata } from './metadata.ts';
import { readOutline } from './outline.ts';
import type { ExtractedFile, Extraction } from './types.ts';

/** How many lines a text has; a last line end opens no further line. */
export function lineCount(text: string): number {
  const starts = lineStarts(text);
  return starts.length > 1 && starts[starts.length - 1] === text.length ? starts.length - 1 : starts.length;
}

/** A file from which nothing could be read. */
export function unreadable(format: Extraction['format'], ...problems: Problem[]): ExtractedFile {
  return { extraction: { format, nodes: [], problems }, bodies: [] };
}

function readPage(text: string, bytes: Uint8Array, block: ClosedBlock): ExtractedFile {
  const document = parseToml(text, { start: block.blockStart, end: block.blockEnd });
  if (!document.ok) {
    const { reason, line, column } = document;
    return unreadable('markdown', problem('invalid_toml', { reason }, { line, column }));
  }
  const starts = lineStarts(text.slice(0, block.blockEnd));
  const parts = partsBelow(document, [], (offset) => positionAt(starts, offset));
  const { metadata, problems } = readMetadata({ table: document.value, parts, line: block.openLine });
  const misplaced = metadata.keys.find(({ key }) => key === 'content');
  const { content, contentLine } = block;
  const { outline, digest } = readOutline(content, contentLine);
  const node = {
    ...metadata,
    line: block.openLine,
    content_line: contentLine,
    end_line: Math.max(block.closeLine, lineCount(text)),
    content_hash: hashBytes(bytes),
    body_hash: hashBytes(content),
    body_bytes: Buffer.byteLength(content),
    body_digest: digest,
    outline,
  };
  return {
    extraction: {
      format: 'markdown',
      nodes: [node],
      problems: misplaced ? [...problems, problem('misplaced_content', {}, misplaced)] : problems,
    },
    bodies: [content],
  };
}

/**
 * Reads one Markdown page. The content begins after the closing line and one empty line, if there is one, and has LF
 * line ends. A page whose metadata is incomplete is still a node, with `null` (or an empty title) for what is missing,
 * so that relations to it are not reported as dead; its problems make the project invalid. Never throws.
 */
export function extractMarkdown(bytes: Uint8Array): ExtractedFile {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    return unreadable('markdown', problem('invalid_utf8', { offset: decoded.offset }, { line: decoded.line }));
  }
  const block = parseBlock(decoded.text);
  switch (block.kind) {
    case 'unclosed':
      return unreadable('markdown', problem('block_not_closed', {}, { line: block.line, column: 1 }));
    case 'none':
    case 'yaml':
      return unreadable('markdown', problem('missing_block', {}, { line: 1, column: 1 }));
    case 'toml':
      return readPage(decoded.text, bytes, block);
  }
}
