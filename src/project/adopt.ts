/**
 * The descriptor of a repository of Markdown that is used as it is: its folders become families, the keys of its front
 * matter become known fields, its statuses become the vocabulary.
 *
 * Invariants: pure; the same survey gives the same text, in whatever order its pages come.
 */
import { compareText, sortedBy } from '../base/index.ts';
import { namesText, peopleText, quote, SCHEMA_LINE } from './descriptor-text.ts';
import { RELATIONS_DEFAULT, STATUSES_DEFAULT } from './rules.ts';

/** What one page of the repository says. */
export interface SurveyedPage {
  readonly path: string;
  readonly family: string | null;
  readonly status: string | null;
  /** Names of top-level keys of its front matter that DocForge does not know. */
  readonly fields: readonly string[];
  /** Types of the relations that its front matter declares. */
  readonly relations: readonly string[];
}

/** What was found in a repository. */
export interface AdoptionSurvey {
  readonly pages: readonly SurveyedPage[];
  /** Every file of the tree, to know a site by its configuration. */
  readonly files: readonly string[];
}

export interface FamilyRow {
  readonly id: string;
  readonly folder: string;
  readonly pages: number;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._\- ]{0,99}$/u;
/** Family of pages that lie in no folder of their own. */
const OTHER = 'page';
const FAMILIES_MAX = 40;
const NAMES_MAX = 200;
/** A folder that holds this part of all pages is looked into for families. */
const LARGE_SHARE = 0.5;
/** Its folders must hold this part of its own pages, or it is one family after all. */
const INNER_SHARE = 0.25;

/** The files by which a site is known, and the folders from which its absolute links start. */
const SITES: readonly { readonly file: RegExp; readonly roots: readonly string[] }[] = [
  { file: /^(config|zola|hugo)\.(toml|ya?ml)$/, roots: ['content', 'static'] },
  { file: /^book\.toml$/, roots: ['src'] },
  { file: /^mkdocs\.ya?ml$/, roots: ['docs'] },
  { file: /^docusaurus\.config\.[cm]?[jt]s$/, roots: ['docs', 'static'] },
  { file: /^_config\.ya?ml$/, roots: ['.'] },
];

/** The descriptor's text. */
export function adoptedDescriptor(id: string, title: string, survey: AdoptionSurvey): string {
  const families = planFamilies(survey.pages.map((page) => page.path));
  const named = names(survey.pages.flatMap((page) => page.family ?? []));
  const others = named.filter((name) => name !== OTHER && !families.some((row) => row.id === name));
  const statuses = names([...STATUSES_DEFAULT, ...survey.pages.flatMap((page) => page.status ?? [])]);
  const relations = names([...RELATIONS_DEFAULT, ...survey.pages.flatMap((page) => page.relations)]);
  const fields = [...new Set(survey.pages.flatMap((page) => page.fields))].filter((name) => name !== '');
  const roots = linkRoots(survey.files);
  return `${SCHEMA_LINE}
schema_version = 1

[project]
id = ${quote(id)}
title = ${quote(title)}

# Which files are documents. Folders that begin with a dot, node_modules and the like need to be named to be content.
[content]
markdown = ["**/*.md", "**/*.markdown"]
exclude = []
# Where a link that begins with / or @/ is looked up, in order.
${namesText('link_roots', roots)}

[vocabulary]
${namesText('statuses', statuses)}
${namesText('relations', relations)}
# Keys of front matter that are expected; any other gives a warning.
${namesText('fields', fields.sort(compareText).slice(0, NAMES_MAX))}

${[...families.map((row) => row.id), ...others, OTHER].map((name) => `[[families]]\nid = ${quote(name)}\n`).join('\n')}
# The pages are read as they are. Family by path: the first that matches decides.
[adapter]
name = "vault"
# Files of data that are found and cited beside the pages.
data = ["**/*.yaml", "**/*.yml"]
families = [
${families.map((row) => `  { path = ${quote(`${globText(row.folder)}/**`)}, family = ${quote(row.id)} },\n`).join('')}]
# What a page is that does not say so itself.
family = ${quote(OTHER)}
status = "active"
authority = "authoritative"

# How bad a problem is, by its code: "error", "warning", "note" or "off".
[problems]
# dead_link = "warning"

${peopleText}`;
}

/**
 * Families of paths: the folders at the top, and where one folder holds most of the pages, the folders within it.
 * Sorted so that an inner folder stands before the one that holds it.
 */
export function planFamilies(paths: readonly string[]): FamilyRow[] {
  let folders = splitFolder('', paths);
  for (;;) {
    const large = folders.find(
      (folder) => countIn(folder, paths) > LARGE_SHARE * paths.length && !isSplit(folder, folders),
    );
    if (large === undefined) break;
    const inner = splitFolder(large, paths).slice(0, FAMILIES_MAX - folders.length);
    const within = inner.reduce((sum, folder) => sum + countIn(folder, paths), 0);
    if (inner.length === 0 || within < INNER_SHARE * countIn(large, paths)) break;
    folders = [...folders, ...inner];
  }
  const ids = new Set<string>([OTHER]);
  const rows: FamilyRow[] = [];
  for (const folder of sortedBy(
    folders,
    (text) => text.split('/').length,
    (text) => text,
  )) {
    const pages = paths.filter((path) => ownerOf(path, folders) === folder).length;
    if (pages === 0) continue;
    const id = familyId(folder, ids);
    ids.add(id);
    rows.push({ id, folder, pages });
  }
  return sortedBy(
    rows,
    (row) => -row.folder.split('/').length,
    (row) => row.folder,
  );
}

/** The folders directly below a folder that hold pages, the largest of them, in order of name. */
function splitFolder(folder: string, paths: readonly string[]): string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const slash = path.indexOf('/', prefix.length);
    if (slash === -1) continue;
    const inner = path.slice(0, slash);
    counts.set(inner, (counts.get(inner) ?? 0) + 1);
  }
  // A folder for each page (a bundle) makes no families: a family has at least two pages, unless it is the only one.
  const large = [...counts].filter(([, count]) => count > 1 || counts.size === 1);
  return sortedBy(
    large,
    ([, count]) => -count,
    ([name]) => name,
  )
    .slice(0, FAMILIES_MAX)
    .map(([name]) => name)
    .sort(compareText);
}

function countIn(folder: string, paths: readonly string[]): number {
  return paths.filter((path) => path.startsWith(`${folder}/`)).length;
}

function isSplit(folder: string, folders: readonly string[]): boolean {
  return folders.some((other) => other.startsWith(`${folder}/`));
}

function ownerOf(path: string, folders: readonly string[]): string | undefined {
  let owner: string | undefined;
  for (const folder of folders) {
    if (path.startsWith(`${folder}/`) && folder.length > (owner?.length ?? -1)) owner = folder;
  }
  return owner;
}

/** A folder's last name as the id of a family, with more of its path where that is taken. */
function familyId(folder: string, taken: ReadonlySet<string>): string {
  const parts = folder.split('/').map(nameOf);
  for (let from = parts.length - 1; from >= 0; from--) {
    const id = parts
      .slice(from)
      .filter((part) => part !== '')
      .join('-')
      .slice(0, 100);
    if (NAME.test(id) && !taken.has(id)) return id;
  }
  for (let number = 2; ; number++) {
    const id = `${parts.at(-1) || 'folder'}-${number}`;
    if (!taken.has(id)) return id;
  }
}

function nameOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 60);
}

/** The names that a descriptor can hold, each once, in code-unit order. */
function names(words: readonly string[]): string[] {
  return [...new Set(words)]
    .filter((word) => NAME.test(word))
    .sort(compareText)
    .slice(0, NAMES_MAX);
}

/** The roots of absolute links: those of each site in the tree, and the root itself. */
export function linkRoots(files: readonly string[]): string[] {
  const folders = new Set(files.flatMap(foldersAbove));
  const found = new Set<string>();
  for (const file of [...files].sort(compareText)) {
    const base = file.slice(file.lastIndexOf('/') + 1);
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
    for (const root of SITES.find((site) => site.file.test(base))?.roots ?? []) {
      const path = root === '.' ? folder : folder === '' ? root : `${folder}/${root}`;
      if (path !== '' && folders.has(path)) found.add(path);
    }
  }
  return [...[...found].sort(compareText).slice(0, NAMES_MAX - 1), '.'];
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/** A folder as a glob that matches it alone. */
function globText(folder: string): string {
  return folder.replace(/[\\*?[\]{}()!+@$^|]/g, '\\$&');
}
