/**
 * Which process something belongs to, written as one file name. Invariants: the name alone tells the owner, so taking
 * over is one rename of that name; `dead` is said only of a process of this machine, of this start of it and of this
 * space of process numbers, so a living process is never taken for dead; everything else is `unknown`.
 *
 *     4711_891234_1767225600000_0f3c..._d1b24b5d-..._4026531836_laptop
 *     pid  started since_ms      nonce  boot id      pid space  host
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemAmbient } from '../base/index.ts';
import { codeOf } from './disk-error.ts';

export interface Owner {
  readonly pid: number;
  /** Start time of the process in clock ticks since the boot; `0` when the system does not tell. */
  readonly started: string;
  /** When it became the owner, in milliseconds since 1970, by its own clock. For people only. */
  readonly since_ms: number;
  readonly nonce: string;
  readonly boot: string;
  readonly space: string;
  readonly host: string;
}

const NAME =
  /^([1-9][0-9]{0,9})_([0-9]{1,20})_([0-9]{1,15})_([0-9a-f]{16})_([0-9a-f-]{1,36})_([0-9]{1,20})_([A-Za-z0-9.-]{1,64})$/;

/** A fresh owner record of this process. */
export function thisOwner(): Owner {
  return {
    pid: process.pid,
    started: processState(process.pid)?.started ?? '0',
    since_ms: Date.now(),
    nonce: systemAmbient.freshId(),
    ...machine(),
  };
}

let known: Pick<Owner, 'boot' | 'space' | 'host'> | undefined;

function machine(): Pick<Owner, 'boot' | 'space' | 'host'> {
  known ??= {
    boot: /^[0-9a-f-]{36}/.exec(readText('/proc/sys/kernel/random/boot_id'))?.[0] ?? '0',
    space: /[0-9]+/.exec(readLink('/proc/self/ns/pid'))?.[0] ?? '0',
    host:
      hostname()
        .replace(/[^A-Za-z0-9.-]/g, '-')
        .slice(0, 64) || 'unnamed',
  };
  return known;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // Systems without /proc: the record says 0 there.
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

export function ownerName(owner: Owner): string {
  const { pid, started, since_ms, nonce, boot, space, host } = owner;
  return `${pid}_${started}_${since_ms}_${nonce}_${boot}_${space}_${host}`;
}

/** `null` when the name is no owner record. */
export function parseOwnerName(name: string): Owner | null {
  const found = NAME.exec(name);
  if (found === null) return null;
  const [, pid, started, since, nonce, boot, space, host] = found;
  return {
    pid: Number(pid),
    started: started!,
    since_ms: Number(since),
    nonce: nonce!,
    boot: boot!,
    space: space!,
    host: host!,
  };
}

/** Whether the owner's process still runs, as far as this process can know. */
export function ownerState(owner: Owner): 'alive' | 'dead' | 'unknown' {
  const here = machine();
  if (owner.host !== here.host || owner.boot !== here.boot || owner.space !== here.space) return 'unknown';
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return 'dead';
    if (codeOf(error) !== 'EPERM') return 'unknown';
  }
  const state = processState(owner.pid);
  if (state === null || owner.started === '0') return 'alive';
  return state.started === owner.started && !state.ended ? 'alive' : 'dead';
}

/** Start time of a process, and whether it has ended but was not yet collected by its parent; `null`: not told. */
function processState(pid: number): { started: string; ended: boolean } | null {
  const text = readText(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const started = fields[19];
  if (started === undefined || !/^[0-9]+$/.test(started)) return null;
  return { started, ended: fields[0] === 'Z' || fields[0] === 'X' };
}
