/**
 * The sections of a text: what stands under each heading, up to the next heading of any level.
 * Invariant: put together in order, the sections are the text.
 */
import { readOutline } from '../source/index.ts';

export interface Section {
  /** The heading as GitHub shows it; `''` for the text before the first. */
  readonly heading: string;
  /** GitHub's anchor, unique in the page; `''` for the text before the first heading. */
  readonly anchor: string;
  /** 0 for the text before the first heading. */
  readonly level: number;
  readonly text: string;
}

export interface SectionChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly heading: string;
  readonly anchor: string;
  readonly level: number;
  readonly lines_before: number;
  readonly lines_after: number;
}

/** The sections of a content, in order. */
export function sectionsOf(content: string): Section[] {
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const { headings } = readOutline(content, 1).outline;
  const cut = (from: number, to: number | undefined) =>
    lines.slice(from - 1, to === undefined ? undefined : to - 1).join('');
  const first = { heading: '', anchor: '', level: 0, text: cut(1, headings[0]?.line) };
  const rest = headings.map(({ text, anchor, level, line }, at) => {
    return { heading: text, anchor, level, text: cut(line, headings[at + 1]?.line) };
  });
  return first.text === '' ? rest : [first, ...rest];
}

/** What happened to the sections of a text, known by their anchors: in the order after, then what was removed. */
export function compareSections(before: string, after: string): SectionChange[] {
  const old = new Map(sectionsOf(before).map((section) => [section.anchor, section]));
  const now = sectionsOf(after);
  const changes: SectionChange[] = [];
  for (const section of now) {
    const was = old.get(section.anchor);
    old.delete(section.anchor);
    if (was?.text === section.text) continue;
    changes.push(changeOf(was === undefined ? 'added' : 'changed', was, section));
  }
  return [...changes, ...[...old.values()].map((section) => changeOf('removed', section, undefined))];
}

function changeOf(
  change: SectionChange['change'],
  before: Section | undefined,
  after: Section | undefined,
): SectionChange {
  const { heading, anchor, level } = (after ?? before)!;
  return { change, heading, anchor, level, lines_before: lineCount(before), lines_after: lineCount(after) };
}

function lineCount(section: Section | undefined): number {
  return section === undefined ? 0 : (section.text.match(/\n|[^\n]$/g)?.length ?? 0);
}
