/**
 * Damage to the derived files of a small project: each byte of image and receipt flipped, pages cut off and exchanged,
 * other files overwritten. Always noticed, never a wrong answer, and the next command repairs it to the same bytes.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProject, type Project } from '../../src/project/index.ts';
import { searchNodes, showNode } from '../../src/query/index.ts';
import { isAccepted, judgeImage } from '../../src/store/attestation.ts';
import { openIndex, refreshIndex } from '../../src/store/index.ts';
import { DESCRIPTOR, page, put, SMALL } from '../store/sample.ts';
import { seededRandom } from './random.ts';
import { Tally, type TortureResult } from './result.ts';

const INDEX = '.docforge/index';
const PAGE_BYTES = 4096;

interface Bench {
  readonly root: string;
  readonly project: Project;
  /** What the questions gave before any damage. */
  readonly answers: string;
}

async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'docforge-faults-'));
  put(root, '.docforge/project.toml', DESCRIPTOR);
  for (const [path, text] of Object.entries(SMALL)) put(root, path, text);
  const project = openProject(root, { exact: true });
  try {
    await refreshIndex(project);
    await refreshIndex(project);
    return await work({ root, project, answers: await askAll(project) });
  } finally {
    project.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Opens the index as every command does and asks it about everything. */
async function askAll(project: Project): Promise<string> {
  const index = await openIndex(project);
  try {
    const nodes = index.rows('select node_id from node order by id').map(([id]) => showNode(index, id as string));
    return JSON.stringify([nodes, searchNodes(index, { text: 'page' }), searchNodes(index, { text: 'must hold' })]);
  } finally {
    index.close();
  }
}

/** Flips each byte of image and receipt, and asks whether the pair would still be accepted. Reads no file again. */
export async function flipEveryByte(mask: number): Promise<TortureResult> {
  return withBench(async ({ root, project }) => {
    const tally = new Tally();
    const image = readFileSync(join(root, INDEX, 'image.sqlite'));
    const receipt = readFileSync(join(root, INDEX, 'attestation.json'));
    const judge = (name: string) => {
      tally.runs++;
      if (isAccepted(judgeImage(project.fingerprint, image, receipt))) tally.fail(name);
    };
    for (const [name, bytes] of [
      ['image', image],
      ['attestation', receipt],
    ] as const) {
      for (let at = 0; at < bytes.length; at++) {
        bytes[at]! ^= mask;
        judge(`${name} byte ${at}`);
        bytes[at]! ^= mask;
        tally.count(`${name} bytes`);
      }
    }
    return tally.result();
  });
}

/** A damage to one file, named so that it can be repeated. */
interface Damage {
  readonly name: string;
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Damages files one at a time on disk, asks everything, and compares answers and repaired bytes. */
export async function damageFiles(runs: number, seed: number): Promise<TortureResult> {
  return withBench(async (bench) => {
    const tally = new Tally();
    const random = seededRandom(seed);
    const image = readFileSync(join(bench.root, INDEX, 'image.sqlite'));
    const other = await otherGeneration(bench.root);
    for (let run = 0; run < runs; run++) {
      const damage = randomDamage(bench.root, other, random);
      tally.runs++;
      tally.count(damage.name);
      writeFileSync(join(bench.root, INDEX, damage.file), damage.bytes);
      try {
        if ((await askAll(bench.project)) !== bench.answers)
          tally.fail(`${damage.name} of ${damage.file}: wrong answer`);
        await refreshIndex(bench.project);
        const healed = readFileSync(join(bench.root, INDEX, 'image.sqlite'));
        if (!healed.equals(image)) tally.fail(`${damage.name} of ${damage.file}: not repaired`);
      } catch (error) {
        tally.fail(`${damage.name} of ${damage.file}: ${String(error)}`);
      }
    }
    return tally.result();
  });
}

/** The image of the same project with one page changed. */
async function otherGeneration(root: string): Promise<Buffer> {
  const copy = mkdtempSync(join(tmpdir(), 'docforge-faults-'));
  try {
    cpSync(root, copy, { recursive: true });
    put(copy, 'docs/a.md', page('a', 'Another text altogether.'));
    const project = openProject(copy, { exact: true });
    await refreshIndex(project);
    project.close();
    return readFileSync(join(copy, INDEX, 'image.sqlite'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function randomDamage(root: string, other: Uint8Array, random: () => number): Damage {
  const below = (bound: number) => Math.floor(random() * bound);
  const files = readdirSync(join(root, INDEX), { recursive: true }).map(String).sort();
  const plain = files.filter((file) => statSync(join(root, INDEX, file)).isFile() && file !== 'clock');
  const kind = below(4);
  const file = kind < 2 ? plain[below(plain.length)]! : 'image.sqlite';
  const bytes = readFileSync(join(root, INDEX, file));
  if (kind === 0) {
    if (bytes.length > 0) bytes[below(bytes.length)]! ^= 1 << below(8);
    return { name: 'one bit flipped', file, bytes };
  }
  if (kind === 1) return { name: 'cut short', file, bytes: bytes.subarray(0, below(bytes.length + 1)) };
  const pages = Math.floor(bytes.length / PAGE_BYTES);
  if (kind === 2) return { name: 'pages cut off', file, bytes: bytes.subarray(0, below(pages) * PAGE_BYTES) };
  const at = below(Math.min(pages, Math.floor(other.length / PAGE_BYTES))) * PAGE_BYTES;
  bytes.set(other.subarray(at, at + PAGE_BYTES), at);
  return { name: 'page of another generation', file, bytes };
}

/** Things that can stand where a derived file was. */
const OCCUPANTS: Readonly<Record<string, (path: string) => void>> = {
  'link to a file': (path) => symlinkSync('../../docs/a.md', path),
  'link to nothing': (path) => symlinkSync('nowhere', path),
  'link to a device': (path) => symlinkSync('/dev/zero', path),
  pipe: (path) => execFileSync('mkfifo', [path]),
  'file beyond the limit': (path) => {
    writeFileSync(path, '');
    truncateSync(path, 1 << 40);
  },
};

/** Puts something else in the place of each derived file: never read through, never a wrong answer, made again. */
export async function occupyFiles(): Promise<TortureResult> {
  return withBench(async ({ root, project, answers }) => {
    const tally = new Tally();
    const index = join(root, INDEX);
    const image = readFileSync(join(index, 'image.sqlite'));
    const linked = readFileSync(join(root, 'docs/a.md'));
    const files = readdirSync(index, { recursive: true }).map(String).sort();
    for (const file of files.filter((name) => statSync(join(index, name)).isFile())) {
      for (const [name, occupy] of Object.entries(OCCUPANTS)) {
        tally.runs++;
        tally.count(name);
        rmSync(join(index, file), { force: true });
        occupy(join(index, file));
        try {
          if ((await askAll(project)) !== answers) tally.fail(`${name} as ${file}: wrong answer`);
          await refreshIndex(project);
          if (!readFileSync(join(index, 'image.sqlite')).equals(image)) tally.fail(`${name} as ${file}: not repaired`);
        } catch (error) {
          tally.fail(`${name} as ${file}: ${String(error)}`);
        }
      }
    }
    if (!readFileSync(join(root, 'docs/a.md')).equals(linked)) tally.fail('a page was written through a link');
    return tally.result();
  });
}

/** Puts the file of another SQLite writer beside the image: not accepted, rebuilt, and the file is gone. */
export async function placeSidecars(): Promise<TortureResult> {
  return withBench(async (bench) => {
    const tally = new Tally();
    for (const suffix of ['-wal', '-journal', '-shm']) {
      tally.runs++;
      const path = join(bench.root, INDEX, `image.sqlite${suffix}`);
      writeFileSync(path, 'x');
      const refused = await openIndex(bench.project, { refresh: false }).then(
        () => false,
        () => true,
      );
      if (!refused) tally.fail(`${suffix} was accepted without a refresh`);
      const report = await refreshIndex(bench.project);
      if (report.rejected === null) tally.fail(`${suffix} was not told`);
      if (readdirSync(join(bench.root, INDEX)).includes(`image.sqlite${suffix}`)) tally.fail(`${suffix} stayed`);
      if ((await askAll(bench.project)) !== bench.answers) tally.fail(`${suffix}: wrong answer`);
    }
    return tally.result();
  });
}
