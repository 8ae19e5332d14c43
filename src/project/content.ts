/**
 * Which files are content, decided by the descriptor's globs alone.
 *
 * Invariants: a folder whose name begins with a dot, and a folder of other people's files (`node_modules` and the
 * like), is content only for a glob that names that folder; DocForge's own state is content for nobody.
 */
import picomatch from 'picomatch';
import type { ProjectPaper } from '../contract/index.ts';
import type { ContentFormat } from './types.ts';

const MARKDOWN_DEFAULT = ['**/*.md', '**/*.markdown'];

/** Folders that hold other people's files, or files made by a program. */
const FOREIGN = new Set(['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'venv', '__pycache__']);

/** Folders below `.docforge` that hold state. */
const STATE = new Set(['index', 'changesets', 'reviews', 'receipts', 'objects', 'application']);

/** Folders that no scan enters, unless a glob names them: their files can be neither content nor the end of a link. */
const NEVER_SCANNED = ['.git', '.hg', '.svn', '.jj', ...FOREIGN];

type Test = (path: string) => boolean;

/** Whether a name of a path needs to be named by a glob to be content. */
export function isLeftOut(name: string): boolean {
  return name.startsWith('.') || FOREIGN.has(name);
}

/** The part of a path, from its start, that leads to the first name that is left out; `null` when there is none. */
export function leftOutFolder(path: string): string | null {
  const parts = path.split('/');
  const at = parts.findIndex(isLeftOut);
  return at === -1 ? null : parts.slice(0, at + 1).join('/');
}

/** The test of one glob. Most files of a tree are told apart by their ending alone, which is much cheaper to see. */
function globTest(glob: string): Test {
  const matches = picomatch(glob, { dot: true });
  const ending = /[{}()[\]!\\]/.test(glob) ? undefined : /\*([^*?/]+)$/.exec(glob)?.[1];
  if (ending === undefined) return (path) => matches(path);
  if (glob === `**/*${ending}`) return (path) => path.endsWith(ending);
  return (path) => path.endsWith(ending) && matches(path);
}

/** The test of one including glob. */
function including(glob: string): Test {
  const matches = globTest(glob);
  const named = new Set(glob.split('/').filter(isLeftOut));
  return (path) => matches(path) && path.split('/').every((name) => !isLeftOut(name) || named.has(name));
}

/** A test that holds when any of the globs matches; without globs it never holds. */
export function anyGlob(globs: readonly string[]): Test {
  const tests = globs.map(globTest);
  return (path) => tests.some((test) => test(path));
}

function isState(path: string): boolean {
  const [first, second] = path.split('/', 2);
  return first === '.docforge' && second !== undefined && STATE.has(second);
}

/** The reader of a path: TOML globs first, then Markdown globs (the vault adapter's where it is on), then its data. */
export function contentTest(
  descriptor: Pick<ProjectPaper, 'content' | 'adapter'>,
): (path: string) => ContentFormat | null {
  const content = descriptor.content ?? {};
  const markdown = (content.markdown ?? MARKDOWN_DEFAULT).map(including);
  const toml = (content.toml ?? []).map(including);
  const data = (descriptor.adapter?.data ?? []).map(including);
  const excluded = anyGlob(content.exclude ?? []);
  const page: ContentFormat = descriptor.adapter ? 'vault' : 'markdown';
  return (path) => {
    const has = (tests: readonly Test[]) => tests.some((test) => test(path));
    const format = has(toml) ? 'toml' : has(markdown) ? page : has(data) ? 'data' : null;
    return format === null || isState(path) || excluded(path) ? null : format;
  };
}

/** Names of folders that a scan may leave out: none of the globs names them. */
export function skipNames({ content, adapter }: Pick<ProjectPaper, 'content' | 'adapter'>): ReadonlySet<string> {
  const globs = [...(content?.markdown ?? MARKDOWN_DEFAULT), ...(content?.toml ?? []), ...(adapter?.data ?? [])];
  const named = new Set(globs.flatMap((glob) => glob.split('/')));
  return new Set(NEVER_SCANNED.filter((name) => !named.has(name)));
}

/** What is content in a repository that has no descriptor yet: every Markdown file outside the folders left out. */
export function defaultContent(): {
  readonly formatOf: (path: string) => ContentFormat | null;
  readonly skip_names: ReadonlySet<string>;
} {
  const empty: Pick<ProjectPaper, 'content' | 'adapter'> = { adapter: { name: 'vault' } };
  return { formatOf: contentTest(empty), skip_names: skipNames(empty) };
}
