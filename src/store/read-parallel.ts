/**
 * Reading many files in two threads. Each takes one half of the files by size, in order of path. Where threads do not
 * pay (one processor) or cannot be started (the program runs from its TypeScript sources), the caller reads the files
 * itself.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Project } from '../project/index.ts';
import type { BatchRow, BatchTask, CountedBodies } from './read-batch.ts';
import type { ScannedFile } from './scan-sources.ts';

const THREADS = 2;
/**
 * Native calls open descriptors that Node did not see being opened, and it would warn at each that is closed; and the
 * flags with which the main program was started (`--input-type`) are none of a thread's.
 */
const THREAD_OPTIONS = { trackUnmanagedFds: false, execArgv: [] };
/** Batches that a thread may be ahead of the main thread. */
const BATCHES_AHEAD = 2;

/** Whether threads can be had. */
export function canReadParallel(): boolean {
  return availableParallelism() >= THREADS && import.meta.url.endsWith('.js');
}

type Message = { readonly rows: readonly BatchRow[] } | { readonly counted: CountedBodies };

/**
 * Reads files; `take` gets every row, in no fixed order. Returns the words that were counted, a part for each thread in
 * order of path. A failure of a thread is thrown.
 */
export async function readParallel(
  project: Project,
  files: readonly ScannedFile[],
  take: (row: BatchRow) => Promise<void>,
): Promise<CountedBodies[]> {
  const parts = halves(files).map((part) => part.map(({ path, format }) => ({ path, format })));
  const url = new URL('./source-worker.js', import.meta.url);
  const tasks = parts.map(
    (part): BatchTask => ({ root: project.root, bytesMax: project.source_bytes_max, files: part }),
  );
  return Promise.all(tasks.map((task) => runThread(new Worker(url, { ...THREAD_OPTIONS, workerData: task }), take)));
}

function runThread(worker: Worker, take: (row: BatchRow) => Promise<void>): Promise<CountedBodies> {
  return new Promise((resolve, reject) => {
    let taking = Promise.resolve();
    const fail = (error: unknown): void => {
      reject(error);
      void worker.terminate();
    };
    worker.on('error', fail);
    worker.on('message', (message: Message) => {
      if ('counted' in message) {
        taking.then(() => resolve(message.counted), fail);
        return;
      }
      taking = taking.then(async () => {
        for (const row of message.rows) await take(row);
        worker.postMessage('next');
      });
      taking.catch(fail);
    });
    worker.on('exit', () => reject(new Error('a reading thread ended early')));
    for (let i = 0; i < BATCHES_AHEAD; i++) worker.postMessage('next');
  });
}

/** Two parts of about equal bytes, in order. */
function halves(files: readonly ScannedFile[]): [ScannedFile[], ScannedFile[]] {
  const total = files.reduce((sum, file) => sum + file.stat.size, 0);
  let sum = 0;
  let at = 0;
  while (at < files.length && sum < total / 2) sum += files[at++]!.stat.size;
  return [files.slice(0, at), files.slice(at)];
}
