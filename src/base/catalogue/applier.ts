/** The codes of the applier room. */
import type { Area } from './entry.ts';

export const applierCodes = {} as const satisfies Area;
