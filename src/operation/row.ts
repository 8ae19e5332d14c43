/** One row of the table: what goes in, what comes out, and who does it. */
import type { z } from 'zod';
import type { OperationContext, Outcome, Session } from './session.ts';

/** An operation on an open project. */
export interface ProjectRow<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly needs: 'project';
  readonly input: I;
  readonly output: O;
  readonly handle: (input: z.infer<I>, session: Session) => Promise<Outcome<z.infer<O>>>;
}

/** An operation on a folder that need not be a project. */
export interface FolderRow<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly needs: 'folder';
  readonly input: I;
  readonly output: O;
  readonly handle: (input: z.infer<I>, context: OperationContext) => Promise<Outcome<z.infer<O>>>;
}

export type Row = ProjectRow | FolderRow;

/** A row for an open project; the types of input and output follow from its schemas. */
export function projectRow<I extends z.ZodType, O extends z.ZodType>(row: Omit<ProjectRow<I, O>, 'needs'>): Row {
  return { needs: 'project', ...row } as unknown as Row;
}

/** A row for a folder. */
export function folderRow<I extends z.ZodType, O extends z.ZodType>(row: Omit<FolderRow<I, O>, 'needs'>): Row {
  return { needs: 'folder', ...row } as unknown as Row;
}
