/** Exit statuses, in one place: 0 yes; 1 the answer is no; 2 usage, or not determined; 70 a bug; 130 cancelled. */
import { type Code, catalogue, entryOf } from '../base/index.ts';
import type { ResultPaper } from '../contract/index.ts';
import { isOperationName, operations } from './list.ts';

export const EXIT = { yes: 0, no: 1, usage: 2, bug: 70, cancelled: 130 } as const;

/** The exit status that an envelope stands for. */
export function exitStatus(result: ResultPaper): number {
  if (result.ok) {
    const yes = isOperationName(result.operation) ? operations[result.operation].yes : undefined;
    if (yes === undefined) return EXIT.yes;
    return (result.data as Record<string, unknown>)[yes] === true ? EXIT.yes : EXIT.no;
  }
  if (!Object.hasOwn(catalogue, result.error.code)) return EXIT.bug;
  const entry = entryOf(result.error.code as Code);
  return entry.kind === 'refusal' ? entry.exit : EXIT.bug;
}
