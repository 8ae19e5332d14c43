/** Links of the text that lead to nothing, or to more than one page. */
import { type Problem, problem } from '../../base/index.ts';
import type { Draft, ResolvedLink } from '../draft.ts';
import { perhaps, type Rule, someOf } from './rule.ts';

/**
 * A link whose target is certainly not there. In a vault, `[[…]]` counts only where the project uses wikilinks at
 * all, that is where one of them leads somewhere: in other projects the two brackets mean something else.
 */
export const deadLinks: Rule = (draft) => {
  const wiki = draft.rules.vault === undefined || usesWikilinks(draft);
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
  const problems: Problem[] = [];
  for (const resolved of draft.links) {
    const { link, resolution } = resolved;
    if (resolution.outcome !== 'ambiguous') continue;
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

function usesWikilinks(draft: Draft): boolean {
  return draft.links.some(
    ({ link, resolution }) =>
      link.kind === 'wiki' && (resolution.outcome === 'found' || resolution.outcome === 'ambiguous'),
  );
}
