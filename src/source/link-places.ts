/**
 * Where the destinations of a page stand, to the character: remark for Markdown, our own scan for wikilinks and HTML.
 *
 *     [text](href "title")    [label]: href "title"    <img src="href">    [[href#part|alias]]
 *            ^  ^                      ^  ^                      ^  ^        ^        ^
 *
 * Invariants: places are offsets into the text as given, in order, never overlapping; only the first definition of a
 * label has a place. Emphasis and strikethrough are not read, for they decide no link and cost the square of their
 * length; texts that would cost remark too much are refused, never half read.
 */
import type { Nodes, Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { limits, lineStarts, refuse } from '../base/index.ts';
import { type HtmlLink, readTag } from './html-tags.ts';
import { readBlocks } from './markdown-blocks.ts';
import type { LinkKind, Outline } from './types.ts';
import type { HrefStyle } from './written-href.ts';

/** A destination: what it says, and the offsets of what a new one replaces. */
export interface LinkPlace {
  readonly kind: LinkKind;
  readonly href: string;
  readonly style: HrefStyle;
  readonly from: number;
  readonly to: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

declare module 'mdast' {
  interface Data {
    destination?: Span;
  }
}

interface DestinationContext {
  readonly stack: { data?: { destination?: Span } | undefined }[];
}

interface DestinationToken {
  readonly start: { readonly offset: number };
  readonly end: { readonly offset: number };
}

function noteDestination(this: DestinationContext, token: DestinationToken): void {
  const node = this.stack[this.stack.length - 1];
  if (node) node.data = { ...node.data, destination: { from: token.start.offset, to: token.end.offset } };
}

function destinations(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: ['attention', 'strikethrough'] } },
  ];
  data.fromMarkdownExtensions = [
    ...(data.fromMarkdownExtensions ?? []),
    { exit: { resourceDestination: noteDestination, definitionDestination: noteDestination } },
  ];
}

const processor = unified().use(remarkParse).use(remarkGfm).use(destinations).freeze();

/** Every destination of a text. Refuses `cannot_relink` for a text that is too long, too deep or too full of brackets. */
export function linkPlaces(text: string, outline: Outline): LinkPlace[] {
  refuseCostly(text);
  const places = [...markdownPlaces(text, processor.parse(text)), ...scannedPlaces(text, outline)];
  return places.sort((a, b) => a.from - b.from);
}

function refuseCostly(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.relink_bytes_max) {
    refuse('cannot_relink', { reason: `the text has ${bytes} bytes, and at most ${limits.relink_bytes_max} are read` });
  }
  for (const { type, content } of readBlocks(text.replace(/\r\n?/g, '\n')).blocks) {
    if (type === 'deep') refuse('cannot_relink', { reason: 'its quotes and lists are nested too deeply' });
    if (content.length > limits.relink_brackets_max && content.split('[').length > limits.relink_brackets_max) {
      refuse('cannot_relink', { reason: `one paragraph holds more than ${limits.relink_brackets_max} brackets` });
    }
  }
}

function markdownPlaces(text: string, root: Root): LinkPlace[] {
  const places: LinkPlace[] = [];
  const defined = new Set<string>();
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.type === 'link' || node.type === 'image') {
      const place = destinationPlace(text, node.type === 'link' ? 'inline' : 'image', node);
      if (place) places.push(place);
    } else if (node.type === 'definition') {
      const place = defined.has(node.identifier) ? null : destinationPlace(text, 'reference', node);
      defined.add(node.identifier);
      if (place) places.push(place);
    }
    if ('children' in node) for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!);
  }
  return places;
}

function destinationPlace(text: string, kind: LinkKind, node: Nodes & { url: string }): LinkPlace | null {
  const destination = node.data?.destination;
  if (destination) {
    const angle = text.charCodeAt(destination.from) === 60;
    const { from, to } = destination;
    const inner = angle ? { from: from + 1, to: to - 1 } : { from, to };
    return { kind, href: node.url, style: angle ? 'angle' : 'raw', ...inner };
  }
  return null;
}

/**
 * Wikilinks and links in HTML, found where the outline says: the exact reader knows no wikilinks, and it takes a tag
 * with a `/` in a value without quotes (`<a href=../x.md>`) for text.
 */
function scannedPlaces(text: string, outline: Outline): LinkPlace[] {
  const starts = lineStarts(text);
  const places: LinkPlace[] = [];
  let tagAt = -1;
  for (const { kind, href, line, column } of outline.links) {
    const at = starts[line - 1]! + column - 1;
    if (kind === 'wiki') {
      const from = text.indexOf(href, text.indexOf('[[', at) + 2);
      places.push({ kind, href, style: 'wiki', from, to: from + href.length });
    } else if (kind === 'html' && at !== tagAt) {
      tagAt = at;
      readTag(text, at, { anchor: () => {}, link: (link) => places.push(attributePlace(link)) });
    }
  }
  return places;
}

function attributePlace({ href, valueFrom, valueLength }: HtmlLink): LinkPlace {
  return { kind: 'html', href, style: 'attribute', from: valueFrom, to: valueFrom + valueLength };
}
