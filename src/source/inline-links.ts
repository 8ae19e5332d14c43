/**
 * The links of one run of inline Markdown, by the bracket stack of CommonMark, with GFM's footnotes and bare addresses
 * and the wikilinks of vaults.
 *
 * Invariants: one pass from left to right, no recursion, work bounded by the length of the text times a small constant
 * (labels are at most 999 characters); nothing inside code, raw HTML, an autolink or an escape is a link; emphasis
 * never decides what a link is, so it is not read. A definition beats a wikilink: `[[1]]` with `[1]: …` is `[1]`.
 *
 *     [[Target#part|alias]]     ![alt](href "title")     [text][label]     [label]
 *     ^at                       ^at  ^href               ^at               ^at
 */
import { type HtmlSink, readHtml } from './html-tags.ts';
import { normalLabel, readDestination, readTitle, skipBlanks } from './markdown-text.ts';
import type { LinkKind } from './types.ts';

/** What a page defines for its inline text: reference labels with their destinations, and footnotes. */
export interface Definitions {
  readonly references: Readonly<Record<string, { readonly href: string; readonly title: string }>>;
  readonly footnotes: ReadonlySet<string>;
}

export interface InlineLink {
  readonly kind: LinkKind;
  /** The destination as Markdown reads it. */
  readonly href: string;
  /** Offset in the text where the link begins. */
  readonly at: number;
}

/** A part of the text whose blanks mean something, or a comment, or a footnote call. In order, never overlapping. */
export interface InlineRange {
  readonly kind: 'code' | 'verbatim' | 'comment' | 'footnote';
  readonly from: number;
  readonly to: number;
}

export interface InlineScan {
  readonly links: InlineLink[];
  readonly anchors: string[];
  readonly ranges: InlineRange[];
}

interface Opener {
  /** Offset of `[`, or of `!` of an image. */
  readonly at: number;
  /** Offset of the text after the bracket. */
  readonly textFrom: number;
  readonly image: boolean;
  /** How many ranges were known when the bracket opened. */
  readonly ranges: number;
  holdsBracket: boolean;
}

const LABEL_CHARS_MAX = 999;
const AUTOLINK =
  /<(?:[a-z][a-z0-9+.-]{1,31}:[^\0-\x20<>]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*)>/iy;
const TAG =
  /<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^"'=<>`\0-\x20]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*)>/iy;
const FOOTNOTE = /\[\^((?:\\[[\]\\]|[^\s[\]])+)\]/y;
const FULL_LABEL = /\[((?:\\[\s\S]|[^[\]\\])*)\]/y;
const BARE_ADDRESS = /(?:https?:\/\/|www\.)[^\s<]+/iy;

const SPECIAL = new Uint8Array(128);
for (const c of '\\`<[]:wW') SPECIAL[c.charCodeAt(0)] = 1;

/** Reads one run of inline text (lines joined by `\n`, no blanks at line starts) from an offset on. */
export function scanInline(text: string, definitions: Definitions, from = 0): InlineScan {
  return new InlineScanner(text, definitions).run(from);
}

/** Holds the live state of one scan: the stack of brackets and what is known not to come any more. */
class InlineScanner implements HtmlSink {
  private readonly text: string;
  private readonly definitions: Definitions;
  private readonly links: InlineLink[] = [];
  private readonly anchors: string[] = [];
  private readonly ranges: InlineRange[] = [];
  private readonly stack: Opener[] = [];
  /** Link openers below this height stand before a finished link and cannot become one: links do not nest. */
  private inactiveBelow = 0;
  /** End of the last construct that was read whole; a `!` before it belongs to that construct. */
  private consumed = 0;
  private lastRuns: Map<number, number> | undefined;
  /** Ends of `<!--`, `<?`, `<!` and `<![CDATA[` that stand nowhere in the rest of the text. */
  private readonly absent: string[] = [];
  private tagAt = 0;

  constructor(text: string, definitions: Definitions) {
    this.text = text;
    this.definitions = definitions;
  }

  anchor(id: string): void {
    this.anchors.push(id);
  }

  link({ href }: { readonly href: string }): void {
    this.links.push({ kind: 'html', href, at: this.tagAt });
  }

  run(from: number): InlineScan {
    const { text } = this;
    let at = from;
    this.consumed = from;
    while (at < text.length) {
      const c = text.charCodeAt(at);
      if (c > 127 || SPECIAL[c] === 0) at++;
      else at = this.step(at, c);
    }
    return { links: this.links, anchors: this.anchors, ranges: this.ranges };
  }

  private step(at: number, c: number): number {
    if (c === 91) return this.open(at);
    if (c === 93) return this.close(at);
    let next = at + 1;
    if (c === 96) next = this.code(at);
    else if (c === 60) next = this.angle(at);
    else if (c === 92) next = at + 2;
    else return this.bareAddress(at, c);
    if (next > at + 1) this.consumed = next;
    return next;
  }

  private open(at: number): number {
    const { text, stack } = this;
    if (text.charCodeAt(at + 1) === 94) {
      FOOTNOTE.lastIndex = at;
      const call = FOOTNOTE.exec(text);
      if (call && call[1]!.length <= LABEL_CHARS_MAX && this.definitions.footnotes.has(normalLabel(call[1]!))) {
        this.consumed = at + call[0].length;
        this.ranges.push({ kind: 'footnote', from: at, to: this.consumed });
        return this.consumed;
      }
    }
    const image = at > this.consumed && text.charCodeAt(at - 1) === 33;
    const below = stack[stack.length - 1];
    if (below) below.holdsBracket = true;
    stack.push({
      at: image ? at - 1 : at,
      textFrom: at + 1,
      image,
      ranges: this.ranges.length,
      holdsBracket: false,
    });
    return at + 1;
  }

  private close(at: number): number {
    const opener = this.stack.pop();
    if (!opener) return at + 1;
    const height = this.stack.length;
    const inactive = !opener.image && height < this.inactiveBelow;
    if (height < this.inactiveBelow) this.inactiveBelow = height;
    if (inactive) return at + 1;
    return this.finish(opener, at) ?? this.wiki(opener, at) ?? at + 1;
  }

  /** Tries to end a link or image whose text ends at `at`; its end, or `undefined`. */
  private finish(opener: Opener, at: number): number | undefined {
    const { text } = this;
    const c = text.charCodeAt(at + 1);
    if (c === 40) {
      const end = this.resource(opener, at + 2);
      if (end !== undefined) return end;
    }
    let label: string | undefined;
    let end = at + 1;
    if (c === 91) {
      FULL_LABEL.lastIndex = at + 1;
      const full = FULL_LABEL.exec(text);
      if (full && full[1]!.length <= LABEL_CHARS_MAX) {
        if (full[1] !== '') label = full[1];
        end += full[0].length;
      }
    }
    if (label === undefined) {
      if (opener.holdsBracket || at - opener.textFrom > LABEL_CHARS_MAX) return undefined;
      label = text.slice(opener.textFrom, at);
    }
    const definition = this.definitions.references[normalLabel(label)];
    if (!definition) return undefined;
    this.record(opener, opener.image ? 'image' : 'reference', definition.href, end);
    return end;
  }

  private resource(opener: Opener, from: number): number | undefined {
    const { text } = this;
    const destinationFrom = skipBlanks(text, from);
    const destination = readDestination(text, destinationFrom);
    let end = destination ? destination.end : destinationFrom;
    const titleFrom = skipBlanks(text, end);
    if (destination && titleFrom > end && text.charCodeAt(titleFrom) !== 41) {
      const title = readTitle(text, titleFrom);
      if (!title) return undefined;
      end = skipBlanks(text, title.end);
    } else end = titleFrom;
    if (text.charCodeAt(end) !== 41) return undefined;
    this.record(opener, opener.image ? 'image' : 'inline', destination ? destination.value : '', end + 1);
    if (destination && destination.end > destinationFrom) {
      this.ranges.push({ kind: 'verbatim', from: destinationFrom, to: end });
    }
    return end + 1;
  }

  /** Keeps a finished link. What was found inside it is its text: a link holds no link, an image shows none. */
  private record(opener: Opener, kind: LinkKind, href: string, end: number): void {
    const { links } = this;
    let first = links.length;
    while (first > 0 && links[first - 1]!.at > opener.at) first--;
    const inside = links.splice(first);
    links.push({ kind, href, at: opener.at });
    if (!opener.image) {
      for (const link of inside) if (link.kind !== 'wiki') links.push(link);
      this.inactiveBelow = this.stack.length;
    }
    this.consumed = end;
  }

  private wiki(opener: Opener, at: number): number | undefined {
    const { text, stack } = this;
    const outer = stack[stack.length - 1];
    if (!outer || outer.textFrom !== opener.at || opener.image || opener.holdsBracket) return undefined;
    if (text.charCodeAt(at + 1) !== 93 || this.ranges.length !== opener.ranges) return undefined;
    const inside = text.slice(opener.textFrom, at);
    if (inside.includes('\n')) return undefined;
    const target = inside.split(/\\?\|/, 1)[0]!.trim();
    if (target === '') return undefined;
    stack.pop();
    const asLink = this.finish(outer, at + 1);
    if (asLink !== undefined) return asLink;
    this.links.push({ kind: 'wiki', href: target, at: outer.at });
    this.ranges.push({ kind: 'verbatim', from: opener.textFrom, to: at });
    this.consumed = at + 2;
    return at + 2;
  }

  /** A code span, or the run of backticks as text. */
  private code(at: number): number {
    const { text } = this;
    let from = at + 1;
    while (text.charCodeAt(from) === 96) from++;
    const length = from - at;
    this.lastRuns ??= backtickRuns(text);
    if ((this.lastRuns.get(length) ?? -1) < from) return from;
    let end = from;
    for (;;) {
      const start = text.indexOf('`', end);
      end = start + 1;
      while (text.charCodeAt(end) === 96) end++;
      if (end - start === length) break;
    }
    this.ranges.push({ kind: 'code', from: at, to: end });
    return end;
  }

  /** An autolink, a tag, a comment, or `<` as text. */
  private angle(at: number): number {
    const { text } = this;
    const c = text.charCodeAt(at + 1);
    if (c === 33 || c === 63) return this.special(at);
    AUTOLINK.lastIndex = at;
    if (AUTOLINK.test(text)) return AUTOLINK.lastIndex;
    TAG.lastIndex = at;
    if (!TAG.test(text)) return at + 1;
    const end = TAG.lastIndex;
    this.ranges.push({ kind: 'verbatim', from: at, to: end });
    this.tagAt = at;
    if (c !== 47) readHtml(text.slice(at, end), this);
    return end;
  }

  private special(at: number): number {
    const { text } = this;
    let from = at + 2;
    let end = '>';
    let kind: 'comment' | 'verbatim' = 'verbatim';
    if (text.startsWith('<!--', at)) {
      kind = 'comment';
      end = '-->';
      if (text.startsWith('>', at + 4) || text.startsWith('->', at + 4)) end = '>';
      else from = at + 4;
    } else if (text.startsWith('<![CDATA[', at)) end = ']]>';
    else if (text.charCodeAt(at + 1) === 63) end = '?>';
    else if (!/[a-z]/i.test(text.charAt(at + 2))) return at + 1;
    if (this.absent.includes(end)) return at + 1;
    const found = text.indexOf(end, from);
    if (found < 0) {
      this.absent.push(end);
      return at + 1;
    }
    this.ranges.push({ kind, from: at, to: found + end.length });
    return found + end.length;
  }

  /** GFM reads a bare address as one piece, brackets included, when no bracket is open before it. */
  private bareAddress(at: number, c: number): number {
    const { text } = this;
    let from = at;
    if (c === 58) {
      if (text.charCodeAt(at + 1) !== 47 || text.charCodeAt(at + 2) !== 47) return at + 1;
      from -= /s$/i.test(text.slice(at - 1, at)) ? 5 : 4;
      if (from < this.consumed || /[a-z]/i.test(text.charAt(from - 1))) return at + 1;
    } else if (text.charCodeAt(at + 3) !== 46 || (from > 0 && !/[\s(*_[\]~]/.test(text.charAt(from - 1))))
      return at + 1;
    if (this.stack.length > 0) return at + 1;
    BARE_ADDRESS.lastIndex = from;
    const match = BARE_ADDRESS.exec(text);
    if (!match) return at + 1;
    const bracket = match[0].indexOf('[');
    if (bracket < 0 && !match[0].includes('`')) return at + 1;
    return this.bareEnd(match[0], from, at);
  }

  private bareEnd(address: string, from: number, at: number): number {
    if (!/^(?:https?:\/\/|www\.)[^\s\p{P}\p{S}]/iu.test(address)) return at + 1;
    let length = address.length;
    while (length > 0 && `!"')*,.:;?_~]`.includes(address.charAt(length - 1))) length--;
    const end = from + length;
    if (end <= at) return at + 1;
    this.consumed = end;
    return end;
  }
}

/** For each length of backtick run, where its last one starts: a run with no later twin is text, found at once. */
function backtickRuns(text: string): Map<number, number> {
  const last = new Map<number, number>();
  let at = text.indexOf('`');
  while (at >= 0) {
    const start = at;
    while (text.charCodeAt(at) === 96) at++;
    last.set(at - start, start);
    at = text.indexOf('`', at);
  }
  return last;
}
