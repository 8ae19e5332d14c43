/** Words that the descriptor does not have: a family, a status, an authority, a relation type. */
import { nearest, type Problem, problem } from '../../base/index.ts';
import { authorityWord } from '../../contract/index.ts';
import type { Draft } from '../draft.ts';
import { ofEachRelation, perhaps, placeOfKey, type Rule } from './rule.ts';

const AUTHORITIES: readonly string[] = authorityWord.options;

/** One problem for each word of each node. Incomplete nodes are judged by what they do say. */
export const vocabulary: Rule = (draft) => [...words(draft), ...relationTypes(draft)];

function words({ placed, rules }: Draft): Problem[] {
  const problems: Problem[] = [];
  const suggest = remembered();
  for (const node of placed) {
    const { family, status, authority } = node;
    if (family !== null && !rules.families.has(family)) {
      const suggestion = suggest(family, rules.families.keys());
      problems.push(problem('unknown_family', { family, suggestion }, placeOfKey(node, 'family')));
    }
    if (status !== null && !rules.statuses.has(status)) {
      const suggestion = suggest(status, rules.statuses);
      problems.push(problem('unknown_status', { status, suggestion }, placeOfKey(node, 'status')));
    }
    if (authority !== null && !AUTHORITIES.includes(authority)) {
      const details = { authority, suggestion: suggest(authority, AUTHORITIES), known: AUTHORITIES };
      problems.push(problem('unknown_authority', details, placeOfKey(node, 'authority')));
    }
  }
  return problems;
}

function relationTypes(draft: Draft): Problem[] {
  const suggest = remembered();
  return ofEachRelation(draft, ({ type }) => {
    if (type === 'depends_on' || draft.rules.relations.has(type)) return undefined;
    const suggestion = suggest(type, ['depends_on', ...draft.rules.relations.keys()]);
    return (place) => problem('unknown_relation', { type, suggestion }, place);
  });
}

/** The nearest known word, looked for once for each wrong one. */
function remembered(): (word: string, known: Iterable<string>) => string {
  const found = new Map<string, string>();
  return (word, known) => {
    const before = found.get(word);
    if (before !== undefined) return before;
    const suggestion = perhaps(nearest(word, known));
    found.set(word, suggestion);
    return suggestion;
  };
}
