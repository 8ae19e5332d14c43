/**
 * Other destinations for the links of a page, and not one other byte.
 *
 * Invariants: titles, labels, aliases, angle brackets and quotes stay; only the first definition of a label is changed,
 * for the others are never used; the result is read again, and unless exactly the wanted links lead elsewhere and
 * every heading and anchor is as before, nothing is returned.
 */
import { refuse } from '../base/index.ts';
import { linkPlaces } from './link-places.ts';
import { linkTarget, wikiTarget } from './link-target.ts';
import { readOutline } from './outline.ts';
import type { Link, LinkKind, Outline } from './types.ts';
import { writtenHref } from './written-href.ts';

/** Decides the new href of a link, as a destination in a page says it; `null` leaves the link alone. */
export type Rewrite = (link: { readonly href: string; readonly kind: LinkKind }) => string | null;

/**
 * The content with other destinations. `rewrite` is asked once for each href and kind of an inline link, an image, a
 * wikilink, an HTML `href` or `src` that leads into the project, and for the first definition of each label (kind
 * `reference`, and when that leaves it alone `image`, for images use definitions too). Refuses `cannot_relink` when the result cannot be proved.
 */
export function relinkContent(content: string, rewrite: Rewrite): string {
  const bom = content.startsWith('\ufeff') ? '\ufeff' : '';
  const text = content.slice(bom.length);
  const before = readOutline(text, 1).outline;
  const ask = remembered(rewrite);
  if (!before.links.some((link) => wanted(link, ask) !== null)) return content;
  let out = bom;
  let at = 0;
  for (const { kind, href, style, from, to } of linkPlaces(text, before)) {
    const next =
      targetKey(kind, href) === null ? null : (ask(kind, href) ?? (kind === 'reference' ? ask('image', href) : null));
    if (next === null) continue;
    const written = writtenHref(next, style);
    if (written === null) refuse('cannot_relink', { reason: `a wikilink cannot hold the destination ${next}` });
    out += text.slice(at, from) + written;
    at = to;
  }
  out += text.slice(at);
  prove(before, readOutline(out.slice(bom.length), 1).outline, ask);
  return out;
}

type Ask = (kind: LinkKind, href: string) => string | null;

function remembered(rewrite: Rewrite): Ask {
  const answers = new Map<string, string | null>();
  return (kind, href) => {
    const key = `${kind} ${href}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = rewrite({ href, kind });
      if (answer === href) answer = null;
      answers.set(key, answer);
    }
    return answer;
  };
}

/** What a link should say afterwards; an image may stand for itself or for a definition. */
function wanted({ kind, href }: Link, ask: Ask): string | null {
  return ask(kind, href) ?? (kind === 'image' ? ask('reference', href) : null);
}

function targetKey(kind: LinkKind, href: string): string | null {
  const target = kind === 'wiki' ? wikiTarget(href) : linkTarget(href);
  return target && `${target.path}#${target.fragment ?? '\0'}`;
}

function prove(before: Outline, after: Outline, ask: Ask): void {
  const expected = before.links.filter((link) => targetKey(link.kind, wanted(link, ask) ?? link.href) !== null);
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  if (expected.length !== after.links.length || !same(before.headings, after.headings)) {
    refuse('cannot_relink', { reason: 'the page would be read differently afterwards' });
  }
  expected.forEach((link, i) => {
    const now = after.links[i]!;
    const answers = [wanted(link, ask) ?? link.href];
    if (link.kind === 'image') answers.push(ask('reference', link.href) ?? link.href);
    if (
      now.kind !== link.kind ||
      !answers.some((href) => targetKey(link.kind, href) === targetKey(now.kind, now.href))
    ) {
      refuse('cannot_relink', {
        reason: `the link to ${link.href} on line ${link.line} of the content cannot be changed alone`,
      });
    }
  });
  if (!same(before.anchors, after.anchors)) refuse('cannot_relink', { reason: 'an anchor of the page would change' });
}
