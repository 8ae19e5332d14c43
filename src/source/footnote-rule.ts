/**
 * GFM's footnote definition: `[^label]:` and the block that follows, its further lines indented by four.
 * Invariant: a container like a list item; its label is noted in the environment before any inline text is read.
 */
import type { StateBlock } from 'markdown-it';
import type { PageEnv } from './block-state.ts';
import { normalLabel } from './markdown-text.ts';

const LABEL = /\[\^((?:\\[[\]\\]|[^\s[\]]){1,999})\]:/y;

export function footnoteRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const from = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (state.src.charCodeAt(from + 1) !== 94 || state.sCount[startLine]! - state.blkIndent >= 4) return false;
  LABEL.lastIndex = from;
  const match = LABEL.exec(state.src);
  if (!match || from + match[0].length > state.eMarks[startLine]!) return false;
  if (silent) return true;
  (state.env as PageEnv).footnotes.add(normalLabel(match[1]!));

  const before = {
    mark: state.bMarks[startLine]!,
    shift: state.tShift[startLine]!,
    count: state.sCount[startLine]!,
    parentType: state.parentType,
  };
  const contentFrom = from + match[0].length;
  const open = state.push('footnote_open', '', 1);
  open.meta = { label: normalLabel(match[1]!) };
  state.blkIndent += 4;
  state.bMarks[startLine] = contentFrom;
  state.tShift[startLine] = state.skipSpaces(contentFrom) - contentFrom;
  state.sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.line = startLine;
  state.md.block.tokenize(state, startLine, endLine);
  if (state.line === startLine) state.line = startLine + 1;
  state.parentType = before.parentType;
  state.blkIndent -= 4;
  state.bMarks[startLine] = before.mark;
  state.tShift[startLine] = before.shift;
  state.sCount[startLine] = before.count;
  state.push('footnote_close', '', -1);
  return true;
}
