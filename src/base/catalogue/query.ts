/** The codes of the query room. */
import type { Area } from './entry.ts';

export const queryCodes = {} as const satisfies Area;
