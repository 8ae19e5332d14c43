/** disk: the hands. The only room that touches files and processes. */
export type { Identity, System, SystemCall, SystemError, SystemHook } from './system.ts';
