/** Seeded randomness, so that every run of every torture test can be repeated. */

export type Random = () => number;

/** A generator of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number in [0, bound). */
export function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/** One of the choices. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[below(random, choices.length)]!;
}
