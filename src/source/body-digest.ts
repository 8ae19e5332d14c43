/**
 * The digest of a page's content: its meaning without places, wrapping and marks of style.
 *
 * Covered: every block in its order and nesting, its text in normal form (see `inline-normal.ts`), code with its info
 * string, raw HTML as written, table alignments, the first number of a list, and every first definition of a label,
 * sorted. Left out: blank lines, list markers and tightness, `#` or underlined headings, fence marks and code by
 * indentation, comments that stand alone. Invariant: two texts with one digest mean the same; the other way is not
 * promised (`*a*` and `_a_` differ). One pass, no recursion; NUL begins each record and stands in no text.
 */
import { compareText, DIGEST_SCHEMA, hashBytes, type Sha256 } from '../base/index.ts';
import type { Block } from './block-state.ts';
import type { Definitions } from './inline-links.ts';

const ONLY_COMMENTS = /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/;

export class BodyDigest {
  private records = DIGEST_SCHEMA as string;

  /** Adds a block that is no text: a container's edge, code, raw HTML, a rule, lines nested too deep. */
  block(block: Block): void {
    switch (block.type) {
      case 'paragraph_open':
      case 'paragraph_close':
      case 'heading_open':
      case 'heading_close':
      case 'reference_definition':
        return;
      case 'fence':
      case 'code_block': {
        const end = block.content === '' || block.content.endsWith('\n') ? '' : '\n';
        this.records += `\0code\0${block.info.trim()}\0${block.content}${end}`;
        return;
      }
      case 'html_block':
        if (!isComment(block.content)) this.records += `\0html\0${block.content.trimEnd()}`;
        return;
      case 'deep':
        this.records += `\0deep\0${block.content}`;
        return;
      case 'ordered_list_open':
        this.records += `\0ol\0${block.attrs?.[0]?.[1] ?? 1}`;
        return;
      case 'table_open':
        this.records += `\0table\0${block.info}`;
        return;
      case 'footnote_open':
        this.records += `\0footnote\0${block.meta?.label}`;
        return;
      default:
        this.records += block.nesting < 0 ? `\0/${block.tag}` : `\0${block.tag}`;
    }
  }

  /** Adds a text of inline Markdown in normal form; `tag` says what it is: `p`, `h1` to `h6`, `td`. */
  text(tag: string, normal: string): void {
    this.records += `\0${tag}\0${normal}`;
  }

  /** The digest, once the definitions of the page are known. */
  finish(references: Definitions['references']): Sha256 {
    for (const label of Object.keys(references).sort(compareText)) {
      const { href, title } = references[label]!;
      this.records += `\0define\0${label}\0${href}\0${title}`;
    }
    return hashBytes(this.records);
  }
}

function isComment(html: string): boolean {
  return html.includes('<!--') && ONLY_COMMENTS.test(html);
}
