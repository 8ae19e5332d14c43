/** One order for everything that is listed: UTF-16 code units, never the locale. */

/** Compares two texts by code unit: negative, zero or positive. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A sorted copy, by the given keys in turn; keys are texts or numbers. */
export function sortedBy<T>(items: Iterable<T>, ...keys: ((item: T) => string | number)[]): T[] {
  return [...items].sort((a, b) => {
    for (const key of keys) {
      const x = key(a);
      const y = key(b);
      if (x === y) continue;
      if (typeof x === 'number' && typeof y === 'number') return x - y;
      return compareText(String(x), String(y));
    }
    return 0;
  });
}
