/** The metadata of a new node as canonical text: known keys, fields, relations, extra, content. */
import { isTable, type TomlTable, type TomlValue } from '../../base/index.ts';
import { statementText } from './entries.ts';

/** Rows of `key = value`. */
function rows(table: TomlTable): string {
  return Object.entries(table)
    .map(([key, value]) => statementText('', [key], value))
    .join('');
}

/**
 * A table of metadata as text with LF line ends, its keys in the order they have; relations and extra come last, as
 * tables with headers. `prefix` is `''` for a page and `nodes.` for a node of a TOML file.
 */
export function writeMetadata(table: TomlTable, prefix: '' | 'nodes.'): string {
  const { relations = [], extra = {}, ...plain } = table;
  const headed = Array.isArray(relations) ? (relations as TomlValue[]).filter(isTable) : [];
  const sections = headed.map((relation) => `\n[[${prefix}relations]]\n${rows(relation)}`);
  if (isTable(extra) && Object.keys(extra).length > 0) {
    sections.push(`\n[${prefix}extra]\n${rows(extra)}`);
  }
  return rows(Object.assign(Object.create(null), plain)) + sections.join('');
}
