/**
 * Strongly connected components, by Tarjan's algorithm without recursion: a chain of any length fits.
 *
 * Invariants: components come out with every component after all those it leads to; the members of one are sorted.
 */
import { compareText } from '../base/index.ts';

/**
 * The components of a graph. `ids` are its nodes in the order in which they are tried; `next` gives the nodes a node
 * leads to, all of them among `ids`. A component comes before every component that leads to it.
 */
export function stronglyConnected(ids: Iterable<string>, next: (id: string) => readonly string[]): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  for (const root of ids) {
    if (order.has(root)) continue;
    const work: { id: string; targets: readonly string[]; at: number }[] = [];
    const enter = (id: string): void => {
      order.set(id, order.size);
      low.set(id, order.get(id)!);
      open.push(id);
      isOpen.add(id);
      work.push({ id, targets: next(id), at: 0 });
    };
    enter(root);
    while (work.length > 0) {
      const frame = work[work.length - 1]!;
      if (frame.at < frame.targets.length) {
        const target = frame.targets[frame.at++]!;
        if (!order.has(target)) enter(target);
        else if (isOpen.has(target)) low.set(frame.id, Math.min(low.get(frame.id)!, order.get(target)!));
        continue;
      }
      work.pop();
      const parent = work[work.length - 1];
      if (parent) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(frame.id)!));
      if (low.get(frame.id) === order.get(frame.id)) found.push(closeComponent(frame.id, open, isOpen));
    }
  }
  return found;
}

function closeComponent(root: string, open: string[], isOpen: Set<string>): string[] {
  const members: string[] = [];
  for (;;) {
    const member = open.pop()!;
    isOpen.delete(member);
    members.push(member);
    if (member === root) return members.sort(compareText);
  }
}
