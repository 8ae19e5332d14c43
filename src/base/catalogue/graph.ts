/** The codes of the graph room. */
import type { Area } from './entry.ts';

export const graphCodes = {} as const satisfies Area;
