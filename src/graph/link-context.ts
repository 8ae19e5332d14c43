/**
 * What a link is looked up in: the names of all files and folders, which nodes stand in which file, and the words of
 * the descriptor. Built once for a graph; the parts that few links need are made when the first one asks.
 */
import { compareText, isTable, isTagged, type NodeId, type TomlTable } from '../base/index.ts';
import type { GraphRules, Tree } from './types.ts';

/** A node as a link can mean it: a `GraphNode` is one. */
export interface LinkTarget {
  readonly id: NodeId;
  readonly path: string;
  readonly title: string;
  readonly fields: TomlTable;
}

export interface LinkContext {
  readonly tree: Tree;
  readonly roots: readonly string[];
  readonly vault: boolean;
  readonly skipNames: ReadonlySet<string>;
  /** The ids of the nodes in a file; empty where the file holds none. */
  nodesOf(path: string): readonly NodeId[];
  /** The file of a node; `undefined` where no node has the id. */
  pathOf(id: string): string | undefined;
  /** Files whose name is `name`, or `name` and a Markdown extension, without regard to case, in order. */
  filesNamed(name: string): readonly string[];
  /** Nodes with a title or an alias, in order of id. */
  nodesTitled(title: string): readonly NodeId[];
}

const NONE: readonly never[] = [];
const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;

/** Whether a path is a Markdown file by its name. */
export function isMarkdown(path: string): boolean {
  return MARKDOWN.test(path);
}

/** The path without its Markdown extension; another path as it is. */
export function withoutMarkdown(path: string): string {
  return path.replace(MARKDOWN, '');
}

/** Builds the context of a graph's links. */
export function linkContext(input: {
  readonly tree: Tree;
  readonly rules: Pick<GraphRules, 'link_roots' | 'vault' | 'skip_names'>;
  readonly nodes: Iterable<LinkTarget>;
}): LinkContext {
  const nodes = [...input.nodes];
  const paths = new Map(nodes.map((node) => [node.id as string, node.path]));
  const inFile = new Map<string, NodeId[]>();
  for (const { id, path } of nodes) {
    const ids = inFile.get(path);
    if (ids) ids.push(id);
    else inFile.set(path, [id]);
  }
  let named: Map<string, string[]> | undefined;
  let titled: Map<string, LinkTarget[]> | undefined;
  return {
    tree: input.tree,
    roots: input.rules.link_roots
      .map((root) => root.replace(/^\.?\/+|\/+$/g, ''))
      .map((root) => (root === '.' ? '' : root)),
    vault: input.rules.vault !== undefined,
    skipNames: input.rules.skip_names ?? new Set(),
    nodesOf: (path) => inFile.get(path) ?? NONE,
    pathOf: (id) => paths.get(id),
    filesNamed: (name) => {
      named ??= groupedBy([...input.tree.files].sort(compareText), namesOf);
      return named.get(name.normalize('NFC').toLowerCase()) ?? NONE;
    },
    nodesTitled: (title) => {
      titled ??= groupedBy(
        nodes.sort((a, b) => compareText(a.id, b.id)),
        (node) => new Set([node.title, ...aliasesOf(node.fields)]),
      );
      return titled.get(title)?.map((node) => node.id) ?? NONE;
    },
  };
}

function namesOf(path: string): readonly string[] {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .normalize('NFC')
    .toLowerCase();
  return isMarkdown(name) ? [name, withoutMarkdown(name)] : [name];
}

/** The other names that a page gives itself, as Obsidian writes them: `aliases` or `alias`, a text or a list. */
function aliasesOf(fields: TomlTable): readonly string[] {
  const names: string[] = [];
  for (const key of ['aliases', 'alias']) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (typeof value === 'string') names.push(value);
    else if (typeof value === 'object' && !isTable(value) && !isTagged(value)) {
      for (const item of value) if (typeof item === 'string') names.push(item);
    }
  }
  return names;
}

function groupedBy<T>(items: Iterable<T>, keysOf: (item: T) => Iterable<string>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
