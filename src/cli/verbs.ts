/** All verbs, in the order in which help lists them. */
import type { Verb } from './verb.ts';
import { askVerbs } from './verbs/ask.ts';
import { lifecycleVerbs } from './verbs/lifecycle.ts';
import { proposeVerbs } from './verbs/propose.ts';
import { reviewVerbs } from './verbs/review.ts';
import { startVerbs } from './verbs/start.ts';

export const verbs: readonly Verb[] = [...startVerbs, ...askVerbs, ...proposeVerbs, ...lifecycleVerbs, ...reviewVerbs];
