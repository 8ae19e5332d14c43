/** Keys at the top of the metadata that nobody expects: most are slips of the pen. A vault's pages may say anything. */
import { nearest, type Problem, problem } from '../../base/index.ts';
import { perhaps, type Rule } from './rule.ts';

const KNOWN: readonly string[] = ['id', 'family', 'title', 'status', 'authority', 'tags', 'relations', 'extra'];

/** One problem for each unknown key of each node, at the key. */
export const unknownFields: Rule = ({ placed, rules }) => {
  const problems: Problem[] = [];
  for (const { id, family, path, format, node } of placed) {
    if (format === 'vault' || format === 'data') continue;
    const required = (family === null ? undefined : rules.families.get(family)?.required) ?? [];
    const known = format === 'toml' ? [...KNOWN, 'content'] : KNOWN;
    for (const field of Object.keys(node.fields)) {
      if (rules.fields.has(field) || required.includes(field)) continue;
      const suggestion = perhaps(nearest(field, [...known, ...rules.fields, ...required]));
      const place = node.keys.find(({ key }) => key === field);
      const at = { file: path, line: place?.line ?? node.line, column: place?.column, node: id };
      problems.push(problem('unknown_field', { field, suggestion }, at));
    }
  }
  return problems;
};
