/** A review in three views, and the records of reviewers. */
import type { Options, Printer } from '../verb.ts';
import { columns, count, type View } from '../view.ts';
import { problemLines, type ShownProblem } from './problems.ts';

interface Meaning {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly string[];
  readonly path_before: string | null;
  readonly path_after: string | null;
  readonly fields: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[];
  readonly relations: readonly {
    readonly change: string;
    readonly type: string;
    readonly target: string;
    readonly target_title: string | null;
    readonly note: string | null;
  }[];
  readonly sections: readonly {
    readonly change: string;
    readonly heading: string;
    readonly lines_before: number;
    readonly lines_after: number;
  }[];
  readonly named: boolean;
}

interface FileReview {
  readonly change: string;
  readonly path_before: string | null;
  readonly path_after: string | null;
  readonly line_ends: string;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly {
    readonly header: string;
    readonly lines: readonly { readonly kind: string; readonly text: string; readonly open: boolean }[];
  }[];
}

interface Effect {
  readonly problems_caused: readonly ShownProblem[];
  readonly problems_fixed: readonly ShownProblem[];
  readonly dependents: readonly { readonly id: string; readonly title: string; readonly distance: number }[];
  readonly dependents_complete: boolean;
  readonly conflicts: readonly {
    readonly changeset: string;
    readonly owner: string;
    readonly nodes: readonly string[];
    readonly files: readonly string[];
  }[];
  readonly staleness: {
    readonly stale: boolean;
    readonly nodes: readonly { readonly id: string }[];
    readonly files: readonly { readonly path: string }[];
    readonly differs: readonly string[];
    readonly reason: { readonly message: string } | null;
  };
}

interface RecordRow {
  readonly schema: string;
  readonly kind?: string;
  readonly reviewer: string;
  readonly changeset: string;
  readonly changeset_hash: string;
  readonly comment?: string;
  readonly text?: string;
  readonly created: string;
}

interface ReviewData {
  readonly changeset: {
    readonly id: string;
    readonly title: string;
    readonly rationale: string;
    readonly creator: string;
    readonly hash: string;
  };
  readonly status: string;
  readonly review: {
    readonly meaning: readonly Meaning[] | null;
    readonly bytes: { readonly files: readonly FileReview[]; readonly patch: string } | null;
    readonly effect: Effect;
  };
  readonly records: {
    readonly approvals: readonly RecordRow[];
    readonly remarks: readonly RecordRow[];
    readonly damaged: readonly { readonly file: string; readonly reason: string }[];
  };
}

/** The views that were asked for; all three, with head and records, when none was. */
export const printReview: Printer = (result, view, options) => {
  const data = result.data as unknown as ReviewData;
  const { meaning, bytes, effect } = data.review;
  const all = !wantsOne(options);
  const gone = 'It is stale: its files are no longer what it was made for, so only its effect can be shown.\n';
  let text = all ? headText(data, view) : '';
  if (all && meaning === null) text += gone;
  if (all || options.meaning === true) text += meaning === null ? '' : meaningText(meaning, view);
  if (all || options.bytes === true) text += bytes === null ? '' : bytesText(bytes.files, view);
  if (all || options.effect === true) text += effectText(effect, view);
  return all ? text + recordsText(data, view) : text;
};

/** The exact patch, for a file or a pipe: nothing in it is made visible, since a byte of it would change. */
export function rawPatch(data: unknown, options: Options): string | null {
  if (options.bytes !== true || options.meaning === true || options.effect === true) return null;
  return (data as ReviewData).review.bytes?.patch ?? '';
}

function wantsOne({ meaning, bytes, effect }: Options): boolean {
  return meaning === true || bytes === true || effect === true;
}

function headText({ changeset, status }: ReviewData, view: View): string {
  const rationale = changeset.rationale === '' ? '' : `${changeset.rationale}\n`;
  return `${view.bold(changeset.title)} (${changeset.id}, ${status.replaceAll('_', ' ')}, by ${changeset.creator})\n${rationale}`;
}

function heading(text: string, view: View): string {
  return `\n${view.bold(view.underline(text))}\n`;
}

function meaningText(rows: readonly Meaning[], view: View): string {
  return heading('In meaning', view) + rows.map((row) => nodeText(row, view)).join('');
}

/** Other bytes alone are called `wording` on paper; a reader must not look for changed words. */
function changeText(change: string): string {
  return change === 'wording' ? 'other bytes, the same meaning' : change;
}

function nodeText(row: Meaning, view: View): string {
  const follows = row.named ? '' : view.dim(' (follows)');
  let text = `${view.bold(row.id)} ${row.title}: ${row.changes.map(changeText).join(', ')}${follows}\n`;
  if (row.path_before !== row.path_after)
    text += `  ${row.path_before ?? 'nowhere'} -> ${row.path_after ?? 'nowhere'}\n`;
  for (const field of row.fields) {
    if (field.before === null) text += `  ${view.green('+')} ${field.name} = ${field.after}\n`;
    else if (field.after === null) text += `  ${view.red('-')} ${field.name} = ${field.before}\n`;
    else text += `  ${view.yellow('~')} ${field.name} = ${field.before} -> ${field.after}\n`;
  }
  for (const relation of row.relations) {
    const title = relation.target_title === null ? '' : ` (${relation.target_title})`;
    const note = relation.note === null ? '' : `: ${relation.note}`;
    text += `  ${changeMark(relation.change, view)} ${relation.type} ${relation.target}${title}${note}\n`;
  }
  for (const section of row.sections) {
    const name = section.heading === '' ? 'the text before the first heading' : `section "${section.heading}"`;
    text += `  ${changeMark(section.change, view)} ${name}: ${section.lines_before} -> ${count(section.lines_after, 'line')}\n`;
  }
  return text;
}

function changeMark(change: string, view: View): string {
  return change === 'added' ? view.green('+') : change === 'removed' ? view.red('-') : view.yellow('~');
}

function bytesText(files: readonly FileReview[], view: View): string {
  return heading('In bytes', view) + files.map((file) => fileText(file, view)).join('');
}

function fileText(file: FileReview, view: View): string {
  const path =
    file.change === 'moved' ? `${file.path_before} -> ${file.path_after}` : (file.path_after ?? file.path_before);
  const ends = file.line_ends === 'lf' ? '' : `, ${file.line_ends} line ends`;
  let text = `${view.bold(`${file.change}: ${path}`)} (+${file.added} -${file.removed}${ends})\n`;
  for (const hunk of file.hunks) {
    text += `${view.cyan(hunk.header)}\n`;
    for (const line of hunk.lines) {
      const shown = `${line.kind}${line.text}`;
      text += `${line.kind === '+' ? view.green(shown) : line.kind === '-' ? view.red(shown) : shown}\n`;
      if (line.open) text += view.dim('\\ No newline at end of file\n');
    }
  }
  return text;
}

function effectText(effect: Effect, view: View): string {
  const { problems_caused, problems_fixed, dependents, conflicts, staleness } = effect;
  let text = heading('In effect', view);
  text += `${count(problems_caused.length, 'new problem')}, ${count(problems_fixed.length, 'problem')} fixed\n`;
  text += problemLines(problems_caused, view);
  const more = effect.dependents_complete ? '' : ' or more';
  text += `${count(dependents.length, 'document')}${more} depend${dependents.length === 1 ? 's' : ''} on what changes\n`;
  text += columns(
    dependents.map((row) => ['  ', `${row.distance}`, row.id, row.title]),
    (cell) => cell,
  );
  for (const row of conflicts) {
    const shared = [...row.nodes, ...row.files].join(', ');
    text += `${view.red('conflict')} with ${row.changeset} by ${row.owner}: ${shared}\n`;
  }
  if (!staleness.stale) return text;
  const moved = [
    ...staleness.nodes.map((row) => row.id),
    ...staleness.files.map((row) => row.path),
    ...staleness.differs,
  ];
  return `${text}${view.red('stale')}: ${staleness.reason?.message ?? `changed meanwhile: ${moved.join(', ')}`}\n`;
}

function recordsText({ changeset, status, records }: ReviewData, view: View): string {
  let text = heading('Said so far', view);
  for (const row of records.approvals) text += recordLine(row, view);
  for (const row of records.remarks) text += recordLine(row, view);
  for (const row of records.damaged) text += `${view.red('not trusted')}: ${row.file}: ${row.reason}\n`;
  if (records.approvals.length + records.remarks.length + records.damaged.length === 0) text += 'Nothing yet.\n';
  text += `\n${view.dim(changeset.hash)}\n`;
  const digits = changeset.hash.slice(7, 19);
  if (status === 'draft') return `${text}Next: docforge changeset ready ${changeset.id}\n`;
  if (status === 'ready') return `${text}Next: docforge approve ${changeset.id} --hash ${digits} --as REVIEWER\n`;
  if (status === 'approved') return `${text}Next: docforge apply ${changeset.id} --as APPLIER\n`;
  return status === 'stale' ? `${text}Next: docforge changeset rebase ${changeset.id}\n` : text;
}

function recordLine(row: RecordRow, view: View): string {
  const said = row.comment ?? row.text ?? '';
  const words = said === '' ? '' : `: ${said}`;
  if (row.kind === undefined) return `${view.green('approved')} by ${row.reviewer}, ${row.created}${words}\n`;
  const paint = row.kind === 'changes_requested' ? view.yellow : view.dim;
  return `${paint(row.kind.replaceAll('_', ' '))} by ${row.reviewer}, ${row.created}${words}\n`;
}

/** What was recorded. */
export const printRecord: Printer = (result, view) => {
  const { record } = result.data as unknown as { readonly record: RecordRow };
  const next =
    record.kind === undefined ? view.dim(`Next: docforge apply ${record.changeset} --dry-run --as APPLIER\n`) : '';
  return `${record.changeset}: ${recordLine(record, view)}${view.dim(record.changeset_hash)}\n${next}`;
};
