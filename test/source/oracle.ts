/**
 * The oracle of outlines: what remark with GFM (micromark beneath) says of a page, in the words of an outline.
 * Slow and exact; it serves tests only.
 */
import GithubSlugger, { slug } from 'github-slugger';
import type { Nodes, Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { linkTarget } from '../../src/source/link-target.ts';
import type { Outline } from '../../src/source/types.ts';

const processor = unified().use(remarkParse).use(remarkGfm).freeze();
const VARIATION_SELECTORS = /[\ufe0e\ufe0f]/g;

/** An outline as lines of text, so that two of them are compared and read easily. Wikilinks and raw HTML are left out. */
export function outlineLines(outline: Outline): string[] {
  return [
    ...outline.headings.map((h) => `${h.line} h${h.level} ${h.text} #${h.anchor}`),
    ...outline.links
      .filter((link) => link.kind !== 'wiki' && link.kind !== 'html')
      .map((link) => `${link.line}:${link.column} ${link.kind} ${link.href}`),
  ];
}

/** The same lines, as remark sees the page. */
export function oracleLines(content: string): string[] {
  const tree: Root = processor.parse(content);
  const definitions = new Map<string, string>();
  const slugger = new GithubSlugger();
  const headings: string[] = [];
  const links: string[] = [];
  walk(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
  });
  walk(tree, (node) => {
    const at = node.position?.start;
    if (node.type === 'heading') {
      const words = textOf(node, { includeHtml: false, includeImageAlt: false });
      const text = words.trim() === '' ? textOf(node, { includeHtml: false }) : words;
      const anchor = slugger.slug(
        slug(text.replace(VARIATION_SELECTORS, '')) === '' ? 'section' : text.replace(VARIATION_SELECTORS, ''),
      );
      headings.push(`${at?.line} h${node.depth} ${text.replace(/\s*\n\s*/g, ' ').trim()} #${anchor}`);
    } else if (node.type === 'link' || node.type === 'image') {
      if (linkTarget(node.url))
        links.push(`${at?.line}:${at?.column} ${node.type === 'link' ? 'inline' : 'image'} ${node.url}`);
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      const href = definitions.get(node.identifier);
      const kind = node.type === 'linkReference' ? 'reference' : 'image';
      if (href !== undefined && linkTarget(href)) links.push(`${at?.line}:${at?.column} ${kind} ${href}`);
    }
  });
  return [...headings, ...links];
}

function walk(root: Nodes, visit: (node: Nodes) => void): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    visit(node);
    if ('children' in node) for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!);
  }
}
