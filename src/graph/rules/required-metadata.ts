/** Keys that a family requires of each of its nodes: at the top of the metadata or in `[extra]`. */
import { type Problem, problem } from '../../base/index.ts';
import { placeOfKey, type Rule } from './rule.ts';

/** One problem for each missing key of each node, at the node's family. */
export const requiredMetadata: Rule = (draft) => {
  const problems: Problem[] = [];
  for (const placed of draft.nodes.values()) {
    const { family, node } = placed;
    for (const field of draft.rules.families.get(family)?.required ?? []) {
      const here = node.keys.some(({ key }) => key === field) || Object.hasOwn(node.fields, field);
      if (here || Object.hasOwn(node.extra, field)) continue;
      problems.push(problem('missing_metadata', { family, field }, placeOfKey(placed, 'family')));
    }
  }
  return problems;
};
