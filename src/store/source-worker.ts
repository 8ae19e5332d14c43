/**
 * The thread that reads a part of the sources. It is asked for one batch at a time, so that what it has read and nobody
 * has taken stays bounded; after the last batch it sends the words it counted.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openDisk } from '../disk/index.ts';
import { BatchReader, type BatchRow, type BatchTask } from './read-batch.ts';

const BATCH_BYTES = 1 << 20;

const { root, bytesMax, files } = workerData as BatchTask;
const disk = openDisk(root);
const reader = new BatchReader(disk, bytesMax);
let next = 0;

function sendBatch(): void {
  const rows: BatchRow[] = [];
  const transfer: ArrayBuffer[] = [];
  for (let bytes = 0; next < files.length && bytes < BATCH_BYTES; next++) {
    const row = reader.read(files[next]!);
    rows.push(row);
    if ('code' in row) continue;
    for (const one of [row.extraction, ...row.bodies]) {
      transfer.push(one.buffer);
      bytes += one.length;
    }
  }
  parentPort!.postMessage({ rows }, transfer);
}

function sendCounts(): void {
  const counted = reader.finish();
  const { starts, slots, counts, lengths } = counted.segment;
  parentPort!.postMessage({ counted }, [starts.buffer, slots.buffer, counts.buffer, lengths.buffer]);
  disk.close();
  parentPort!.close();
}

parentPort!.on('message', () => {
  if (next < files.length) sendBatch();
  else sendCounts();
});
