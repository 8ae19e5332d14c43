/** What a handler works in: the open project, the identity that acts, time and fresh ids. */
import { type Ambient, type Degraded, refuse, type Sha256 } from '../base/index.ts';
import type { Project } from '../project/index.ts';

export type Role = 'writer' | 'reviewer' | 'applier';

/** A text that a person edited, and the copy it stands in. */
export interface EditedText {
  readonly text: string;
  /** Where the copy is. */
  readonly path: string;
  /** Removes the copy. */
  remove(): void;
}

/** A text for a person to edit: under this name, or instead the text of a file that was kept before. */
export interface TextToEdit {
  readonly name: string;
  readonly text: string;
  readonly from?: string | undefined;
}

/** Where and for whom an operation runs. */
export interface OperationContext {
  /** An absolute folder. */
  readonly start: string;
  /** The project is that folder's own; else the nearest above it too. */
  readonly exact?: boolean;
  /** The identity that was named for this one request. */
  readonly actor?: string | undefined;
  /** Identities that were set for the whole session. */
  readonly identities?: Readonly<Partial<Record<Role, string | undefined>>>;
  readonly ambient: Ambient;
  /** Lets a person edit a text; only where there is one. Refuses `editor_needed` and what an editor can do wrong. */
  readonly editText?: (text: TextToEdit) => Promise<EditedText>;
}

/** An open project and who acts on it. */
export interface Session {
  readonly context: OperationContext;
  readonly project: Project;
}

/** What a handler gives back; the envelope is made from it. */
export interface Outcome<Data> {
  readonly data: Data;
  readonly source_hash?: Sha256 | string | null;
  readonly generation?: Sha256 | string | null;
  readonly degraded?: readonly Degraded[];
  readonly page?: { readonly total: number | null; readonly cursor: string | null } | null;
}

/** The environment variable that names an identity for a session. */
export const ACTOR_VARIABLES: Readonly<Record<Role, string>> = {
  writer: 'DOCFORGE_WRITER',
  reviewer: 'DOCFORGE_REVIEWER',
  applier: 'DOCFORGE_APPLIER',
};

/**
 * The id of who acts: named for the request, else for the session, else the project's only writer. A reviewer and an
 * applier are never guessed: approving and publishing always say who. Refuses `actor_needed`.
 */
export function actorOf({ context, project }: Session, role: Role): string {
  const known = project.policy[`${role}s`].map((row) => row.id);
  const named = context.actor ?? context.identities?.[role];
  if (named !== undefined && named !== '') return named;
  if (role === 'writer' && known.length === 1) return known[0]!;
  return refuse('actor_needed', {
    role,
    variable: ACTOR_VARIABLES[role],
    known: known.length > 0 ? known : `no ${role} at all`,
  });
}
