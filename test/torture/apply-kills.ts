/**
 * Whole applications and rollbacks, with gate, lock and verification, in processes that are killed at any call. The next
 * run ends what was interrupted, the documents are all as before or all as approved, nothing is applied twice, and the
 * audit is clean.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { applyChangeset, auditProject, recoverProject, rollbackReceipt } from '../../src/applier/index.ts';
import { Refusal, systemAmbient } from '../../src/base/index.ts';
import type { Project } from '../../src/project/index.ts';
import { approved, closeProject, documentsOf, makeProject } from '../applier/support.ts';
import { seededRandom } from './random.ts';
import { Tally, type TortureResult } from './result.ts';

const CHILD = fileURLToPath(new URL('./apply-child.ts', import.meta.url));

type What = 'apply' | 'rollback';

/** `size` kills in all, spread over the calls of an application and of a rollback. */
export async function applyKills(size: number, seed: number): Promise<TortureResult> {
  const tally = new Tally();
  const random = seededRandom(seed);
  for (const what of ['apply', 'rollback'] as const) {
    let calls = 0;
    const whole = await begin(what);
    await carryOut(whole.project, whole.hash, what, () => calls++);
    closeProject(whole.project);
    tally.count(`calls of ${what}`, calls);
    const wanted = Math.max(1, Math.round(size / 2));
    for (let i = 0; i < wanted; i++) await killOnce(tally, what, Math.floor(((i + random()) * calls) / wanted));
  }
  return tally.result();
}

interface Begun {
  readonly project: Project;
  readonly hash: string;
  readonly before: string;
}

/** A project with an approved changeset; applied already when it is to be rolled back. */
async function begin(what: What): Promise<Begun> {
  const project = makeProject();
  const before = JSON.stringify(documentsOf(project));
  const { hash } = await approved(project, systemAmbient);
  if (what === 'rollback') await carryOut(project, hash, 'apply');
  return { project, hash, before };
}

async function carryOut(project: Project, hash: string, what: What, hook = (): unknown => undefined): Promise<unknown> {
  const options = { hook: () => void hook(), hookReads: true, flush: false };
  if (what === 'rollback') return rollbackReceipt(project, { receipt: 1, applier: 'release' }, systemAmbient, options);
  return applyChangeset(project, { changeset: 'change', hash, applier: 'release' }, systemAmbient, options);
}

async function killOnce(tally: Tally, what: What, at: number): Promise<void> {
  const { project, hash, before } = await begin(what);
  const begun = JSON.stringify(documentsOf(project));
  try {
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, what, project.root, String(at)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const signal = await new Promise((resolve) => child.on('close', (_, name) => resolve(name)));
    const flaws = signal === 'SIGKILL' ? [] : [`it ended with ${signal}`];
    if (at % 2 === 0) await recoverProject(project, systemAmbient);
    const again = await carryOut(project, hash, what).then(
      () => 'done now',
      (error) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
    tally.runs++;
    tally.count(`${what}: ${again}`);
    if (!['done now', 'already_applied', 'already_rolled_back'].includes(again)) flaws.push(`then: ${again}`);
    const now = JSON.stringify(documentsOf(project));
    if (what === 'rollback' ? now !== before : now === begun) flaws.push(`the documents are wrong: ${now}`);
    const audit = await auditProject(project);
    if (!audit.clean) flaws.push(`audit: ${JSON.stringify(audit.problems[0])}`);
    if (audit.receipts !== (what === 'apply' ? 1 : 2)) flaws.push(`${audit.receipts} receipts`);
    if (flaws.length > 0) tally.fail(`${what} at ${at}: ${flaws.join('; ')}`);
  } finally {
    closeProject(project);
  }
}
