/** Small projects as one text: `//- path` begins a file. And the graph of one, built as the program builds it. */
import { hashBytes, type Problem, type ProjectPath } from '../../src/base/index.ts';
import { extractVault } from '../../src/extractor/index.ts';
import {
  buildGraph,
  type GraphFile,
  type GraphInput,
  type GraphResult,
  type GraphRules,
} from '../../src/graph/index.ts';
import { extractMarkdown, extractToml } from '../../src/source/index.ts';

export const canonicalRules: GraphRules = {
  statuses: new Set(['draft', 'active', 'retired']),
  relations: new Map([
    ['depends_on', { acyclic: true }],
    ['part_of', { acyclic: true }],
    ['related_to', { acyclic: false }],
  ]),
  families: new Map([
    ['guide', { required: [] }],
    ['requirement', { required: ['owner'] }],
  ]),
  fields: new Set(['reviewed']),
  link_roots: [''],
  severities: new Map(),
  nodes_max: 1_000_000,
};

export const vaultRules: GraphRules = {
  ...canonicalRules,
  vault: { familyOf: () => 'guide', status: 'active', authority: 'authoritative' },
};

/** The files of a fixture. A line `//- path` begins a file; what stands before the first is ignored. */
export function filesOf(fixture: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const part of fixture.split(/^\/\/- /m).slice(1)) {
    const end = part.indexOf('\n');
    files.set(part.slice(0, end).trim(), part.slice(end + 1));
  }
  return files;
}

/** The input of a graph. Files that are neither Markdown nor TOML are only names in the tree. */
export function inputOf(
  files: ReadonlyMap<string, string | Uint8Array>,
  rules: GraphRules = canonicalRules,
): GraphInput {
  const folders = new Set<string>();
  const sources: GraphFile[] = [];
  for (const [path, text] of files) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const page = rules.vault ? extractVault : extractMarkdown;
    const extract = /\.(md|markdown)$/.test(path) ? page : path.endsWith('.toml') ? extractToml : undefined;
    if (extract === undefined) continue;
    sources.push({ path: path as ProjectPath, hash: hashBytes(bytes), extraction: extract(bytes).extraction });
  }
  return { files: sources, tree: { files: new Set(files.keys()), folders }, rules };
}

/** The graph of a fixture. */
export function graphOf(fixture: string, rules: GraphRules = canonicalRules): GraphResult {
  return buildGraph(inputOf(filesOf(fixture), rules));
}

/** A problem as one line: `path:line severity code message`. */
export function problemLine(problem: Problem): string {
  const { file, line, severity, code, message } = problem;
  return `${file ?? '-'}:${line ?? '-'} ${severity} ${code} ${message}`;
}

export interface Expected {
  /** Ids of the nodes, in order. */
  readonly nodes?: readonly string[];
  /** `a -type-> b`, in order; a link with a part is `a -links_to-> b#part`. */
  readonly edges?: readonly string[];
  /** `path:line code`, in order. */
  readonly problems?: readonly string[];
}

/** What a graph says, in the form of `Expected`. */
export function said({ graph, problems }: GraphResult): Required<Expected> {
  return {
    nodes: [...graph.nodes.keys()],
    edges: graph.edges.map(
      ({ source, type, target, fragment }) =>
        `${source} -${type}-> ${target}${fragment === undefined ? '' : `#${fragment}`}`,
    ),
    problems: problems.map(({ file, line, code }) => `${file ?? '-'}:${line ?? '-'} ${code}`),
  };
}

/** A canonical page with ordinary metadata; `more` is written below it in the block. */
export function page(id: string, body = 'Text.', more = ''): string {
  return `+++\nid = "${id}"\ntitle = "${id}"\nfamily = "guide"\nstatus = "active"\nauthority = "authoritative"\n${more}+++\n\n${body}\n`;
}

/** A relation as a block of metadata. */
export function relation(type: string, target: string): string {
  return `\n[[relations]]\ntype = "${type}"\ntarget = "${target}"\n`;
}

/** The same files, shuffled by a seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const copy = [...items];
  let state = seed >>> 0;
  for (let i = copy.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = state % (i + 1);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
