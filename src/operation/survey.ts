/** What an existing repository holds, before it is a project: read as the vault adapter would read it. */
import { compareText, limits } from '../base/index.ts';
import type { Disk } from '../disk/index.ts';
import { DiskError } from '../disk/index.ts';
import { extractVault } from '../extractor/index.ts';
import { type AdoptionSurvey, defaultContent, leftOutFolder, type SurveyedPage } from '../project/index.ts';

export interface Survey extends AdoptionSurvey {
  /** Markdown files that are not taken, counted by the folder that is left out; `null` for one that was not entered. */
  readonly left_out: readonly { readonly folder: string; readonly files: number | null }[];
  /** Pages that could not be read. */
  readonly unreadable: readonly string[];
}

/** What version control keeps for itself, which nobody would call left out. */
const VERSIONS = /(?:^|\/)\.(?:git|hg|svn|jj)$/;

/** Reads every page once. Changes nothing. */
export function surveyRepository(disk: Disk): Survey {
  const { formatOf, skip_names } = defaultContent();
  const scan = disk.scan({ skipNames: skip_names });
  const pages: SurveyedPage[] = [];
  const unreadable: string[] = [];
  const leftOut = new Map<string, number | null>();
  for (const { path } of scan.files) {
    if (formatOf(path) === null) {
      const folder = /\.(md|markdown)$/.test(path) ? leftOutFolder(path) : null;
      if (folder !== null) leftOut.set(folder, (leftOut.get(folder) ?? 0) + 1);
      continue;
    }
    const page = surveyPage(disk, path);
    if (page === null) unreadable.push(path);
    else pages.push(page);
  }
  for (const { path, reason } of scan.skipped) {
    if (reason === 'skipped_folder' && !VERSIONS.test(path)) leftOut.set(path, null);
  }
  const left_out = [...leftOut].map(([folder, files]) => ({ folder, files }));
  left_out.sort((a, b) => compareText(a.folder, b.folder));
  return { pages, files: scan.files.map((file) => file.path), left_out, unreadable };
}

function surveyPage(disk: Disk, path: string): SurveyedPage | null {
  try {
    const { extraction } = extractVault(disk.read(path, limits.source_bytes_max).bytes);
    const [node] = extraction.nodes;
    return {
      path,
      family: node?.family ?? null,
      status: node?.status ?? null,
      fields: Object.keys(node?.fields ?? {}),
      relations: (node?.relations ?? []).map((relation) => relation.type),
    };
  } catch (cause) {
    if (cause instanceof DiskError) return null;
    throw cause;
  }
}
