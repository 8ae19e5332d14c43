/** The codes of the proposal room. */
import type { Area } from './entry.ts';

export const proposalCodes = {} as const satisfies Area;
