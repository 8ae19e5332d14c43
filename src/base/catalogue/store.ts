/** The codes of the store room. */
import type { Area } from './entry.ts';

export const storeCodes = {} as const satisfies Area;
