/**
 * The outline of a page (headings, anchors, links) and the digest of its content, in one pass.
 *
 * Invariants: a pure function of the text; linear in its length for any input, hostile ones too; it never throws.
 * Places are lines of the file and columns in UTF-16 units. micromark with GFM is its oracle in a differential test.
 */
import type { Sha256 } from '../base/index.ts';
import type { Block, TextPlace } from './block-state.ts';
import { BodyDigest } from './body-digest.ts';
import { HeadingSlugs, headingText } from './heading-text.ts';
import { readHtml } from './html-tags.ts';
import { type Definitions, type InlineLink, type InlineRange, scanInline } from './inline-links.ts';
import { foldsPlainly, normalInline } from './inline-normal.ts';
import { linkTarget, wikiTarget } from './link-target.ts';
import { type PageBlocks, readBlocks } from './markdown-blocks.ts';
import type { Heading, Link, Outline } from './types.ts';

const NO_RANGES: readonly InlineRange[] = [];
const ESCAPED_BAR = /\\\|/g;
const TASK = /^\[[ xX]\](?=\s)/;

/**
 * Reads the content of a page. `firstLine` is the 1-based line of the file where the content begins.
 * Links come in the order of the text, headings and anchors too; the digest names its `DIGEST_SCHEMA`.
 */
export function readOutline(content: string, firstLine: number): { outline: Outline; digest: Sha256 } {
  const text = content.includes('\r') ? content.replace(/\r\n?/g, '\n') : content;
  const page = readBlocks(text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text);
  return new OutlineReader(page, firstLine).read();
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Holds what has been gathered while the blocks go by. */
class OutlineReader {
  private readonly page: PageBlocks;
  private readonly firstLine: number;
  private readonly headings: Writable<Heading>[] = [];
  private readonly anchors: string[] = [];
  private readonly links: Link[] = [];
  private readonly slugs = new HeadingSlugs();
  private readonly digest = new BodyDigest();

  constructor(page: PageBlocks, firstLine: number) {
    this.page = page;
    this.firstLine = firstLine;
  }

  read(): { outline: Outline; digest: Sha256 } {
    const { blocks } = this.page;
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[i]!;
      if (block.type === 'inline') {
        const opener = blocks[i - 1]!;
        if (opener.type === 'heading_open') this.heading(block, Number(opener.tag.slice(1)));
        else this.text('p', block, block.content, blocks[i - 2]?.type === 'list_item_open');
      } else if (block.type === 'cell') this.cell(block);
      else {
        if (block.type === 'html_block') this.html(block);
        this.digest.block(block);
      }
    }
    this.endHeading(this.firstLine + this.page.lineStarts.length - 1);
    const { headings, anchors, links } = this;
    return { outline: { headings, anchors, links }, digest: this.digest.finish(this.page.references) };
  }

  private heading(block: Block, level: number): void {
    const { content, place } = block;
    const ranges = this.text(`h${level}`, block, content, false);
    const written = headingText(content, this.page, ranges);
    const { anchor, also } = this.slugs.anchorsOf(written);
    for (const id of also) this.anchors.push(id);
    const line = this.firstLine + (place?.line ?? 0);
    const text = (written.includes('\n') ? written.replace(/\s*\n\s*/g, ' ') : written).trim();
    this.endHeading(line - 1);
    this.headings.push({ level, text, anchor, line, end_line: line });
  }

  /** A heading reaches to the line before the next one. */
  private endHeading(line: number): void {
    const last = this.headings[this.headings.length - 1];
    if (last) last.end_line = line;
  }

  /** Reads a run of inline text: its links, its anchors, its part of the digest. */
  private text(tag: string, block: Block, content: string, inItem: boolean): readonly InlineRange[] {
    const plain = !content.includes('[') && !content.includes('<');
    if (plain && (foldsPlainly(content) || !content.includes('`'))) {
      this.digest.text(tag, normalInline(content, NO_RANGES));
      return NO_RANGES;
    }
    const task = inItem && TASK.test(content);
    const scan = scanInline(content, this.page as Definitions, task ? 3 : 0);
    this.digest.text(tag, normalInline(content, scan.ranges));
    for (const id of scan.anchors) this.anchors.push(id);
    if (scan.links.length > 0 && block.place) this.keepInline(scan.links, content, block.place);
    return scan.ranges;
  }

  private keepInline(links: readonly InlineLink[], content: string, place: TextPlace): void {
    let lineFrom = 0;
    let line = 0;
    for (const link of links) {
      for (;;) {
        const end = content.indexOf('\n', lineFrom);
        if (end < 0 || end >= link.at) break;
        lineFrom = end + 1;
        line++;
      }
      this.keep(link, place.line + line, (place.starts[line] ?? 0) + link.at - lineFrom);
    }
  }

  private keep(link: InlineLink, line: number, offset: number): void {
    const target = link.kind === 'wiki' ? wikiTarget(link.href) : linkTarget(link.href);
    if (!target) return;
    this.links.push({
      kind: link.kind,
      href: link.href,
      path: target.path,
      fragment: target.fragment,
      line: this.firstLine + line,
      column: offset - this.page.lineStarts[line]! + 1,
    });
  }

  /** A cell's `\|` is a bar; links keep the column they have in the file. */
  private cell(block: Block): void {
    const { content, place } = block;
    if (!content.includes('\\|')) {
      this.text('td', block, content, false);
      return;
    }
    const shown = content.replace(ESCAPED_BAR, '|');
    const scan = scanInline(shown, this.page as Definitions);
    this.digest.text('td', normalInline(shown, scan.ranges));
    for (const id of scan.anchors) this.anchors.push(id);
    let at = 0;
    let shownAt = 0;
    for (const link of scan.links) {
      for (; shownAt < link.at; shownAt++) at += content.startsWith('\\|', at) ? 2 : 1;
      this.keep(link, place!.line, place!.starts[0]! + at);
    }
  }

  private html(block: Block): void {
    const { content, place } = block;
    const links: InlineLink[] = [];
    readHtml(content, {
      anchor: (id) => this.anchors.push(id),
      link: ({ href, at }) => links.push({ kind: 'html', href, at }),
    });
    if (place) this.keepInline(links, content, place);
  }
}
