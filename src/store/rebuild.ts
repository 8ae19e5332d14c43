/**
 * From a scan that found something moved, or from an image that was not accepted, to a whole index on disk.
 * Order of publication: packs, image, attestation, list of sources, receipt of the transition.
 */
import { canonicalJson, type Degraded, degraded, refuse, type Sha256 } from '../base/index.ts';
import type { AttestationPaper } from '../contract/index.ts';
import { DiskError, diskReason } from '../disk/index.ts';
import type { Project } from '../project/index.ts';
import { type AcceptedImage, attest, isAccepted, presentSidecars, type StoredImage } from './attestation.ts';
import { buildImage } from './build-image.ts';
import { type Database, openDatabase } from './database.ts';
import { extractionKey } from './extract-file.ts';
import { diffGraphOf, loadTransition, publishTransition, transitionReceipt } from './generation-diff.ts';
import { hexDigits } from './image-text.ts';
import type { IndexReport, Refreshed } from './index-report.ts';
import { ATTESTATION, BODIES, EXTRACTIONS, IMAGE } from './layout.ts';
import { Packs, type PackWriter } from './packs.ts';
import type { CountedBodies } from './read-batch.ts';
import { isSameImage, isSameVersion, readMeta } from './read-image.ts';
import { type ExtractionSink, readSources, type Sources } from './read-sources.ts';
import type { ScannedTree } from './scan-sources.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';
import { publishSourceList, readClock, type SourceIdentity, type SourceList } from './source-list.ts';

/** What the refresh knows when it decides to rebuild. */
export interface RebuildTask {
  readonly project: Project;
  readonly full: boolean;
  readonly stored: StoredImage;
  readonly known: SourceList | null;
  readonly scanned: ScannedTree;
}

/** The checks that a built image has passed when it is attested. */
const CHECKS = ['sources', 'graph', 'policy', 'rows', 'text'] as const;

/** Reads what moved, builds, and publishes. Call it under the project lock. */
export async function rebuildIndex(task: RebuildTask): Promise<Refreshed> {
  const { project, full, stored, known, scanned } = task;
  const clock = await readClock(project);
  const bodies = Packs.open(project.disk, BODIES, full);
  const extractions = Packs.open(project.disk, EXTRACTIONS, full);
  for (const packs of [bodies, extractions]) packs.dropMissing();
  const writers = { bodies: bodies.writer(), extractions: extractions.writer() };
  const sources = await readSources(project, { known, scanned, cache: extractions, sink: packSink(writers) });
  const snapshot = snapshotOf(project, sources, bodies);
  if (known) refuseCollision(known, snapshot);
  await storePacks(writers, snapshot, sources);
  const prior = isAccepted(stored) ? await openDatabase(stored.bytes) : null;
  try {
    const published = await publishImage(task, snapshot, sources.counted, prior);
    const list = {
      clock_ns: clock,
      identity: sources.identity,
      generation: snapshot.generation,
      entries: sources.entries,
    };
    const notes = [
      ...published.degraded,
      ...(await evidence('the list of sources', () => publishSourceList(project, list))),
      ...(await evidence('the receipt of the transition', () => publishDiff(project, snapshot, prior))),
    ];
    return { accepted: published.accepted, report: reportOf(task, sources, published, notes) };
  } finally {
    prior?.close();
  }
}

function packSink(writers: { readonly bodies: PackWriter; readonly extractions: PackWriter }): ExtractionSink {
  return {
    keep(key, extraction, json, bodies) {
      writers.extractions.add(key, json);
      for (const [i, node] of extraction.nodes.entries()) writers.bodies.add(hexDigits(node.body_hash), bodies[i]!);
    },
    async drain() {
      await writers.bodies.drain();
      await writers.extractions.drain();
    },
  };
}

/** Equal sources under equal rules and versions must have given an equal graph. */
function refuseCollision(known: SourceList, snapshot: Snapshot): void {
  const names: (keyof SourceIdentity)[] = ['source_hash', 'tree_hash', 'descriptor_hash', 'versions'];
  if (known.generation === snapshot.generation) return;
  if (names.some((name) => known.identity[name] !== snapshot.identity[name])) return;
  refuse('generation_collision', { expected: known.generation, actual: snapshot.generation });
}

/** Publishes the packs; bodies that are in none, since their extraction came from the cache, are read again. */
async function storePacks(
  writers: { readonly bodies: PackWriter; readonly extractions: PackWriter },
  snapshot: Snapshot,
  sources: Sources,
): Promise<void> {
  const bodyKeys = new Set<string>();
  for (const node of snapshot.graph.nodes.values()) {
    const key = hexDigits(node.body_hash);
    bodyKeys.add(key);
    if (!writers.bodies.has(key)) writers.bodies.add(key, Buffer.from(snapshot.bodyOf(node)));
    await writers.bodies.drain();
  }
  await writers.bodies.commit(bodyKeys);
  const entries = [...sources.entries.values()];
  await writers.extractions.commit(new Set(entries.map(({ hash, format }) => extractionKey(hash, format))));
}

interface Published {
  readonly accepted: AcceptedImage;
  readonly outcome: IndexReport['outcome'];
  readonly degraded: readonly Degraded[];
}

async function publishImage(
  task: RebuildTask,
  snapshot: Snapshot,
  counted: readonly CountedBodies[],
  prior: Database | null,
): Promise<Published> {
  const { project, stored } = task;
  if (prior && isAccepted(stored) && !task.full && isSameImage(prior, project, snapshot)) {
    return { accepted: stored, outcome: 'current', degraded: [] };
  }
  const usable = prior && !task.full && isSameVersion(prior) ? prior : null;
  const image = await buildImage(project, snapshot, { bodyOf: snapshot.bodyBytes, counted, prior: usable });
  const attestation = attest(project, snapshot, image, CHECKS);
  const standing = 'bytes' in stored ? stored.bytes : 'rejected' in stored ? stored.rejected : null;
  const stands = standing !== null && Buffer.compare(standing, image.bytes) === 0;
  for (const path of presentSidecars(project.disk)) project.disk.remove(path);
  if (!stands) await project.disk.publish(IMAGE, image.bytes);
  const attested = isAccepted(stored) && stands;
  const notes = attested ? [] : await evidence('its attestation', () => publishAttestation(project, attestation));
  const outcome = attested ? 'current' : stands ? 'repaired' : 'published';
  return { accepted: { bytes: image.bytes, attestation }, outcome, degraded: notes };
}

async function publishAttestation(project: Project, attestation: AttestationPaper): Promise<void> {
  await project.disk.publish(ATTESTATION, Buffer.from(canonicalJson(attestation)));
}

async function publishDiff(project: Project, snapshot: Snapshot, prior: Database | null): Promise<void> {
  const before = prior && { generation: readMeta(prior).generation as Sha256, graph: () => diffGraphOf(prior) };
  if (loadTransition(project, snapshot.generation)) return;
  const known = before && before.generation !== snapshot.generation ? before : null;
  await publishTransition(project, transitionReceipt(known && { ...known, graph: known.graph() }, snapshot.graph));
}

/** After the image is published, a failure of the disk is told and not thrown. */
async function evidence(what: string, publish: () => Promise<void>): Promise<Degraded[]> {
  try {
    await publish();
    return [];
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return [degraded('index_unattested', { what, cause: diskReason(error.code) })];
  }
}

function reportOf(task: RebuildTask, sources: Sources, published: Published, notes: readonly Degraded[]): IndexReport {
  const { attestation } = published.accepted;
  const { stored } = task;
  return {
    generation: attestation.generation as Sha256,
    source_hash: attestation.source_hash as Sha256,
    ...sources.counts,
    rows: attestation.rows,
    image_bytes: attestation.image_bytes,
    outcome: published.outcome,
    rejected: 'rejected' in stored ? stored.reason : null,
    degraded: notes,
  };
}
