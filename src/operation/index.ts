/** operation: the one table of operations, and the envelope of every answer. */
import type { ResultPaper } from '../contract/index.ts';
import type { RespondOptions } from './respond.ts';

export { EXIT, exitStatus } from './exit.ts';
export { type Access, isOperationName, type OperationEntry, type OperationName, operations } from './list.ts';
export type { RespondOptions } from './respond.ts';
export { ACTOR_VARIABLES, type EditedText, type OperationContext, type Role, type TextToEdit } from './session.ts';

/**
 * Runs one operation by its name and gives its envelope. Never throws: what is wrong is in the envelope. Loads the
 * rooms that the operation needs when it is first asked for.
 */
export async function respond(name: string, input: unknown, context: RespondOptions): Promise<ResultPaper> {
  const { answer } = await import('./respond.ts');
  return answer(name, input, context);
}
