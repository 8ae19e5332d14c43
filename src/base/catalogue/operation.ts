/** The codes of the operation room. */
import type { Area } from './entry.ts';

export const operationCodes = {} as const satisfies Area;
