/**
 * Links to a part that the page does not have.
 *
 * A part is a heading's anchor, as GitHub makes it, or the `id` or `name` of an HTML element, with or without
 * GitHub's `user-content-`. `#`, `#top`, line numbers (`#L10`) and footnotes are always there. Obsidian's
 * `[[page#Heading]]` names the heading's own text, and `#^block` a block, which is not judged. In a vault a part
 * also counts when it differs only in what site generators do differently: case, accents, punctuation. Zola writes
 * other scripts in Latin letters; where pages link as Zola does (`@/`), such a fragment of such a page is not judged.
 */
import { nearest, type Problem, problem } from '../../base/index.ts';
import type { WholeNode } from '../draft.ts';
import { placeOf } from './links.ts';
import { perhaps, type Rule } from './rule.ts';

const ALWAYS = /^(?:top|l\d+(?:c\d+)?(?:-l?\d+(?:c\d+)?)?|(?:user-content-)?fn(?:ref)?[-:]?.*)$/i;
const OWN_ID = /\{:?\s*#[^}]*\}/;
const EMOJI = /\p{Extended_Pictographic}+/u;
const OTHER_SCRIPT = /[^\x21-\x7e]+/;
const CANDIDATES_MAX = 2_000;

/** One problem for each link to a missing part of a page that is a node, or of the page itself. */
export const deadAnchors: Rule = (draft) => {
  const parts = new Map<WholeNode, ReadonlySet<string>>();
  const zola = draft.rules.vault !== undefined && draft.links.some(({ link }) => link.href.startsWith('@/'));
  const problems: Problem[] = [];
  for (const resolved of draft.links) {
    const { link, target } = resolved;
    if (target === null || !link.fragment) continue;
    if (target.format === 'data') continue;
    if (target.format === 'toml' && link.kind !== 'wiki' && link.path !== '') continue;
    const known = parts.get(target) ?? exactParts(target);
    parts.set(target, known);
    if (known.has(link.fragment)) continue;
    const lenient = draft.rules.vault !== undefined || link.kind === 'wiki';
    const fragment = link.fragment.split(':~:')[0]!;
    if (isAlways(fragment, known) || (lenient && isNearly(fragment, target, known))) continue;
    if (zola && isTransliterated(fragment, target)) continue;
    const near = known.size > CANDIDATES_MAX ? undefined : nearest(fragment, known);
    const details = { href: link.href, target: target.path, fragment, suggestion: perhaps(near) };
    problems.push(problem('dead_anchor', details, placeOf(resolved)));
  }
  return problems;
};

function exactParts({ node: { outline } }: WholeNode): ReadonlySet<string> {
  return new Set([...outline.headings.map(({ anchor }) => anchor), ...outline.anchors]);
}

function isAlways(fragment: string, exact: ReadonlySet<string>): boolean {
  return fragment === '' || ALWAYS.test(fragment) || exact.has(fragment.replace(/^user-content-/, ''));
}

/** Whether a part is there under another spelling. Few links ask, so nothing is kept between them. */
function isNearly(fragment: string, { node }: WholeNode, exact: ReadonlySet<string>): boolean {
  if (fragment.startsWith('^')) return true;
  const wanted = loosely(fragment.slice(fragment.lastIndexOf('#') + 1));
  if (wanted === '') return true;
  for (const anchor of exact) if (loosely(anchor) === wanted) return true;
  return node.outline.headings.some(({ text }) => {
    const plain = text.replace(OWN_ID, '');
    if (EMOJI.test(plain)) return holdsInOrder(wanted, plain.split(EMOJI).map(loosely));
    return loosely(plain) === wanted;
  });
}

/** Whether a fragment in Latin letters may be a heading in another script: what is Latin in it stands in order. */
function isTransliterated(fragment: string, { node }: WholeNode): boolean {
  if (!/^[\x21-\x7e]+$/.test(fragment)) return false;
  const wanted = loosely(fragment);
  return node.outline.headings.some(({ text }) => {
    const plain = loosely(text.replace(OWN_ID, ''));
    return OTHER_SCRIPT.test(plain) && holdsInOrder(wanted, plain.split(OTHER_SCRIPT));
  });
}

/** A heading with an emoji, whose name some generators write into the anchor: the texts around it, in order. */
function holdsInOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at < 0 || (from === 0 && at > 0 && piece !== '')) return false;
    from = at + piece.length;
  }
  return true;
}

/** Letters and digits alone, without accents and case. */
function loosely(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
