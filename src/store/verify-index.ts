/**
 * Judging the index without changing it. `indexStatus` looks at what stands there; `verifyIndex` proves it: the receipt,
 * the identity, the rows, the structure of the database and of the inverted index; `deep` also builds the image anew
 * from the canonical files, compares every byte, and reads every pack.
 */
import { hashBytes, type Sha256 } from '../base/index.ts';
import type { Project } from '../project/index.ts';
import { type AcceptedImage, isAccepted, loadImage } from './attestation.ts';
import { buildImage, countRows } from './build-image.ts';
import { type Database, openDatabase } from './database.ts';
import { readLengths } from './image-text.ts';
import { BODIES, EXTRACTIONS } from './layout.ts';
import { Packs } from './packs.ts';
import { BlockReader, FIELD_COUNT } from './postings.ts';
import { readMeta } from './read-image.ts';
import { isUnmoved } from './read-sources.ts';
import { scanSources } from './scan-sources.ts';
import { loadSnapshot } from './snapshot.ts';
import { loadSourceList } from './source-list.ts';

/** The index at a glance. */
export interface IndexStatus {
  readonly state: 'missing' | 'rejected' | 'stale' | 'current';
  /** Why the image is not accepted or not current; empty when it is current. */
  readonly reason: string;
  readonly generation: Sha256 | null;
  readonly source_hash: Sha256 | null;
  readonly image_bytes: number | null;
  readonly rows: Readonly<Record<string, number>> | null;
}

/** Looks at the index by stat and receipt. Nothing is changed and no source is read. */
export async function indexStatus(project: Project): Promise<IndexStatus> {
  const none = { generation: null, source_hash: null, image_bytes: null, rows: null };
  const stored = loadImage(project);
  if (!isAccepted(stored)) {
    return { state: 'missing' in stored ? 'missing' : 'rejected', reason: stored.reason, ...none };
  }
  const { generation, source_hash, image_bytes, rows } = stored.attestation;
  const reason = staleReason(project, stored);
  return {
    state: reason === '' ? 'current' : 'stale',
    reason,
    generation: generation as Sha256,
    source_hash: source_hash as Sha256,
    image_bytes,
    rows,
  };
}

function staleReason(project: Project, stored: AcceptedImage): string {
  const known = loadSourceList(project);
  if (!known || known.generation !== stored.attestation.generation) return 'its list of sources is missing';
  if (known.identity.descriptor_hash !== project.descriptor_hash) return 'the descriptor changed';
  return isUnmoved(scanSources(project), known) ? '' : 'source files changed, or were written too recently to tell';
}

/** One check of the index. */
export interface IndexCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, in words; empty when the check passed. */
  readonly reason: string;
}

export interface Verification {
  readonly ok: boolean;
  readonly generation: Sha256 | null;
  readonly checks: readonly IndexCheck[];
}

/** Proves the index. Checks that could not run, because an earlier one failed, are left out. */
export async function verifyIndex(project: Project, options: { readonly deep?: boolean } = {}): Promise<Verification> {
  const stored = loadImage(project);
  if (!isAccepted(stored)) {
    return { ok: false, generation: null, checks: [{ name: 'attestation', ok: false, reason: stored.reason }] };
  }
  const checks: IndexCheck[] = [{ name: 'attestation', ok: true, reason: '' }];
  const note = (name: string, reason: string) => checks.push({ name, ok: reason === '', reason });
  const database = await openDatabase(stored.bytes);
  try {
    note('integrity', integrityReason(database));
    note('identity', identityReason(database, project, stored));
    note('rows', rowsReason(database, stored));
    note('text', textReason(database));
    if (options.deep) for (const [name, reason] of await deepReasons(project, stored)) note(name, reason);
  } finally {
    database.close();
  }
  const generation = stored.attestation.generation as Sha256;
  return { ok: checks.every((check) => check.ok), generation, checks };
}

function integrityReason(database: Database): string {
  const found = database.rows('pragma integrity_check').map(([text]) => String(text));
  return found[0] === 'ok' ? '' : found.slice(0, 3).join('; ');
}

function identityReason(database: Database, project: Project, { attestation }: AcceptedImage): string {
  const meta = readMeta(database);
  if (meta.project !== project.fingerprint) return 'the image belongs to another project';
  if (meta.descriptor_hash !== project.descriptor_hash) return 'the descriptor changed after the image was built';
  if (meta.policy_hash !== project.policy.hash) return 'the policy is not the one of the image';
  if (meta.generation !== attestation.generation) return 'image and attestation name two generations';
  return meta.source_hash === attestation.source_hash ? '' : 'image and attestation name two states of the sources';
}

function rowsReason(database: Database, { attestation }: AcceptedImage): string {
  const counted = countRows(database);
  const wrong = Object.keys(counted).filter((name) => counted[name] !== attestation.rows[name]);
  return wrong.length === 0 ? '' : `the number of rows is wrong in ${wrong.join(', ')}`;
}

/** Terms must ascend over all blocks, every list must end where it says, and no document may be unknown. */
function textReason(database: Database): string {
  const documents = database.row('select count(*) from node')![0] as number;
  if (readLengths(database).length !== documents * FIELD_COUNT) return 'the lengths do not fit the nodes';
  let last = '';
  try {
    for (const [first, bytes] of database.rows('select first, bytes from block order by id')) {
      const reader = new BlockReader(bytes as Uint8Array);
      let term = reader.next();
      if (term !== first) return `the block of ${first} begins with another term`;
      for (; term !== undefined; term = reader.next()) {
        if (term <= last && last !== '') return `the term ${term} stands out of order`;
        last = term;
        reader.eachSlot((document) => {
          if (document >= documents) throw new RangeError(`the term ${term} names a document that is not there`);
        });
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
  return '';
}

async function deepReasons(project: Project, stored: AcceptedImage): Promise<[string, string][]> {
  const snapshot = await loadSnapshot(project);
  const { attestation } = stored;
  const moved = snapshot.generation !== attestation.generation || snapshot.source_hash !== attestation.source_hash;
  if (moved) return [['sources', 'the sources are not the ones the image was built from']];
  const image = await buildImage(project, snapshot, { bodyOf: snapshot.bodyBytes });
  const equal = hashBytes(image.bytes) === attestation.image_hash;
  const packs = [BODIES, EXTRACTIONS].map((folder) => {
    const open = Packs.open(project.disk, folder);
    return open.damaged().length;
  });
  const damaged = packs.reduce((sum, count) => sum + count, 0);
  return [
    ['sources', ''],
    ['bytes', equal ? '' : 'building it anew gives other bytes'],
    ['packs', damaged === 0 ? '' : `${damaged} stored values cannot be read whole`],
  ];
}
