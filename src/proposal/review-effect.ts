/** A change in effect: problems it fixes or causes, what depends on what it touches, and what stands in its way. */
import { type NodeId, type Problem, showHidden } from '../base/index.ts';
import type { ChangesetPaper } from '../contract/index.ts';
import { adjacencyOf, impact, LINKS_TO } from '../graph/index.ts';
import type { Projection, ProjectView, Snapshot } from '../store/index.ts';
import { compareProblems, movedPaths } from './compare-problems.ts';
import { type Conflict, findConflicts } from './conflicts.ts';
import { type Staleness, stalenessOf } from './staleness.ts';

export interface Dependent {
  readonly id: string;
  readonly title: string;
  /** Steps from the nearest node that changes. */
  readonly distance: number;
  /** The node the step leads to, and its relation. */
  readonly to: string;
  readonly type: string;
}

export interface EffectReview {
  readonly problems_caused: readonly Problem[];
  readonly problems_fixed: readonly Problem[];
  /** Nodes that lead to what changes by a declared relation: near ones first, then by id. */
  readonly dependents: readonly Dependent[];
  /** False when there are more than are listed. */
  readonly dependents_complete: boolean;
  readonly conflicts: readonly Conflict[];
  readonly staleness: Staleness;
}

const DEPTH_MAX = 5;
const DEPENDENTS_MAX = 200;

/** The effect of a changeset; of one without a projection, only what can be said without it. */
export function reviewEffect(
  snapshot: Snapshot,
  changeset: ChangesetPaper,
  projected: Projection | null,
): EffectReview {
  const after = projected ?? snapshot;
  const { caused, fixed } = compareProblems(snapshot.problems, after.problems, {
    movedTo: movedPaths(snapshot, after, changeset.nodes),
    changed: new Set(changeset.files.map(({ path }) => path)),
  });
  const { visits, complete } = impact(declared(snapshot, after), changeset.nodes, {
    depth_max: DEPTH_MAX,
    nodes_max: DEPENDENTS_MAX,
  });
  return {
    problems_caused: caused,
    problems_fixed: fixed,
    dependents: visits.map(({ id, depth, from, type }) => ({
      ...{ id, distance: depth, to: from, type },
      title: showHidden(titleOf(snapshot, after, id)),
    })),
    dependents_complete: complete,
    conflicts: findConflicts(snapshot, changeset),
    staleness: stalenessOf(snapshot, changeset),
  };
}

/** Declared edges before and after: a deleted node still has the dependents it had. */
function declared(snapshot: Snapshot, projected: ProjectView) {
  return adjacencyOf([...snapshot.graph.edges, ...projected.graph.edges].filter(({ type }) => type !== LINKS_TO));
}

function titleOf(snapshot: Snapshot, projected: ProjectView, id: string): string {
  return (projected.graph.nodes.get(id as NodeId) ?? snapshot.graph.nodes.get(id as NodeId))?.title ?? '';
}
