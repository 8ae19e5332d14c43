/** Neighbourhoods, ways and impact: the graph's own walks over the edges of the image. */
import { limits, type Sha256 } from '../base/index.ts';
import { type Adjacency, type Direction, impact, type Step, shortestPath, type Visit, walk } from '../graph/index.ts';
import type { Index } from '../store/index.ts';
import { boundedNumber, type Page, type Paging, pageOf } from './cursor.ts';
import { numberOf } from './node-rows.ts';

/** A node that was reached, with what a reader needs to know it. */
export interface Reached extends Visit {
  readonly title: string;
  readonly family: string;
  readonly status: string;
  readonly path: string;
  readonly line: number;
}

export interface WalkQuestion extends Paging {
  readonly direction?: Direction | undefined;
  /** Types of edges to follow; all when left out. */
  readonly types?: readonly string[] | undefined;
  /** Steps, 1 to `walk_depth_max`. */
  readonly depth?: number | undefined;
}

export interface WalkAnswer {
  readonly generation: Sha256;
  readonly start: string;
  /** In order of distance, then of id. */
  readonly nodes: readonly Reached[];
  /** False when the bound on visited nodes ended the walk. */
  readonly complete: boolean;
  readonly page: Page;
}

export interface PathAnswer {
  readonly generation: Sha256;
  readonly from: string;
  readonly to: string;
  /** The steps from `from` to `to`; empty when they are one node, `null` when there is no way. */
  readonly steps: readonly Reached[] | null;
  readonly complete: boolean;
}

/** The edges of an index as walks see them. */
export function indexAdjacency(index: Index): Adjacency {
  const columns = 'o.node_id, e.type, e.declared';
  const numbers = new Map<string, number>();
  const steps =
    (sql: string) =>
    (id: string): Step[] => {
      let number = numbers.get(id);
      if (number === undefined) {
        number = index.row('select id from node where node_id = ?', [id])![0] as number;
        numbers.set(id, number);
      }
      return index.rows(sql, [number]).map(([other, type, declared]) => ({
        id: other as string,
        type: type as string,
        provenance: declared === 1 ? 'declared' : 'syntax_inferred',
      }));
    };
  return {
    outgoing: steps(`select ${columns} from edge e join node o on o.id = e.target where e.source = ?`),
    incoming: steps(`select ${columns} from edge e join node o on o.id = e.source where e.target = ?`),
  };
}

/** What stands around a node. Refuses `node_not_found`, `invalid_limit`, `stale_cursor`, `invalid_cursor`. */
export function neighbors(index: Index, id: string, question: WalkQuestion = {}): WalkAnswer {
  const options = walkOptions(question, 1);
  numberOf(index, id);
  const { visits, complete } = walk(indexAdjacency(index), [id], options);
  return walkAnswer(index, { walk: 'neighbors', id, ...keyOf(question) }, id, visits, complete, question);
}

/** What a change of a node may reach: its dependents by distance. Refuses as `neighbors` does. */
export function impactOf(index: Index, id: string, question: Omit<WalkQuestion, 'direction'> = {}): WalkAnswer {
  const options = walkOptions(question, limits.walk_depth_max);
  numberOf(index, id);
  const { visits, complete } = impact(indexAdjacency(index), [id], options);
  return walkAnswer(index, { walk: 'impact', id, ...keyOf(question) }, id, visits, complete, question);
}

/** A shortest way between two nodes. Refuses `node_not_found`, `invalid_limit`. */
export function pathBetween(index: Index, from: string, to: string, question: WalkQuestion = {}): PathAnswer {
  const options = walkOptions({ direction: 'both', ...question }, limits.walk_depth_max);
  for (const id of [from, to]) numberOf(index, id);
  const { steps, complete } = shortestPath(indexAdjacency(index), from, to, options);
  return {
    generation: index.generation,
    from,
    to,
    steps: steps === null ? null : steps.map((step) => reached(index, step)),
    complete,
  };
}

function walkOptions(question: WalkQuestion, depthDefault: number) {
  return {
    direction: question.direction ?? ('both' as const),
    depth_max: boundedNumber('depth', question.depth ?? depthDefault, 1, limits.walk_depth_max),
    nodes_max: limits.nodes_max,
    ...(question.types && question.types.length > 0 ? { types: new Set(question.types) } : {}),
  };
}

function keyOf({ direction, types, depth }: WalkQuestion) {
  return { direction: direction ?? null, types: types ? [...types].sort() : [], depth: depth ?? null };
}

function walkAnswer(
  index: Index,
  key: unknown,
  start: string,
  visits: readonly Visit[],
  complete: boolean,
  paging: Paging,
): WalkAnswer {
  const { rows, page } = pageOf(index, key, visits, paging);
  return { generation: index.generation, start, nodes: rows.map((visit) => reached(index, visit)), complete, page };
}

const REACHED_SQL =
  'select n.title, n.family, n.status, f.path, n.line from node n join file f on f.id = n.file where n.node_id = ?';

function reached(index: Index, visit: Visit): Reached {
  const [title, family, status, path, line] = index.row(REACHED_SQL, [visit.id])!;
  return {
    ...visit,
    title: title as string,
    family: family as string,
    status: status as string,
    path: path as string,
    line: line as number,
  };
}
