/**
 * The blocks of a page, read by markdown-it with GFM's tables and footnotes, each with its place in the text.
 *
 * Invariants: markdown-it's own rules decide what is a list, a quote, a fence, a definition or raw HTML; what is ours is
 * the order of asking (by the first character of a line), paragraphs and headings read in one walk instead of two,
 * tables and footnotes, and the places. Nesting is bounded by `BLOCK_DEPTH_MAX`; lines below it are kept as one `deep`
 * block, never dropped. Inline text is not read here: it is handed on with the offset of each of its lines.
 */
import markdownIt, { type MarkdownIt, type StateBlock } from 'markdown-it';
import { type Block, type BlockRule, type PageEnv, PageState } from './block-state.ts';
import { footnoteRule } from './footnote-rule.ts';
import { mayBeTable, tableRule } from './table-rule.ts';

export interface PageBlocks {
  readonly blocks: readonly Block[];
  /** Each label's first definition, by normalised label. */
  readonly references: Readonly<Record<string, { readonly href: string; readonly title: string }>>;
  /** Normalised labels of the footnotes the page defines. */
  readonly footnotes: ReadonlySet<string>;
  /** Offset in the source of the start of each line. */
  readonly lineStarts: readonly number[];
}

/** Quotes and lists nested deeper than this are kept as text; each list counts twice. */
const BLOCK_DEPTH_MAX = 100;

function ruleOf(name: string): BlockRule {
  const parser = markdownIt('zero');
  parser.block.ruler.enableOnly([name]);
  return parser.block.ruler.getRules('')[0]!;
}

const listRule = ruleOf('list');
const hrRule = ruleOf('hr');
const codeRule = ruleOf('code');
const markdownHeadingRule = ruleOf('heading');
const markdownHtmlRule = ruleOf('html_block');

/** The rules to ask for a line, by its first character (a space stands for every other character). */
const RULES_BY_START: ReadonlyMap<number, readonly BlockRule[]> = new Map(
  Object.entries({
    '`': [ruleOf('fence')],
    '~': [ruleOf('fence')],
    '>': [ruleOf('blockquote')],
    '*': [hrRule, listRule],
    '-': [hrRule, listRule],
    _: [hrRule],
    '+': [listRule],
    ...Object.fromEntries([...'0123456789'].map((digit) => [digit, [listRule]])),
    '[': [footnoteRule, ruleOf('reference')],
    '<': [htmlRule],
    '#': [headingRule],
  } satisfies Record<string, readonly BlockRule[]>).map(([start, rules]) => [start.charCodeAt(0), rules]),
);
const STARTS = new Uint8Array(128);
for (const start of RULES_BY_START.keys()) STARTS[start] = 1;

function headingRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!markdownHeadingRule(state, startLine, endLine, silent)) return false;
  if (silent) return true;
  const from = state.bMarks[startLine]! + state.tShift[startLine]!;
  const text = (state as PageState).blocks[state.tokens.length - 2]!;
  text.place = { line: startLine, starts: [state.skipSpaces(state.skipChars(from, 35))] };
  return true;
}

function htmlRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const found = markdownHtmlRule(state, startLine, endLine, silent);
  if (!found || silent) return found;
  const block = (state as PageState).blocks[state.tokens.length - 1]!;
  const lines = block.content.split('\n');
  const starts: number[] = [];
  for (let line = startLine; line < state.line; line++) {
    starts.push(state.eMarks[line]! - (lines[line - startLine]?.length ?? 0));
  }
  block.place = { line: startLine, starts };
  return true;
}

/** A paragraph or an underlined heading: the lines up to a blank one, an underline or another block. */
function paragraphRule(state: StateBlock, startLine: number, endLine: number): boolean {
  const { src, bMarks, eMarks, tShift, sCount, blkIndent } = state;
  const terminators = state.md.block.ruler.getRules('paragraph');
  const parentType = state.parentType;
  state.parentType = 'paragraph';
  let level = 0;
  let next = startLine + 1;
  for (; next < endLine && !state.isEmpty(next); next++) {
    const indent = sCount[next]! - blkIndent;
    if (indent > 3) continue;
    const at = bMarks[next]! + tShift[next]!;
    const c = src.charCodeAt(at);
    if (indent >= 0 && (c === 45 || c === 61) && state.skipSpaces(state.skipChars(at, c)) >= eMarks[next]!) {
      level = c === 61 ? 1 : 2;
      break;
    }
    if (sCount[next]! < 0) continue;
    if (terminators[0]!(state, next, endLine, true)) break;
  }
  state.parentType = parentType;
  state.line = level === 0 ? next : next + 1;
  (state as PageState).pushText(
    level === 0 ? 'paragraph' : 'heading',
    level === 0 ? 'p' : `h${level}`,
    startLine,
    next,
  );
  return true;
}

/** Reads one block that starts at a line; always moves `state.line` on. */
function readBlock(state: StateBlock, line: number, endLine: number): void {
  if (state.sCount[line]! - state.blkIndent >= 4) {
    codeRule(state, line, endLine, false);
    return;
  }
  if (mayBeTable(state, line, endLine) && tableRule(state, line, endLine, false)) return;
  const c = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!);
  if (c < 128 && STARTS[c] === 1) {
    for (const rule of RULES_BY_START.get(c)!) if (rule(state, line, endLine, false)) return;
  }
  paragraphRule(state, line, endLine);
}

/** markdown-it's walk over the lines of a container, with our way of asking the rules. */
function readLines(state: StateBlock, startLine: number, endLine: number): void {
  let line = startLine;
  let blankBefore = false;
  while (line < endLine) {
    line = state.skipEmptyLines(line);
    state.line = line;
    if (line >= endLine || state.sCount[line]! < state.blkIndent) break;
    if (state.level >= BLOCK_DEPTH_MAX) {
      (state as PageState).pushDeep(line, endLine);
      break;
    }
    readBlock(state, line, endLine);
    state.tight = !blankBefore;
    if (state.isEmpty(state.line - 1)) blankBefore = true;
    line = state.line;
    if (line < endLine && state.isEmpty(line)) {
      blankBefore = true;
      line++;
      state.line = line;
    }
  }
}

/**
 * The rules that may end a block, asked as one: most lines begin with a letter and end nothing, and within quotes in
 * quotes each line is asked about once for every quote.
 */
function askedAsOne(rules: readonly BlockRule[]): BlockRule {
  const tables = rules.includes(tableRule);
  return (state, line, endLine, silent) => {
    const c = state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!);
    const starts = c < 128 && STARTS[c] === 1;
    if (!starts && !(tables && mayBeTable(state, line, endLine))) return false;
    for (const rule of rules) if (rule(state, line, endLine, silent)) return true;
    return false;
  };
}

function pageParser(): MarkdownIt {
  const parser = markdownIt('commonmark', { html: true });
  parser.normalizeLink = (href) => href;
  parser.validateLink = () => true;
  parser.block.tokenize = readLines;
  parser.block.ruler.at('heading', headingRule, { alt: ['paragraph', 'reference', 'blockquote'] });
  parser.block.ruler.at('table', tableRule, { alt: ['paragraph', 'reference'] });
  parser.block.ruler.enable('table');
  parser.block.ruler.before('reference', 'footnote', footnoteRule, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  const { ruler } = parser.block;
  const terminators = new Map(
    ['paragraph', 'reference', 'blockquote', 'list'].map((chain) => [chain, [askedAsOne(ruler.getRules(chain))]]),
  );
  ruler.getRules = (chain) => terminators.get(chain) ?? [];
  return parser;
}

const parser = pageParser();

/** The blocks of a text whose lines end in `\n` and which holds no NUL. */
export function readBlocks(text: string): PageBlocks {
  const env: PageEnv = { references: Object.create(null), footnotes: new Set() };
  const state = new PageState(text, parser, env);
  const lineStarts = state.bMarks.slice(0, state.lineMax);
  readLines(state, 0, state.lineMax);
  return { blocks: state.blocks, references: env.references, footnotes: env.footnotes, lineStarts };
}
