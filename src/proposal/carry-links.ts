/**
 * Links after a move: found before it, rewritten after it, and looked up once more.
 *
 * Invariants: a link that led to a file, folder or node leads to the same one afterwards, or the move is refused; a
 * link that led nowhere still leads nowhere; no other byte of a page changes.
 */
import { type ProjectPath, refuse } from '../base/index.ts';
import { folderOf } from '../disk/index.ts';
import { type Resolution, resolveHref } from '../graph/index.ts';
import { decodeUtf8, editNode, type Link, loadRelink, parseBlock } from '../source/index.ts';
import { carriedHref, findTarget, relativePath } from './carry-href.ts';
import type { Planning } from './planning.ts';
import type { StandingNode } from './workspace.ts';

/** The links of one page that a move concerns, and where each led before it. */
export interface LinkState {
  readonly source: string;
  readonly links: readonly {
    readonly link: Link;
    /** Its place among the links of the page; relinking keeps the order. */
    readonly at: number;
    readonly before: Resolution;
  }[];
}

/** Loaded with this room: only commands that propose or publish pay for it. */
const relinkContent = await loadRelink();

/** What must be known before the move: all links of the node, and those of others that lead to it. */
export function linkStates(node: StandingNode, planning: Planning): LinkState[] {
  const { workspace } = planning;
  const stateOf = (source: StandingNode, concerned: (before: Resolution) => boolean): LinkState => ({
    source: source.id,
    links: source.outline.links
      .map((link, at) => ({ link, at, before: resolveHref(link, source.path, workspace.context) }))
      .filter(({ before }) => concerned(before)),
  });
  const others = planning
    .incoming()
    .linkersOf(node.id)
    .map((id) => workspace.require(id));
  return [
    stateOf(node, () => true),
    ...others.map((other) => stateOf(other, (before) => before.outcome === 'found' && before.node === node.id)),
  ];
}

/** Rewrites the links after the node was put in its new file. `moved` is the node as it stood before. */
export function carryLinks(moved: StandingNode, states: readonly LinkState[], planning: Planning): void {
  for (const { source, links } of states) {
    const page = planning.workspace.require(source);
    const hrefs = new Map<string, string>();
    for (const { link, before } of links) {
      const href = hrefAfter(link, before, moved, page, planning);
      if (href !== null) hrefs.set(keyOf(link), href);
    }
    if (hrefs.size > 0) relinkNode(page, hrefs, planning);
    requireCarried(links, moved, source, planning);
  }
}

function keyOf(link: Pick<Link, 'kind' | 'href'>): string {
  return `${link.kind}\u0000${link.href}`;
}

/** Where the target of a link stands after the move. */
function targetAfter(path: string, node: string | null, moved: StandingNode, planning: Planning): string {
  return path === moved.path && node === moved.id ? planning.workspace.require(moved.id).path : path;
}

function hrefAfter(
  link: Link,
  before: Resolution,
  moved: StandingNode,
  page: StandingNode,
  planning: Planning,
): string | null {
  const { context } = planning.workspace;
  if (before.outcome === 'found') {
    const target = targetAfter(before.path, before.node, moved, planning);
    const carried = { link, target_before: before.path, target_after: target, page_after: page.path, context };
    const href = carriedHref(carried) ?? link.href;
    const fitted = before.node === moved.id ? withFragment(href, link, moved.id, target, planning) : href;
    return fitted === link.href ? null : fitted;
  }
  if (page.path === moved.path || link.kind === 'wiki' || link.path.startsWith('/') || link.path.startsWith('@/')) {
    return null;
  }
  const rest = link.href.slice(link.href.search(/[?#]|$/));
  if (before.outcome === 'dead' && findTarget(link, page.path, context).outcome === 'found') {
    return encodeURI(relativePath(folderOf(page.path), before.expected)) + rest;
  }
  return before.outcome === 'unknown' ? outwardHref(link, moved.path, page.path) : null;
}

/** Among other nodes of a file a node is named by `#id`; alone in its file it is not. */
function withFragment(href: string, link: Link, id: string, target: string, planning: Planning): string {
  const alone = planning.workspace.nodesIn(target).length === 1;
  if (link.kind === 'wiki') return href;
  if (alone) return link.fragment === id && target.endsWith('.md') ? href.replace(/#.*$/s, '') : href;
  return link.fragment === null ? `${href}#${encodeURIComponent(id)}` : href;
}

/** A link that climbs out of the project climbs as far from its new place. `null` for any other. */
function outwardHref(link: Link, before: string, after: string): string | null {
  const written = link.href.slice(0, link.href.search(/[?#]|$/));
  const climbed = /^(?:\.\/)*((?:\.\.\/)+)/.exec(written);
  const depth = (path: string) => path.split('/').length - 1;
  const steps = (climbed?.[1]?.length ?? 0) / 3;
  if (climbed === null || steps <= depth(before)) return null;
  return '../'.repeat(steps - depth(before) + depth(after)) + link.href.slice(climbed[0].length);
}

/** Replaces destinations in the text of one node, and nothing else in its file. */
function relinkNode(page: StandingNode, hrefs: ReadonlyMap<string, string>, planning: Planning): void {
  const rewrite = (link: Pick<Link, 'kind' | 'href'>) => hrefs.get(keyOf(link)) ?? null;
  const bytes = planning.workspace.bytes(page.path)!;
  if (planning.project.formatOf(page.path) === 'toml') {
    const content = relinkContent(page.body, rewrite);
    if (content !== page.body) planning.write(page.path, editNode(bytes, 'toml', page.id, { content }));
    return;
  }
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return;
  const block = parseBlock(decoded.text);
  if (block.kind === 'unclosed') return;
  const content = decoded.text.slice(block.contentStart);
  const after = decoded.text.slice(0, block.contentStart) + relinkContent(content, rewrite);
  if (after !== decoded.text) planning.write(page.path as ProjectPath, new TextEncoder().encode(after));
}

/** Refuses `link_not_carried` when a link that led to a page now leads to another one. */
function requireCarried(links: LinkState['links'], moved: StandingNode, source: string, planning: Planning): void {
  const page = planning.workspace.require(source);
  for (const { link, at, before } of links) {
    const after = page.outline.links[at];
    if (before.outcome !== 'found' || after === undefined) continue;
    const now = findTarget(after, page.path, planning.workspace.context);
    const wanted = targetAfter(before.path, before.node, moved, planning);
    if (now.outcome !== 'found' || now.path === wanted) continue;
    refuse('link_not_carried', { node: moved.id, href: link.href, path: page.path, wanted, actual: now.path });
  }
}
