/**
 * The state that markdown-it's block rules work on, kept light: lines found by searching, blocks as plain objects, and
 * for each text the offsets of its lines in the source.
 *
 * Invariant: what a rule of markdown-it reads from the state is what markdown-it's own state would hold.
 */
import markdownIt, { type Env, type MarkdownIt, type StateBlock, type Token } from 'markdown-it';

/** Where a text stands: its first line (0-based) and the offset in the source of each of its lines. */
export interface TextPlace {
  readonly line: number;
  readonly starts: readonly number[];
}

/** A block in document order: markdown-it's token, and for text the place of its lines. */
export interface Block {
  readonly type: string;
  readonly tag: string;
  readonly nesting: -1 | 0 | 1;
  readonly level: number;
  attrs: [string, string | number][] | null;
  map: [number, number] | null;
  meta: Record<string, unknown> | null;
  children: null;
  content: string;
  markup: string;
  info: string;
  hidden: boolean;
  place: TextPlace | null;
}

export type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

export interface PageEnv extends Env {
  references: Record<string, { title: string; href: string }>;
  readonly footnotes: Set<string>;
}

const { StateBlock: MarkdownState } = markdownIt;

export class PageState extends MarkdownState {
  /** The blocks read so far; the same array as `tokens`. */
  readonly blocks: Block[];

  constructor(text: string, parser: MarkdownIt, env: PageEnv) {
    const tokens: Token[] = [];
    super('', parser, env, tokens);
    this.blocks = tokens as unknown as Block[];
    this.src = text;
    this.markLines();
  }

  private markLines(): void {
    const { src } = this;
    const bMarks: number[] = [];
    const eMarks: number[] = [];
    const tShift: number[] = [];
    const sCount: number[] = [];
    const bsCount: number[] = [];
    for (let start = 0; start < src.length; ) {
      let end = src.indexOf('\n', start);
      if (end < 0) end = src.length;
      let at = start;
      let indent = 0;
      for (; at < end; at++) {
        const c = src.charCodeAt(at);
        if (c === 32) indent++;
        else if (c === 9) indent += 4 - (indent % 4);
        else break;
      }
      bMarks.push(start);
      eMarks.push(end);
      tShift.push(at - start);
      sCount.push(indent);
      bsCount.push(0);
      start = end + 1;
    }
    this.lineMax = bMarks.length;
    bMarks.push(src.length);
    eMarks.push(src.length);
    tShift.push(0);
    sCount.push(0);
    bsCount.push(0);
    this.bMarks = bMarks;
    this.eMarks = eMarks;
    this.tShift = tShift;
    this.sCount = sCount;
    this.bsCount = bsCount;
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting < 0) this.level--;
    const block: Block = {
      type,
      tag,
      nesting,
      level: this.level,
      attrs: null,
      map: null,
      meta: null,
      children: null,
      content: '',
      markup: '',
      info: '',
      hidden: false,
      place: null,
    };
    if (nesting > 0) this.level++;
    this.blocks.push(block);
    return block as unknown as Token;
  }

  /** Lines that stand together in the source with nothing to strip are one slice of it. */
  override getLines(begin: number, end: number, indent: number, keepLastLF: boolean): string {
    if (begin >= end) return '';
    if (indent === 0 && this.areAdjacent(begin, end)) {
      const last = this.eMarks[end - 1]! + (keepLastLF ? 1 : 0);
      return this.src.slice(this.bMarks[begin], last);
    }
    return super.getLines(begin, end, indent, keepLastLF);
  }

  private areAdjacent(begin: number, end: number): boolean {
    for (let line = begin + 1; line < end; line++) {
      if (this.bMarks[line] !== this.eMarks[line - 1]! + 1) return false;
    }
    return true;
  }

  /** Adds a block of text made of lines, each without the blanks before it; the last without those after it. */
  pushText(kind: 'paragraph' | 'heading', tag: string, begin: number, end: number): void {
    const { src } = this;
    const starts: number[] = [];
    let adjacent = true;
    for (let line = begin; line < end; line++) {
      const start = this.bMarks[line]! + this.tShift[line]!;
      if (line > begin && start !== this.eMarks[line - 1]! + 1) adjacent = false;
      starts.push(start);
    }
    const last = this.skipSpacesBack(this.eMarks[end - 1]!, starts[starts.length - 1]!);
    let content: string;
    if (adjacent) content = src.slice(starts[0], last);
    else {
      const lines = starts.map((start, i) => src.slice(start, i === starts.length - 1 ? last : this.eMarks[begin + i]));
      content = lines.join('\n');
    }
    this.push(`${kind}_open`, tag, 1).map = [begin, this.line];
    const text = this.push('inline', '', 0) as unknown as Block;
    text.content = content;
    text.place = { line: begin, starts };
    this.push(`${kind}_close`, tag, -1);
  }

  /** Keeps lines that are nested too deep as one block of text. */
  pushDeep(begin: number, end: number): void {
    const block = this.push('deep', '', 0) as unknown as Block;
    block.content = this.getLines(begin, end, this.blkIndent, false);
    block.map = [begin, end];
    this.line = end;
  }
}
