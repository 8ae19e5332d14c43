/** What a torture test returns: how many runs, how many were bad, what was seen, and the first bad ones to repeat. */

export interface TortureResult {
  readonly runs: number;
  readonly bad: number;
  /** Counts worth printing, in the order of their first appearance. */
  readonly seen: Readonly<Record<string, number>>;
  readonly examples: readonly string[];
}

/** A torture test: `size` is its number of runs (or what the row says), `seed` makes it repeatable. */
export type Torture = (size: number, seed: number) => Promise<TortureResult>;

const EXAMPLES_MAX = 5;

/** Collects the result of many runs. */
export class Tally {
  runs = 0;
  bad = 0;
  readonly seen: Record<string, number> = {};
  readonly examples: string[] = [];

  count(name: string, by = 1): void {
    this.seen[name] = (this.seen[name] ?? 0) + by;
  }

  fail(example: string): void {
    this.bad++;
    if (this.examples.length < EXAMPLES_MAX) this.examples.push(example);
  }

  result(): TortureResult {
    return { runs: this.runs, bad: this.bad, seen: this.seen, examples: this.examples };
  }
}
