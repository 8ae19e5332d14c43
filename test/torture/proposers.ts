/**
 * Proposers as processes, appending to the same changesets at the same time; also killed at any
 * moment. Every operation must be in exactly once, and every chain of revisions whole.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { hashJson, systemAmbient } from '../../src/base/index.ts';
import { openProject } from '../../src/project/index.ts';
import { createChangeset, loadChangeset } from '../../src/proposal/index.ts';
import { below, seededRandom } from './random.ts';
import { Tally, type TortureResult } from './result.ts';

const CHILD = fileURLToPath(new URL('./proposer-child.ts', import.meta.url));
/** A revision holds every operation before it, so the operations of many proposers are spread over changesets. */
const OPERATIONS_EACH = 500;

const DESCRIPTOR = `schema_version = 1
[project]
id = "race"
title = "Race"
[vocabulary]
statuses = ["draft", "active"]
[[families]]
id = "guide"
[[writers]]
id = "ada"
families = ["*"]
operations = ["update"]
`;

function makeProject(nodes: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'docforge-race-'));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put('.docforge/project.toml', DESCRIPTOR);
  for (const id of nodes) {
    const metadata = `id = "${id}"\nfamily = "guide"\ntitle = "T"\nstatus = "active"\nauthority = "authoritative"\n`;
    put(`${id}.md`, `+++\n${metadata}+++\n\nBody.\n`);
  }
  return root;
}

/** Makes a changeset that touches one node, so that others can append to it. */
async function begin(root: string, id: string, node: string): Promise<string> {
  const project = openProject(root);
  try {
    const operations = [{ op: 'update', id: node, set: { title: 'begun' } } as const];
    return (await createChangeset(project, { id, title: id, operations, writer: 'ada' }, systemAmbient)).changeset.hash;
  } finally {
    project.close();
  }
}

type Lock = 'locked' | 'lockless';

interface Proposer {
  readonly child: ChildProcess;
  readonly next: () => Promise<string | null>;
  readonly ended: Promise<void>;
}

function start(root: string, name: string, appends: number, seed: number, lock: Lock): Proposer {
  const args = ['--import', 'tsx', CHILD, root, name, String(appends), String(seed), lock];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    return done ? null : value;
  };
  return { child, next, ended: new Promise((resolve) => child.once('exit', () => resolve())) };
}

/** What is wrong with the stored chain of one changeset; empty when nothing is. Trusts no code of the room. */
function flawsOfChain(root: string, id: string): string[] {
  const folder = join(root, '.docforge/changesets', id);
  const flaws: string[] = [];
  let previous: { hash: string; operations: unknown[] } | null = null;
  for (const [at, name] of readdirSync(folder).sort().entries()) {
    const { hash, ...rest } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (name !== `${String(at + 1).padStart(6, '0')}.json`) flaws.push(`${id}: ${name} is out of place`);
    if (hashJson(rest) !== hash) flaws.push(`${id} ${name}: the seal is broken`);
    if (rest.previous !== (previous?.hash ?? null)) flaws.push(`${id} ${name}: the chain is broken`);
    if (rest.operations.length !== (previous?.operations.length ?? 0) + 1) flaws.push(`${id} ${name}: not one more`);
    previous = { hash, operations: rest.operations };
  }
  return flaws;
}

/** `processes` proposers, `appends` operations each; with `kills`, that many of them end by SIGKILL on the way. */
export async function raceProposers(
  processes: number,
  appends: number,
  seed: number,
  kills = 0,
): Promise<TortureResult> {
  const tally = new Tally();
  const random = seededRandom(seed);
  const count = Math.max(1, Math.ceil((processes * appends) / OPERATIONS_EACH));
  const ids = Array.from({ length: count }, (_, at) => `c${at}`);
  const root = makeProject(ids.map((id) => `node-${id}`));
  try {
    for (const id of ids) await begin(root, id, `node-${id}`);
    const killsLeft = Array.from({ length: processes }, () => 0);
    for (let kill = 0; kill < kills; kill++) killsLeft[below(random, processes)]!++;
    await Promise.all(
      killsLeft.map((times, at) =>
        drive(
          {
            root,
            name: `p${at}`,
            appends,
            seed: below(random, 1e9),
            kills: times,
            lock: at % 2 === 0 ? 'lockless' : 'locked',
          },
          tally,
        ),
      ),
    );
    const titles = ids.flatMap((id) => titlesOf(root, id));
    tally.runs = processes * appends;
    tally.count('operations kept', titles.length);
    tally.count('changesets', count);
    if (titles.length !== tally.runs || new Set(titles).size !== tally.runs) {
      tally.fail(`${titles.length} operations, ${new Set(titles).size} of them different, instead of ${tally.runs}`);
    }
    for (const flaw of ids.flatMap((id) => flawsOfChain(root, id))) tally.fail(flaw);
    return tally.result();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function titlesOf(root: string, id: string): string[] {
  const project = openProject(root);
  try {
    const { operations } = loadChangeset(project, id);
    return operations.flatMap((row) =>
      row.op === 'update' && row.set?.title !== 'begun' ? [row.set?.title ?? ''] : [],
    );
  } finally {
    project.close();
  }
}

interface Drive {
  readonly root: string;
  readonly name: string;
  readonly appends: number;
  readonly seed: number;
  readonly kills: number;
  readonly lock: Lock;
}

/** Runs one proposer to its end, killing and starting it again on the way. */
async function drive({ root, name, appends, seed, kills, lock }: Drive, tally: Tally): Promise<void> {
  const random = seededRandom(seed);
  const acknowledged = new Set<string>();
  for (let left = kills; ; left--) {
    const proposer = start(root, name, appends, seed + left, lock);
    const patience = left > 0 ? 1 + below(random, Math.max(1, appends / (kills + 1))) : Number.POSITIVE_INFINITY;
    let heard = 0;
    let ended = false;
    for (let line = await proposer.next(); line !== null; line = await proposer.next()) {
      if (line === 'lost') tally.count('races lost');
      if (line === 'end') ended = true;
      if (!line.startsWith('done')) continue;
      if (acknowledged.has(line)) tally.fail(`${name}: ${line} twice`);
      acknowledged.add(line);
      if (++heard === patience) setTimeout(() => proposer.child.kill('SIGKILL'), below(random, 15));
    }
    await proposer.ended;
    if (ended) return;
    if (left <= 0) {
      tally.fail(`${name} ended early`);
      return;
    }
    tally.count('killed');
  }
}

/** Two processes with the same hash, `rounds` times on a fresh changeset: exactly one is in, the other is told. */
export async function raceInPairs(rounds: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const root = makeProject(['n1', 'n2', 'log']);
  const pair = [start(root, 'a', 0, seed, 'lockless'), start(root, 'b', 0, seed + 1, 'lockless')];
  try {
    for (const proposer of pair) await proposer.next();
    for (let round = 0; round < rounds; round++) {
      rmSync(join(root, '.docforge/changesets'), { recursive: true, force: true });
      const hash = await begin(root, 'draft', 'log');
      for (const [at, { child }] of pair.entries()) child.stdin!.write(`once draft ${hash} n${at + 1}\n`);
      const outcomes = await Promise.all(pair.map((proposer) => proposer.next()));
      const project = openProject(root);
      const { operations } = loadChangeset(project, 'draft');
      project.close();
      tally.runs++;
      tally.count(outcomes[0] === 'done' ? 'the first won' : 'the second won');
      if ([...outcomes].sort().join(' ') !== 'done stale_changeset' || operations.length !== 2) {
        tally.fail(`round ${round}: ${outcomes.join(' ')}, ${operations.length} operations`);
      }
      for (const flaw of flawsOfChain(root, 'draft')) tally.fail(flaw);
    }
    return tally.result();
  } finally {
    for (const { child } of pair) child.kill();
    await Promise.all(pair.map(({ ended }) => ended));
    rmSync(root, { recursive: true, force: true });
  }
}
