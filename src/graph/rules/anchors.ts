/**
 * Links to a part that the page does not have.
 *
 * A part is a heading's anchor, as GitHub makes it, or the `id` or `name` of an HTML element, with or without
 * GitHub's `user-content-`. `#`, `#top`, line numbers (`#L10`) and footnotes are always there. Obsidian's
 * `[[page#Heading]]` names the heading's own text, and `#^block` a block, which is not judged. In a vault a part
 * also counts when it differs only in what site generators do differently: case, accents, punctuation.
 */
import { nearest, type Problem, problem } from '../../base/index.ts';
import type { WholeNode } from '../draft.ts';
import { placeOf } from './links.ts';
import { perhaps, type Rule } from './rule.ts';

const ALWAYS = /^(?:top|l\d+(?:c\d+)?(?:-l?\d+(?:c\d+)?)?|(?:user-content-)?fn(?:ref)?[-:]?.*)$/i;
const OWN_ID = /\{:?\s*#[^}]*\}/;
const EMOJI = /\p{Extended_Pictographic}+/u;
const CANDIDATES_MAX = 2_000;

/** One problem for each link to a missing part of a page that is a node, or of the page itself. */
export const deadAnchors: Rule = (draft) => {
  const parts = new Map<WholeNode, Parts>();
  const problems: Problem[] = [];
  for (const resolved of draft.links) {
    const { link, target } = resolved;
    if (target === null || !link.fragment) continue;
    if (target.format === 'toml' && link.kind !== 'wiki' && link.path !== '') continue;
    let known = parts.get(target);
    if (known === undefined) {
      known = partsOf(target);
      parts.set(target, known);
    }
    const lenient = draft.rules.vault !== undefined || link.kind === 'wiki';
    const fragment = link.fragment.split(':~:')[0]!;
    if (has(known, fragment, lenient)) continue;
    const near = known.exact.size > CANDIDATES_MAX ? undefined : nearest(fragment, known.exact);
    const details = { href: link.href, target: target.path, fragment, suggestion: perhaps(near) };
    problems.push(problem('dead_anchor', details, placeOf(resolved)));
  }
  return problems;
};

interface Parts {
  readonly exact: ReadonlySet<string>;
  readonly loose: ReadonlySet<string>;
  /** Headings with an emoji: the loose texts around it. Some generators write its name into the anchor. */
  readonly pieces: readonly (readonly string[])[];
}

function partsOf({ node }: WholeNode): Parts {
  const { headings, anchors } = node.outline;
  const exact = new Set([...headings.map(({ anchor }) => anchor), ...anchors]);
  const plain = headings.map(({ text }) => text.replace(OWN_ID, ''));
  const pieces = plain.filter((text) => EMOJI.test(text)).map((text) => text.split(EMOJI).map(loosely));
  return { exact, loose: new Set([...exact, ...plain].map(loosely)), pieces };
}

function has({ exact, loose, pieces }: Parts, fragment: string, lenient: boolean): boolean {
  if (fragment === '' || exact.has(fragment) || ALWAYS.test(fragment)) return true;
  if (exact.has(fragment.replace(/^user-content-/, ''))) return true;
  if (!lenient) return false;
  if (fragment.startsWith('^')) return true;
  const last = loosely(fragment.slice(fragment.lastIndexOf('#') + 1));
  return last === '' || loose.has(last) || pieces.some((around) => holdsInOrder(last, around));
}

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
