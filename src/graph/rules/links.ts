/** Links of the text that lead to nothing, or to more than one page. */
import { type Problem, problem } from '../../base/index.ts';
import type { Draft, ResolvedLink } from '../draft.ts';
import { perhaps, type Rule, someOf } from './rule.ts';

/**
 * A link whose target is certainly not there. In a vault, `[[…]]` counts only where the project uses wikilinks: in
 * other projects the two brackets mean something else.
 */
export const deadLinks: Rule = (draft) => {
  const wiki = usesWikilinks(draft);
  const problems: Problem[] = [];
  for (const resolved of draft.links) {
    const { link, resolution } = resolved;
    if (resolution.outcome !== 'dead' || (link.kind === 'wiki' && !wiki)) continue;
    const { expected: target, suggestion } = resolution;
    problems.push(
      problem('dead_link', { href: link.href, target, suggestion: perhaps(suggestion) }, placeOf(resolved)),
    );
  }
  return problems;
};

/** A wikilink that several pages fit equally well. */
export const ambiguousLinks: Rule = (draft) => {
  const wiki = usesWikilinks(draft);
  const problems: Problem[] = [];
  for (const resolved of draft.links) {
    const { link, resolution } = resolved;
    if (resolution.outcome !== 'ambiguous' || !wiki) continue;
    const { candidates } = resolution;
    const details = { href: link.href, count: candidates.length, candidates: someOf(candidates) };
    problems.push(problem('ambiguous_link', details, placeOf(resolved)));
  }
  return problems;
};

/** Where a link stands. */
export function placeOf({ source, link }: ResolvedLink): { file: string; line: number; column: number; node: string } {
  return { file: source.path, line: link.line, column: link.column, node: source.id };
}

/** One target in so many must be there, for two brackets to be taken as wikilinks. */
const WIKI_SHARE = 4;

/**
 * Whether `[[…]]` means a page here: always in a canonical project; in a vault, where a good part of the names written
 * so are pages. A site that quotes `[[table]]` headers of TOML has a page of the same name now and then.
 */
function usesWikilinks({ rules, links }: Draft): boolean {
  if (rules.vault === undefined) return true;
  const named = new Set<string>();
  const there = new Set<string>();
  for (const { link, resolution } of links) {
    if (link.kind !== 'wiki' || resolution.outcome === 'here') continue;
    named.add(link.path);
    if (resolution.outcome === 'found' || resolution.outcome === 'ambiguous') there.add(link.path);
  }
  return there.size > 0 && there.size * WIKI_SHARE >= named.size;
}
