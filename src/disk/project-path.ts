/**
 * The mint of `ProjectPath`: the names that may stand in a project. Invariants: a minted path is relative, `/`-separated,
 * bounded, means the same on every operating system, shows what it is, and names nothing of `.git` or `.docforge`.
 * Strings are only the first wall: the handles of `confinement.ts` are the second, and the one that holds.
 */
import { limits, type ProjectPath, refuse, showHidden } from '../base/index.ts';

/** Why a path is refused. */
export type PathFlaw =
  | 'empty'
  | 'too_long'
  | 'too_deep'
  | 'absolute'
  | 'empty_part'
  | 'dot_part'
  | 'part_too_long'
  | 'not_unicode'
  | 'control_character'
  | 'hidden_character'
  | 'backslash'
  | 'colon'
  | 'trailing_dot_or_space'
  | 'reserved_name'
  | 'short_name'
  | 'private_folder';

const SENTENCES: Readonly<Record<PathFlaw, string>> = {
  empty: 'it is empty',
  too_long: `it is longer than ${limits.path_bytes_max} bytes`,
  too_deep: `it has more than ${limits.depth_max} parts`,
  absolute: 'it is absolute',
  empty_part: 'it has an empty part (a doubled or final /)',
  dot_part: 'it steps to another folder with . or .. as a part',
  part_too_long: `a name in it is longer than ${limits.path_part_bytes_max} bytes`,
  not_unicode: 'it is not valid Unicode',
  control_character: 'it has a control character',
  hidden_character: 'it has a character that cannot be seen or that turns the direction of writing',
  backslash: 'it has a \\',
  colon: 'it has a :',
  trailing_dot_or_space: 'a name in it ends with a dot or a space, which some systems drop',
  reserved_name: 'a name in it is a device on some systems',
  short_name: 'a name in it looks like a short name (PROGRA~1), which some systems read as another file',
  private_folder: 'a name in it is .git or .docforge (documents may live below .docforge/docs)',
};

/** A flaw as the end of a sentence. */
export function pathReason(flaw: PathFlaw): string {
  return SENTENCES[flaw];
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** Bidi, zero-width, tag and line-separator characters; not the variation selectors that emoji end with. */
const HIDDEN = /(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}|[\u2028\u2029\ufff9-\ufffb]/u;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
const SHORT = /^(?=[^.]{1,8}(?:\.|$))[^.~]{1,6}~[0-9]{1,6}(?:\.[^.]{0,3})?$/;
const PLAIN = /^[A-Za-z0-9_-]*[A-Za-z0-9_-](?:\.[A-Za-z0-9_-]+)*$/;

/** The flaw of one name in a folder, `null` when there is none. `.git` and `.docforge` are judged by `privateName`. */
export function nameFlaw(name: string): PathFlaw | null {
  if (name === '') return 'empty_part';
  if (name === '.' || name === '..') return 'dot_part';
  if (name.length > 64 && Buffer.byteLength(name) > limits.path_part_bytes_max) return 'part_too_long';
  if (DEVICE.test(name)) return 'reserved_name';
  if (PLAIN.test(name)) return null;
  if (!name.isWellFormed() || name.includes('\ufffd')) return 'not_unicode';
  if (CONTROL.test(name)) return 'control_character';
  if (HIDDEN.test(name)) return 'hidden_character';
  if (name.includes('\\')) return 'backslash';
  if (name.includes(':')) return 'colon';
  if (/[. ]$/.test(name)) return 'trailing_dot_or_space';
  if (SHORT.test(name)) return 'short_name';
  return null;
}

/** Whether a name is `.git` or `.docforge`, in any letter case or width. */
export function privateName(name: string): boolean {
  if (name.length > 40 || PLAIN.test(name)) return false;
  const folded = name.normalize('NFKC').toLowerCase();
  return folded === '.git' || folded === '.docforge';
}

/** The one folder below `.docforge` where documents may live: a project's pages about itself. */
export const OWN_DOCUMENTS = '.docforge/docs';

/** What a path may name: a document of the project; also `.docforge` at its root; or, to be read only, also `.git`. */
export type PathReach = 'document' | 'own' | 'read';

/** The flaw of a relative path, `null` when there is none. */
export function pathFlaw(text: string, reach: PathReach = 'document'): PathFlaw | null {
  if (text === '') return 'empty';
  if (text.startsWith('/') || text.startsWith('\\') || /^[A-Za-z]:/.test(text)) return 'absolute';
  if (text.length > limits.path_bytes_max || Buffer.byteLength(text) > limits.path_bytes_max) return 'too_long';
  const parts = text.split('/');
  if (parts.length > limits.depth_max) return 'too_deep';
  for (const [at, part] of parts.entries()) {
    const flaw = nameFlaw(part);
    if (flaw !== null) return flaw;
    if (reach === 'read' || !privateName(part)) continue;
    if (at === 0 && text.startsWith(`${OWN_DOCUMENTS}/`)) continue;
    if (reach === 'document' || at > 0 || part !== '.docforge') return 'private_folder';
  }
  return null;
}

/** Stops with `unsafe_path` when the path may not be used. */
export function requirePath(text: string, reach: PathReach): void {
  const flaw = pathFlaw(text, reach);
  if (flaw !== null) refuseFlaw(text, flaw);
}

function refuseFlaw(text: string, flaw: PathFlaw): never {
  const shown = showHidden(text.length > 200 ? `${text.slice(0, 200)}...` : text);
  return refuse('unsafe_path', { path: JSON.stringify(shown), reason: pathReason(flaw), flaw });
}

/** The one mint of `ProjectPath`. Refuses `unsafe_path`, with `flaw` in its details. */
export function projectPath(text: string): ProjectPath {
  requirePath(text, 'document');
  return text as ProjectPath;
}

/** A name in a folder (`''` is the root), minted. */
export function joinProjectPath(folder: string, name: string): ProjectPath {
  return projectPath(folder === '' ? name : `${folder}/${name}`);
}

/** The folder of a path; `''` is the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Equal for two paths that a case-insensitive or Unicode-normalizing file system takes for one. A new path whose key is
 * the key of a different existing path must be refused.
 */
export function spellingKey(path: string): string {
  if (/^[\u0000-\u007f]*$/.test(path)) return path.toLowerCase();
  return path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}
