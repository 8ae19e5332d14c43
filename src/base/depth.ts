/** How deep a value of JSON goes, found without recursion: what comes later may recurse, and must not run out of stack. */

/** Whether lists and objects stand in one another more than `levels` deep. The value holds no cycle. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: object[] = isNest(value) ? [value] : [];
  for (let depth = 1; layer.length > 0; depth++) {
    if (depth > levels) return true;
    const below: object[] = [];
    for (const nest of layer) {
      for (const item of Object.values(nest)) if (isNest(item)) below.push(item);
    }
    layer = below;
  }
  return false;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
