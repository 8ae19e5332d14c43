/**
 * Strongly connected components, by Tarjan's algorithm without recursion: a chain of any length fits.
 *
 * Invariants: components come out with every component after all those it leads to; the members of one are sorted.
 */
import { compareText } from '../base/index.ts';

/**
 * The components of a graph. `ids` are its nodes in the order in which they are tried; `next` gives the nodes a node
 * leads to; what is not among `ids` is passed over. A component comes before every component that leads to it.
 */
export function stronglyConnected(ids: Iterable<string>, next: (id: string) => readonly string[]): string[][] {
  const names = [...ids];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const targets = names.map((name) => {
    const found: number[] = [];
    for (const target of next(name)) {
      const number = numbers.get(target);
      if (number !== undefined) found.push(number);
    }
    return found;
  });
  const found: string[][] = [];
  for (const members of new Tarjan(targets).components()) {
    found.push(members.map((number) => names[number]!).sort(compareText));
  }
  return found;
}

/** The algorithm on numbers: `order` when a node was entered (0: not yet), `low` the earliest it can reach. */
class Tarjan {
  private readonly targets: readonly (readonly number[])[];
  private readonly order: Int32Array;
  private readonly low: Int32Array;
  private readonly isOpen: Uint8Array;
  /** Per node, how many of its targets have been followed. */
  private readonly followed: Int32Array;
  private readonly open: number[] = [];
  private entered = 0;

  constructor(targets: readonly (readonly number[])[]) {
    this.targets = targets;
    this.order = new Int32Array(targets.length);
    this.low = new Int32Array(targets.length);
    this.isOpen = new Uint8Array(targets.length);
    this.followed = new Int32Array(targets.length);
  }

  *components(): Generator<number[]> {
    for (let root = 0; root < this.targets.length; root++) {
      if (this.order[root] !== 0) continue;
      const path = [root];
      this.enter(root);
      while (path.length > 0) {
        const node = path[path.length - 1]!;
        const step = this.follow(node);
        if (step !== undefined) {
          path.push(step);
          continue;
        }
        path.pop();
        const parent = path[path.length - 1];
        if (parent !== undefined) this.low[parent] = Math.min(this.low[parent]!, this.low[node]!);
        if (this.low[node] === this.order[node]) yield this.close(node);
      }
    }
  }

  /** The next node to enter from a node, already entered; `undefined` when all its targets have been followed. */
  private follow(node: number): number | undefined {
    const targets = this.targets[node]!;
    while (this.followed[node]! < targets.length) {
      const target = targets[this.followed[node]!++]!;
      if (this.order[target] === 0) {
        this.enter(target);
        return target;
      }
      if (this.isOpen[target]) this.low[node] = Math.min(this.low[node]!, this.order[target]!);
    }
    return undefined;
  }

  private enter(node: number): void {
    this.order[node] = ++this.entered;
    this.low[node] = this.entered;
    this.open.push(node);
    this.isOpen[node] = 1;
  }

  private close(root: number): number[] {
    const members: number[] = [];
    for (;;) {
      const member = this.open.pop()!;
      this.isOpen[member] = 0;
      members.push(member);
      if (member === root) return members;
    }
  }
}
