/**
 * The text of a heading as GitHub shows it, and the anchors it gives.
 *
 * Invariants: the text holds no marks, no tags and no footnote calls; every anchor is non-empty and stands once in its
 * page, numbered as GitHub numbers (`setup`, `setup-1`, `setup-1-1`). Emoji variation selectors are invisible and are
 * left out of the anchor; GitHub keeps them, so where they make a difference GitHub's anchor is given as well.
 * `# Title {#own-id}` gives `own-id` too, as Zola, Hugo and mdBook do.
 */
import { slug } from 'github-slugger';
import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { Definitions, InlineRange } from './inline-links.ts';

export interface HeadingAnchors {
  readonly anchor: string;
  /** Further anchors of the same heading. */
  readonly also: readonly string[];
}

/** A heading of this many characters is a line of prose; its marks are kept, so that a hostile one costs nothing. */
const HEADING_CHARS_MAX = 4_000;
const MARKS = /[\\`*_~<&![\]]/;
const OWN_ID = /\{\s*#([^\s{}#]+)(?:\s[^{}]*)?\}$/;
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g;
const VARIATION_SELECTOR = /[\ufe0e\ufe0f]/;
const PLAIN_WORDS = /^[A-Za-z0-9 _-]*$/;
const NAMELESS = 'section';

function inlineParser(): MarkdownIt {
  const parser = markdownIt('commonmark', { html: true, maxNesting: 100 });
  parser.normalizeLink = (href) => href;
  parser.normalizeLinkText = (href) => href;
  parser.validateLink = () => true;
  parser.enable('strikethrough');
  return parser;
}

const parser = inlineParser();

/**
 * The text of a heading, its lines kept apart by `\n`. `ranges` are those of the scan of the same text. An image counts
 * by its description only where the heading holds nothing else.
 */
export function headingText(content: string, definitions: Definitions, ranges: readonly InlineRange[]): string {
  if (!MARKS.test(content) || content.length > HEADING_CHARS_MAX) return content;
  const tokens: Token[] = [];
  parser.inline.parse(withoutFootnotes(content, ranges), parser, { references: definitions.references }, tokens);
  const text = textOf(tokens, false);
  return text.trim() === '' ? textOf(tokens, true) : text;
}

function withoutFootnotes(content: string, ranges: readonly InlineRange[]): string {
  let text = '';
  let from = 0;
  for (const range of ranges) {
    if (range.kind !== 'footnote') continue;
    text += content.slice(from, range.from);
    from = range.to;
  }
  return from === 0 ? content : text + content.slice(from);
}

function textOf(tokens: readonly Token[], withImages: boolean): string {
  const pending = [...tokens].reverse();
  let text = '';
  for (let token = pending.pop(); token; token = pending.pop()) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') {
      if (withImages) pending.push(...[...(token.children ?? [])].reverse());
    } else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}

/** GitHub's numbering of equal slugs in one page, as `github-slugger` does it. */
class PageSlugs {
  private readonly numbers = new Map<string, number>();

  unique(base: string): string {
    let anchor = base;
    let number = this.numbers.get(base);
    if (number !== undefined) {
      do anchor = `${base}-${++number}`;
      while (this.numbers.has(anchor));
      this.numbers.set(base, number);
    }
    this.numbers.set(anchor, 0);
    return anchor;
  }
}

/** Gives each heading of one page its anchors, in order. */
export class HeadingSlugs {
  private readonly shown = new PageSlugs();
  private readonly texts: string[] = [];
  /** GitHub's own numbering, kept only from the first heading on that holds an invisible character. */
  private exact: PageSlugs | undefined;

  anchorsOf(text: string): HeadingAnchors {
    const also: string[] = [];
    const invisible = VARIATION_SELECTOR.test(text);
    const visible = invisible ? text.replace(VARIATION_SELECTORS, '') : text;
    const anchor = this.shown.unique(slugOf(visible) || NAMELESS);
    if (invisible && !this.exact) {
      this.exact = new PageSlugs();
      for (const earlier of this.texts) this.exact.unique(slugOf(earlier));
    }
    if (this.exact) {
      const exact = this.exact.unique(slugOf(text));
      if (exact !== anchor && exact !== '') also.push(exact);
    } else this.texts.push(text);
    const own = text.trimEnd().endsWith('}') ? OWN_ID.exec(text.trimEnd()) : null;
    if (own) also.push(own[1]!);
    return { anchor, also };
  }
}

/** GitHub's slug of a text; plain ASCII words need no table of letters. */
function slugOf(text: string): string {
  return PLAIN_WORDS.test(text) ? text.toLowerCase().replaceAll(' ', '-') : slug(text);
}
