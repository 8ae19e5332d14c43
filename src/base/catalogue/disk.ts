/** The codes of the disk room. */
import type { Area } from './entry.ts';

export const diskCodes = {} as const satisfies Area;
