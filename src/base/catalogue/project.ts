/** The codes of the project room. */
import type { Area } from './entry.ts';

export const projectCodes = {} as const satisfies Area;
