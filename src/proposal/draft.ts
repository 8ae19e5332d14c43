/** A document as a person gets it to edit: its exact text, as the project has it or as a changeset would leave it. */
import { type NodeId, type ProjectPath, refuse } from '../base/index.ts';
import type { ChangesetPaper } from '../contract/index.ts';
import { type Project, writerOf } from '../project/index.ts';
import { type Format, nodeSource } from '../source/index.ts';
import { loadSnapshot, type Snapshot } from '../store/index.ts';
import { bytesByPath, projectFiles } from './plan-operations.ts';
import { Planning } from './planning.ts';
import { requireFresh } from './staleness.ts';

export interface Draft {
  readonly id: string;
  readonly path: string;
  readonly format: Format;
  /** The bytes of its file. */
  readonly bytes: Uint8Array;
  /** Its exact text: the whole page, or its part of a TOML file. */
  readonly source: string;
  /** The hash it has in the canonical files; `undefined` for one that the changeset makes. */
  readonly expect: string | undefined;
}

/**
 * The draft of one document for a writer. With a changeset it is as that would leave it. Refuses `no_such_node`,
 * `unknown_writer`, `not_permitted`, and `stale_base`.
 */
export async function loadDraft(
  project: Project,
  { id, writer, onto }: { readonly id: string; readonly writer: string; readonly onto: ChangesetPaper | null },
): Promise<Draft> {
  const snapshot = await loadSnapshot(project);
  if (onto !== null) requireFresh(snapshot, onto);
  const { graph } = onto === null ? snapshot : projectFiles(snapshot, onto.files);
  const node = graph.nodes.get(id as NodeId) ?? refuse('no_such_node', { node: id });
  new Planning(snapshot, [writerOf(project, writer)]).permit('update', node.family);
  const bytes = bytesAt(snapshot, node.path, onto);
  return {
    ...{ id, path: node.path, format: node.format, bytes },
    source: nodeSource(bytes, node.format, id),
    expect: snapshot.graph.nodes.get(id as NodeId)?.content_hash,
  };
}

function bytesAt(snapshot: Snapshot, path: ProjectPath, onto: ChangesetPaper | null): Uint8Array {
  return (onto && bytesByPath(onto.files).get(path)) ?? snapshot.bytesOf(path);
}
