/**
 * Raw HTML as a page's reader needs it: which anchors it sets and which files it names.
 *
 * Invariants: comments, `<script>` and `<style>` text and closing tags give nothing; one pass, linear in the text;
 * malformed tags are read as far as they can be and never throw.
 */
import { decodeEntities } from './markdown-text.ts';

/** A destination found in `<a href>` or `<img src>`: the offset of its tag, and where its value stands as written. */
export interface HtmlLink {
  readonly href: string;
  readonly at: number;
  readonly valueFrom: number;
  readonly valueLength: number;
}

/** Receives what a text of raw HTML holds, in order. */
export interface HtmlSink {
  anchor(id: string): void;
  link(link: HtmlLink): void;
}

const TAG = /<(?:!--|([a-z][a-z0-9-]*))/giy;
const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
const RAW_TEXT = /^(?:script|style)$/i;

/** Reads the anchors (`id` of any element, `name` of `<a>`) and the links of a text of raw HTML. */
export function readHtml(html: string, sink: HtmlSink): void {
  let at = html.indexOf('<');
  while (at >= 0) {
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    let next = at + 1;
    if (tag) {
      const name = tag[1];
      if (name === undefined) next = after(html, '-->', at + 2);
      else {
        next = readAttributes(html, TAG.lastIndex, name.toLowerCase(), at, sink);
        if (RAW_TEXT.test(name)) next = after(html, `</${name}`, next);
      }
    }
    at = html.indexOf('<', next);
  }
}

/** Reads the one tag that begins at an offset, as `readHtml` would. */
export function readTag(html: string, at: number, sink: HtmlSink): void {
  TAG.lastIndex = at;
  const name = TAG.exec(html)?.[1];
  if (name !== undefined) readAttributes(html, TAG.lastIndex, name.toLowerCase(), at, sink);
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from);
  return found < 0 ? html.length : found + end.length;
}

function readAttributes(html: string, from: number, tag: string, at: number, sink: HtmlSink): number {
  let position = from;
  for (;;) {
    ATTRIBUTE.lastIndex = position;
    const match = ATTRIBUTE.exec(html);
    if (!match) return position;
    position = ATTRIBUTE.lastIndex;
    const value = match[2] ?? match[3] ?? match[4];
    if (value === undefined) continue;
    const name = match[1]!.toLowerCase();
    if (name === 'id' || (name === 'name' && tag === 'a')) {
      const id = decodeEntities(value);
      if (id !== '') sink.anchor(id);
    } else if ((name === 'href' && tag === 'a') || (name === 'src' && tag === 'img')) {
      const quoted = match[4] === undefined ? 1 : 0;
      const valueFrom = position - quoted - value.length;
      sink.link({ href: decodeEntities(value), at, valueFrom, valueLength: value.length });
    }
  }
}
