/** Time and new identities are handed in, so that every result can be repeated. */
import { randomBytes } from 'node:crypto';

/** Where time and fresh ids come from. */
export interface Ambient {
  /** Now, as an RFC 3339 UTC text with seconds, `2026-01-31T08:15:00Z`. */
  now(): string;
  /** A fresh id: 16 lower-case hex digits. */
  freshId(): string;
}

/** The machine's own clock and randomness. */
export const systemAmbient: Ambient = {
  now: () => `${new Date().toISOString().slice(0, 19)}Z`,
  freshId: () => randomBytes(8).toString('hex'),
};

/** A repeatable ambient for tests and scripted stories: time moves one second a call, ids count up. */
export function fixedAmbient(start = '2026-01-01T00:00:00Z'): Ambient {
  let ticks = 0;
  let ids = 0;
  return {
    now: () => `${new Date(Date.parse(start) + 1000 * ticks++).toISOString().slice(0, 19)}Z`,
    freshId: () => (ids++).toString(16).padStart(16, '0'),
  };
}
