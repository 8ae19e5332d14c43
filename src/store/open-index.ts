/**
 * An index pinned to one generation, for queries.
 *
 * Invariants: only bytes that an attestation proves are opened; once open, nothing on disk changes the answers, but for
 * bodies, which are proved by their hash: a lost one is taken from its file while that still has the bytes of this
 * generation, else it is a refusal and never another text.
 */
import { type Degraded, hashBytes, isSha256, type ProjectPath, refuse, type Sha256 } from '../base/index.ts';
import type { AttestationPaper } from '../contract/index.ts';
import type { Project } from '../project/index.ts';
import type { Format } from '../source/index.ts';
import { type AcceptedImage, isAccepted, loadImage } from './attestation.ts';
import { type Database, openDatabase, type Row } from './database.ts';
import { extractFile } from './extract-file.ts';
import { loadTransition } from './generation-diff.ts';
import type { IndexReport } from './index-report.ts';
import { BODIES } from './layout.ts';
import { Packs } from './packs.ts';
import { readSource } from './read-sources.ts';
import { refreshAccepted } from './refresh.ts';
import { openTextIndex, type TextIndex } from './text-index.ts';

/** One generation, open for reading. Close it when done. */
export interface Index {
  readonly project: Project;
  readonly generation: Sha256;
  readonly source_hash: Sha256;
  readonly attestation: AttestationPaper;
  /** What the refresh did that opened it; `null` when there was none. */
  readonly report: IndexReport | null;
  readonly degraded: readonly Degraded[];
  readonly text: TextIndex;
  /** All rows of a query, as arrays of columns. */
  rows(sql: string, values?: Row): Row[];
  /** The first row of a query. */
  row(sql: string, values?: Row): Row | undefined;
  /** The content of the node with this number. Refuses `body_lost`. */
  bodyOf(number: number): string;
  /** The receipt of the transition that led to this generation, or `null`. */
  transition(): ReturnType<typeof loadTransition>;
  close(): void;
}

/**
 * Opens the index; refreshes it first unless told not to. Refuses what `refreshIndex` refuses; without a refresh,
 * `index_missing` and `index_not_accepted`.
 */
export async function openIndex(project: Project, options: { readonly refresh?: boolean } = {}): Promise<Index> {
  if (options.refresh === false) return pinIndex(project, await loadAccepted(project), null);
  const { accepted, report } = await refreshAccepted(project);
  return pinIndex(project, accepted, report);
}

/** The stored image as it is. A pair that does not fit is read again under the lock, since it may be being replaced. */
async function loadAccepted(project: Project): Promise<AcceptedImage> {
  let stored = loadImage(project);
  if ('rejected' in stored) stored = await project.disk.withLock(async () => loadImage(project));
  if (isAccepted(stored)) return stored;
  if ('missing' in stored) return refuse('index_missing', {});
  return refuse('index_not_accepted', { reason: stored.reason });
}

async function pinIndex(project: Project, accepted: AcceptedImage, report: IndexReport | null): Promise<Index> {
  const database = await openDatabase(accepted.bytes);
  const bodies = Packs.open(project.disk, BODIES);
  const { attestation } = accepted;
  const generation = attestation.generation as Sha256;
  let text: TextIndex | undefined;
  return {
    project,
    generation,
    source_hash: attestation.source_hash as Sha256,
    attestation,
    report,
    degraded: report?.degraded ?? [],
    get text() {
      text ??= openTextIndex(database);
      return text;
    },
    rows: (sql, values) => database.rows(sql, values),
    row: (sql, values) => database.row(sql, values),
    bodyOf: (number) => bodyOf(project, database, bodies, number),
    transition: () => loadTransition(project, generation),
    close: () => database.close(),
  };
}

const BODY_SQL =
  'select n.node_id, n.body_hash, n.line, n.content_hash, f.path, f.hash, f.format ' +
  'from node n join file f on f.id = n.file where n.id = ?';

function bodyOf(project: Project, database: Database, bodies: Packs, number: number): string {
  const [id, hash, line, contentHash, path, fileHash, format] = database.row(BODY_SQL, [number])!;
  const key = Buffer.from(hash as Uint8Array).toString('hex');
  const bytes = bodies.get(key);
  if (bytes && hashBytes(bytes) === hashText(hash)) return Buffer.from(bytes).toString();
  if (bodies.has(key)) bodies.removeDamaged(key);
  const source = readSource(project, path as ProjectPath);
  if (!source || hashBytes(source.bytes) !== hashText(fileHash)) return refuse('body_lost', { node_id: id as string });
  const { extraction, bodies: found } = extractFile(source.bytes, format as Format);
  const at = extraction.nodes.findIndex((node) => node.line === line && node.content_hash === hashText(contentHash));
  return found[at] ?? refuse('body_lost', { node_id: id as string });
}

/** The written form of a hash from its cell. */
export function hashText(cell: unknown): Sha256 {
  const text = `sha256:${Buffer.from(cell as Uint8Array).toString('hex')}`;
  if (!isSha256(text)) throw new Error('a hash column does not hold a hash');
  return text;
}
