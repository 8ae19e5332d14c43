/**
 * Tables of a unit that have headers of their own: added behind their like, and taken out with their comments.
 */
import type { TomlTable } from '../../base/index.ts';
import { insertLines, statementText } from './entries.ts';
import {
  headerText,
  indentAt,
  isBelow,
  lineStartAt,
  type Path,
  type Section,
  sectionEnd,
  sectionStart,
  spliced,
  type Unit,
} from './unit.ts';

/** The sections of one item of an array of tables, or of everything below a path. */
export function sectionsBelow(unit: Unit, path: Path): Section[] {
  return unit.sections.filter((section) => section.kind !== 'root' && isBelow(section.path, path));
}

/** Adds tables to an array of tables, or begins one before the first header below the node. */
export function appendItems(unit: Unit, path: Path, items: readonly TomlTable[]): Unit {
  if (items.length === 0) return unit;
  const existing = sectionsBelow(unit, path);
  const last = existing.at(-1);
  const like = existing.filter(({ path: at }) => at.length === path.length + 1).at(-1);
  const outer = like ? indentAt(unit.text, like.start) : '';
  const inner = like?.entries[0] ? indentAt(unit.text, like.entries[0].statement.start) : outer;
  const header = `${outer}${headerText(unit, path, 'array')}\n`;
  const tables = items.map(
    (item) =>
      header +
      Object.entries(item)
        .map(([key, value]) => statementText(inner, [key], value))
        .join(''),
  );
  if (last && like) {
    const blank = /(?:^|\n)[ \t]*\r?\n$/.test(unit.text.slice(0, sectionStart(unit.text, like)));
    return insertLines(unit, sectionEnd(unit, last), blank ? `\n${tables.join('\n')}` : tables.join(''));
  }
  const lines = tables.join('\n');
  const next = unit.sections[1];
  if (next) return insertLines(unit, sectionStart(unit.text, next), `${lines}\n`);
  const end = sectionEnd(unit, unit.sections[0]!);
  return insertLines(unit, end, end > 0 ? `\n${lines}` : lines);
}

/** Removes one section with its header, its comments above, and the blank lines that set it apart. */
export function removeSection(unit: Unit, section: Section): Unit {
  let start = sectionStart(unit.text, section);
  let end = sectionEnd(unit, section);
  const after = /^(?:[ \t]*\r?\n)*/.exec(unit.text.slice(end))![0].length;
  if (end + after < unit.text.length) end += after;
  else {
    while (start > 0) {
      const above = lineStartAt(unit.text, start - 1);
      if (unit.text.slice(above, start).trim() !== '') break;
      start = above;
    }
  }
  return spliced(unit, { start, end, text: '' });
}
