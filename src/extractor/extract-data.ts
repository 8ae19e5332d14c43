/**
 * A data file that stands among the pages of a vault (YAML, TOML or any other text): one node whose content is the
 * text as it is, so that it can be found, shown and cited.
 *
 * Invariants: a pure function of the bytes; the text is never parsed as a format, so no template or dialect is a
 * fault; keys at the margin and TOML headers are its sections; it has no links and no anchors that are judged.
 */
import { hashBytes, problem } from '../base/index.ts';
import { decodeUtf8, type ExtractedFile, type Heading } from '../source/index.ts';

/** A file with more keys at its margin than this is a table of records, and one section. */
const SECTIONS_MAX = 200;
const KEY = /^(?:"([^"]{1,100})"|'([^']{1,100})'|([\p{L}\p{N}_][\p{L}\p{N}_ ./-]{0,99}?))\s*:(?:\s|$)/u;
const HEADER = /^\[{1,2}\s*([^[\]]{1,100}?)\s*\]{1,2}\s*(?:#.*)?$/;
const TITLE = /^(?:title|name)\s*[:=]\s*(\S.*)$/m;
const QUOTED = /^(["'])(.*)\1\s*(?:#.*)?$/;

/** Reads one data file. Never throws; at most one node. */
export function extractData(bytes: Uint8Array): ExtractedFile {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    const invalid = problem('invalid_utf8', { offset: decoded.offset }, { line: decoded.line });
    return { extraction: { format: 'data', nodes: [], problems: [invalid] }, bodies: [] };
  }
  const content = decoded.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const lines = content.split('\n');
  const last = Math.max(1, lines.length - (lines.at(-1) === '' ? 1 : 0));
  const hash = hashBytes(content);
  const table = Object.freeze(Object.create(null));
  const node = {
    ...{ id: null, family: null, status: null, authority: null },
    title: titleOf(content),
    ...{ tags: [], relations: [], fields: table, extra: table, keys: [] },
    ...{ line: 1, content_line: 1, end_line: last },
    content_hash: hashBytes(bytes),
    body_hash: hash,
    body_bytes: Buffer.byteLength(content),
    body_digest: hash,
    outline: { headings: sectionsOf(lines, last), anchors: [], links: [] },
  };
  return { extraction: { format: 'data', nodes: [node], problems: [] }, bodies: [content] };
}

/** The value of `title` or `name` at the margin, without quotes; empty where there is none on one line. */
function titleOf(content: string): string {
  const written = TITLE.exec(content)?.[1]?.trim() ?? '';
  const title = QUOTED.exec(written)?.[2] ?? written;
  return /^[|>[{&*!]/.test(title) ? '' : title.slice(0, 200);
}

function sectionsOf(lines: readonly string[], last: number): readonly Heading[] {
  const found: { readonly text: string; readonly line: number }[] = [];
  for (const [at, text] of lines.entries()) {
    const key = KEY.exec(text) ?? HEADER.exec(text);
    const name = key?.slice(1).find((part) => part !== undefined);
    if (name === undefined) continue;
    if (found.length === SECTIONS_MAX) return [];
    found.push({ text: name, line: at + 1 });
  }
  return found.map(({ text, line }, at) => ({
    ...{ level: 1, text, line },
    anchor: `l${line}`,
    end_line: (found[at + 1]?.line ?? last + 1) - 1,
  }));
}
