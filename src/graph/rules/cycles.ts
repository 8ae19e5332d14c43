/** Relations that may not lead back to their start, and do. */
import { compareText, type NodeId, type Problem, problem } from '../../base/index.ts';
import { stronglyConnected } from '../components.ts';
import { isAcyclic } from '../digests.ts';
import type { Draft } from '../draft.ts';
import type { Rule } from './rule.ts';

const SHOWN_MAX = 20;

/**
 * For each such relation, one problem for each knot of nodes that lead to one another: its shortest cycle through
 * its smallest id, from that id and back, at the relation that makes the first step.
 */
export const cycles: Rule = (draft) => {
  const types = new Set<string>();
  for (const { node } of draft.nodes.values()) {
    for (const { type } of node.relations) if (isAcyclic(type, draft.rules)) types.add(type);
  }
  return [...types].sort(compareText).flatMap((type) => cyclesOf(type, draft));
};

function cyclesOf(type: string, draft: Draft): Problem[] {
  const next = new Map<string, readonly string[]>();
  for (const { id, node } of draft.nodes.values()) {
    const targets = node.relations.filter(
      (relation) => relation.type === type && draft.nodes.has(relation.target as NodeId),
    );
    if (targets.length > 0) next.set(id, [...new Set(targets.map(({ target }) => target))].sort(compareText));
  }
  const leadsTo = (id: string) => next.get(id) ?? [];
  const problems: Problem[] = [];
  for (const members of stronglyConnected(next.keys(), leadsTo)) {
    const start = members[0]!;
    if (members.length === 1 && !leadsTo(start).includes(start)) continue;
    problems.push(cycleProblem(type, shortestCycle(start, new Set(members), leadsTo), draft));
  }
  return problems;
}

/** Breadth first from the start until a step leads back to it; the first found is the smallest in code-unit order. */
function shortestCycle(
  start: string,
  inside: ReadonlySet<string>,
  leadsTo: (id: string) => readonly string[],
): string[] {
  const from = new Map<string, string>();
  const queue = [start];
  for (const id of queue) {
    for (const target of leadsTo(id)) {
      if (target === start) {
        const cycle = [start, id];
        while (cycle[cycle.length - 1] !== start) cycle.push(from.get(cycle[cycle.length - 1]!)!);
        return id === start ? [start, start] : cycle.reverse();
      }
      if (!inside.has(target) || from.has(target)) continue;
      from.set(target, id);
      queue.push(target);
    }
  }
  return [start, start];
}

function cycleProblem(type: string, cycle: readonly string[], draft: Draft): Problem {
  const steps = cycle.slice(0, -1).map((id, i) => {
    const { path, node } = draft.nodes.get(id as NodeId)!;
    const relation = node.relations.find((candidate) => candidate.type === type && candidate.target === cycle[i + 1]);
    return { file: path, line: relation!.line, message: `${id} → ${cycle[i + 1]}` };
  });
  const more = cycle.length - SHOWN_MAX;
  const shown = more > 0 ? [...cycle.slice(0, SHOWN_MAX - 1), `… ${more} more …`, cycle[cycle.length - 1]!] : cycle;
  const { file, line } = steps[0]!;
  const related = steps.slice(1, 1 + SHOWN_MAX);
  const place = { file, line, node: cycle[0]!, ...(related.length > 0 ? { related } : {}) };
  return problem('dependency_cycle', { type, cycle: shown.join(' → ') }, place);
}
