/**
 * One proposer as a process of its own. Arguments: root, name, appends, seed, and `lockless` for one that ignores the
 * project lock, as one whose lock was broken would. It appends its operations one by one,
 * each to a changeset of its choice, and tries again whenever it is told that the race was lost or the project is in use. On stdout, a line each:
 * `done N` when operation N is in, `lost` when a race was lost, `end`. Told `once CHANGESET HASH NODE` on stdin instead of
 * having appends of its own, it appends once and says `done` or the code of the refusal.
 */
import { createInterface } from 'node:readline';
import { Refusal, systemAmbient } from '../../src/base/index.ts';
import type { OperationPaper } from '../../src/contract/index.ts';
import { openProject, type Project } from '../../src/project/index.ts';
import { appendOperations, listChangesetIds, loadChangeset } from '../../src/proposal/index.ts';
import { below, seededRandom } from './random.ts';

const [root, name, appends, seed, lock] = process.argv.slice(2) as [string, string, string, string, string?];
const project = lock === 'lockless' ? withoutLock(openProject(root)) : openProject(root);
const random = seededRandom(Number(seed));
const say = (line: string) => process.stdout.write(`${line}\n`);

function withoutLock(opened: Project): Project {
  const withLock = { value: <T>(work: () => Promise<T>) => work() };
  return { ...opened, disk: Object.create(opened.disk, { withLock }) };
}

/** Refusals after which the same operation is tried again. */
const LOST = ['stale_changeset', 'project_locked'];

async function append(changeset: string, hash: string, operation: OperationPaper): Promise<string> {
  try {
    await appendOperations(project, { changeset, hash, writer: 'ada', operations: [operation] }, systemAmbient);
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** What this proposer calls its operation N; also how it knows after a restart what is in already. */
const titleOf = (number: number) => `${name} ${number}`;

function titlesIn(changesets: readonly string[]): Set<string | undefined> {
  const operations = changesets.flatMap((id) => loadChangeset(project, id).operations);
  return new Set(operations.map((row) => (row.op === 'update' ? row.set?.title : undefined)));
}

async function appendAll(): Promise<void> {
  const changesets = listChangesetIds(project);
  const before = titlesIn(changesets);
  for (let number = 0; number < Number(appends); number++) {
    if (before.has(titleOf(number))) continue;
    for (;;) {
      const id = changesets[below(random, changesets.length)]!;
      const operation: OperationPaper = { op: 'update', id: `node-${id}`, set: { title: titleOf(number) } };
      const outcome = await append(id, loadChangeset(project, id).hash, operation);
      if (outcome === 'done') break;
      if (!LOST.includes(outcome)) throw new Error(`unexpected refusal ${outcome}`);
      say('lost');
      await new Promise((resolve) => setTimeout(resolve, below(random, 20)));
    }
    say(`done ${number}`);
  }
  say('end');
  process.exit(0);
}

say('open');
if (Number(appends) > 0) await appendAll();
for await (const line of createInterface({ input: process.stdin })) {
  const [, changeset, hash, node] = line.split(' ') as [string, string, string, string];
  say(await append(changeset, hash, { op: 'update', id: node, set: { status: 'draft' } }));
}
