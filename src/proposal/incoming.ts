/**
 * Who leads to a node, as things stand now: by a link in the text, or by a declared relation.
 *
 * Invariants: built once from the edges of the snapshot and kept up with each write, so that a thousand moves do not
 * cost a thousand graphs; a link counts where it leads to the node when its page was last written.
 */
import { findTarget } from './carry-href.ts';
import type { StandingNode, Workspace } from './workspace.ts';

interface Ways {
  readonly links: Set<string>;
  readonly relations: Set<string>;
}

/** Guards the two maps from a node to those that lead to it. */
export class Incoming {
  private readonly workspace: Workspace;
  private readonly sources = new Map<string, Ways>();
  private readonly targets = new Map<string, Ways>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    for (const { source, target, path, provenance } of workspace.snapshot.graph.edges) {
      if (source === target || workspace.isTouched(path)) continue;
      this.add(source, target, provenance === 'declared' ? 'relations' : 'links');
    }
    for (const node of workspace.touchedNodes()) this.renew(node);
    workspace.onWrite = (before, after) => {
      for (const node of before) this.drop(node.id);
      for (const node of after) this.renew(node);
    };
  }

  /** Ids of the other nodes whose text links to this one, in code-unit order. */
  linkersOf(id: string): string[] {
    return [...(this.sources.get(id)?.links ?? [])].sort();
  }

  /** Ids of the other nodes that declare a relation to this one, in code-unit order. */
  relatorsOf(id: string): string[] {
    return [...(this.sources.get(id)?.relations ?? [])].sort();
  }

  private renew(node: StandingNode): void {
    this.drop(node.id);
    for (const { target } of node.relations) if (target !== node.id) this.add(node.id, target, 'relations');
    for (const link of node.outline.links) {
      const found = findTarget(link, node.path, this.workspace.context);
      if (found.outcome === 'found' && found.node !== null && found.node !== node.id) {
        this.add(node.id, found.node, 'links');
      }
    }
  }

  private drop(source: string): void {
    const ways = this.targets.get(source);
    if (ways === undefined) return;
    for (const target of ways.links) this.sources.get(target)?.links.delete(source);
    for (const target of ways.relations) this.sources.get(target)?.relations.delete(source);
    this.targets.delete(source);
  }

  private add(source: string, target: string, way: keyof Ways): void {
    waysOf(this.sources, target)[way].add(source);
    waysOf(this.targets, source)[way].add(target);
  }
}

function waysOf(map: Map<string, Ways>, id: string): Ways {
  let ways = map.get(id);
  if (ways === undefined) {
    ways = { links: new Set(), relations: new Set() };
    map.set(id, ways);
  }
  return ways;
}
