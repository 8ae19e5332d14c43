/** Every rule of the graph, one a file. The order says nothing: problems are sorted afterwards. */
import { deadAnchors } from './anchors.ts';
import { cycles } from './cycles.ts';
import { duplicateIds } from './duplicate-ids.ts';
import { ambiguousLinks, deadLinks } from './links.ts';
import { nodeCount } from './node-count.ts';
import { duplicateRelations, selfRelations, unresolvedRelations } from './relations.ts';
import { requiredMetadata } from './required-metadata.ts';
import type { Rule } from './rule.ts';
import { similarIds } from './similar-ids.ts';
import { unknownFields } from './unknown-fields.ts';
import { vocabulary } from './vocabulary.ts';

export const rules: readonly Rule[] = [
  nodeCount,
  duplicateIds,
  similarIds,
  vocabulary,
  requiredMetadata,
  unknownFields,
  unresolvedRelations,
  selfRelations,
  duplicateRelations,
  cycles,
  deadLinks,
  deadAnchors,
  ambiguousLinks,
];
