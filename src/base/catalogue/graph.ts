/** The codes of the graph room and of the extractors before it. */
import type { Area } from './entry.ts';

export const graphCodes = {
  unreadable_front_matter: {
    kind: 'problem',
    severity: 'warning',
    message: 'The front matter cannot be read: {reason}. The page was read without it; its text is whole.',
    remedy: 'Correct the line named here, or put the value in quotes.',
  },
  duplicate_id: {
    kind: 'problem',
    severity: 'error',
    message: 'The id {id} stands in {count} places: {places}. None of them was taken as the node.',
    remedy: 'Give each node its own id.',
  },
  similar_ids: {
    kind: 'problem',
    severity: 'warning',
    message: 'The ids {ids} differ only in case or in how their letters are encoded. They are different nodes.',
    remedy: 'Rename all but one of them, so that nobody takes one for the other.',
  },
  unknown_family: {
    kind: 'problem',
    severity: 'error',
    message: 'The family {family} is not in the descriptor{suggestion}.',
    remedy: 'Correct the name, or add the family to [[families]] in .docforge/project.toml.',
  },
  unknown_status: {
    kind: 'problem',
    severity: 'error',
    message: 'The status {status} is not in the descriptor{suggestion}.',
    remedy: 'Correct the name, or add the status to statuses under [vocabulary] in .docforge/project.toml.',
  },
  unknown_authority: {
    kind: 'problem',
    severity: 'error',
    message: 'The authority {authority} is not known{suggestion}.',
    remedy: 'Use one of {known}.',
  },
  unknown_relation: {
    kind: 'problem',
    severity: 'error',
    message: 'The relation type {type} is not in the descriptor{suggestion}.',
    remedy: 'Correct the name, or add the relation to relations under [vocabulary] in .docforge/project.toml.',
  },
  missing_metadata: {
    kind: 'problem',
    severity: 'error',
    message: 'The family {family} requires {field}, and this node does not have it.',
    remedy: 'Add {field} to the metadata or to [extra].',
  },
  unresolved_relation: {
    kind: 'problem',
    severity: 'error',
    message: 'The relation {type} names {target}, and no node has that id{suggestion}.',
    remedy: 'Correct the id, add the missing node, or remove the relation.',
  },
  self_relation: {
    kind: 'problem',
    severity: 'warning',
    message: 'The relation {type} leads from {id} to itself.',
    remedy: 'Name another node, or remove the relation.',
  },
  duplicate_relation: {
    kind: 'problem',
    severity: 'warning',
    message: 'The relation {type} to {target} is declared more than once; line {first} already says it.',
    remedy: 'Remove all but one of them.',
  },
  dependency_cycle: {
    kind: 'problem',
    severity: 'error',
    message: 'The relation {type} may not lead back to its start, but it does: {cycle}.',
    remedy: 'Remove one of the relations in the cycle.',
  },
  dead_link: {
    kind: 'problem',
    severity: 'error',
    message: 'The link {href} leads to nothing: there is no {target}{suggestion}.',
    remedy: 'Correct the link, add the missing file, or remove the link.',
  },
  dead_anchor: {
    kind: 'problem',
    severity: 'error',
    message: 'The link {href} names a part that {target} does not have: {fragment}{suggestion}.',
    remedy: 'Correct the part after #, or link to the page alone.',
  },
  ambiguous_link: {
    kind: 'problem',
    severity: 'warning',
    message: 'The link {href} may mean any of {count} pages: {candidates}. None was chosen.',
    remedy: 'Write more of the path, so that only one page fits.',
  },
  too_many_nodes: {
    kind: 'problem',
    severity: 'error',
    message: 'The project holds {count} nodes, more than the {limit} that its descriptor allows.',
    remedy: 'Exclude files in [content], or raise nodes under [limits].',
  },
} as const satisfies Area;
