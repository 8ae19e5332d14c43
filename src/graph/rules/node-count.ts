/** More nodes than the descriptor allows. */
import { problem } from '../../base/index.ts';
import type { Rule } from './rule.ts';

/** At most one problem, without a place. */
export const nodeCount: Rule = ({ placed, rules }) =>
  placed.length > rules.nodes_max ? [problem('too_many_nodes', { count: placed.length, limit: rules.nodes_max })] : [];
