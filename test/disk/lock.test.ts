/** The lock: one holder at a time, a dead one's taken over at once, a living one's never, a refusal that helps. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHere, refusalOf, Script, temporaryRoot } from './support.ts';

const nothing = async () => 'done';

describe('contention', () => {
  it('eight processes have it one at a time, also when every second lock is left by a dead one', async () => {
    const { root } = temporaryRoot();
    writeFileSync(join(root, 'count'), '0');
    const dead = String(spawnSync(process.execPath, ['-e', '']).pid);
    const scripts = Array.from(
      { length: 8 },
      () => new Script('lock-user.ts', ['contend', root, '12'], { ...process.env, DEAD_PID: dead }),
    );
    for (const script of scripts) expect(await script.ended()).toBe(0);
    expect(scripts.map((script) => script.output())).toEqual(scripts.map(() => 'overlaps 0 '));
    expect(readFileSync(join(root, 'count'), 'utf8')).toBe('96');
    expect(readdirSync(join(root, '.docforge/staging'))).toEqual([]);
  }, 120_000);

  it('two handles in one process exclude each other; a nested call does not wait for itself', async () => {
    const { root } = temporaryRoot();
    const [a, b] = [openHere(root), openHere(root)];
    await a.withLock(async () => {
      expect(await a.withLock(nothing)).toBe('done');
      expect(await b.withLock(nothing)).toBe('done');
    });
    const order: string[] = [];
    const slow = a.withLock(async () => {
      order.push('a in');
      await new Promise((resolve) => setTimeout(resolve, 60));
      order.push('a out');
    });
    await Promise.all([slow, b.withLock(async () => void order.push('b'))]);
    expect(order).toEqual(['a in', 'a out', 'b']);
    expect(existsSync(join(root, '.docforge/lock'))).toBe(false);
  });

  it('is given back when the work fails', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    await expect(disk.withLock(() => Promise.reject(new Error('work failed')))).rejects.toThrow('work failed');
    expect(existsSync(join(root, '.docforge/lock'))).toBe(false);
    expect(await disk.withLock(nothing)).toBe('done');
  });

  it('work that outlives its lock takes a lock of its own', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    let late: Promise<boolean> | undefined;
    await disk.withLock(async () => {
      late = new Promise<void>((resolve) => setTimeout(resolve, 30)).then(() =>
        disk.withLock(async () => existsSync(join(root, '.docforge/lock'))),
      );
    });
    expect(await late).toBe(true);
  });
});

describe('a dead holder', () => {
  it('killed outright, loses it at once, also before its parent has noticed', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    for (let round = 0; round < 2; round++) {
      const script = new Script('lock-user.ts', ['hold', root]);
      await script.printed('held');
      process.kill(script.process.pid!, 'SIGKILL');
      if (round === 1) await script.ended();
      expect(await disk.withLock(nothing, { wait_ms: 1_000 })).toBe('done');
      expect(existsSync(join(root, '.docforge/lock'))).toBe(false);
    }
  });

  it('ended by a polite signal, gives it back', async () => {
    const { root } = temporaryRoot();
    const script = new Script('lock-user.ts', ['hold', root]);
    await script.printed('held');
    process.kill(script.process.pid!, 'SIGTERM');
    await script.ended();
    expect(existsSync(join(root, '.docforge/lock'))).toBe(false);
  });

  it('whose process number was given to another process, loses it at once', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    await abandonAs(root, (parts) => [String(process.pid), '1', ...parts.slice(2)]);
    expect(await disk.withLock(nothing, { wait_ms: 0 })).toBe('done');
  });

  it('leaves staged files that the next holder sweeps away, and only those of the dead', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    const [entry] = await entriesWhileHeld(root);
    const staging = join(root, '.docforge/staging');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(staging, entry!.replace(/^\d+_/, `${dead}_`)), 'half');
    mkdirSync(join(staging, entry!.replace(/^\d+_/, `${dead}_`).replace(/_[0-9a-f]{16}_/, '_0000000000000000_')));
    writeFileSync(join(staging, entry!), 'of a living process');
    writeFileSync(join(staging, 'something else'), 'x');
    await disk.withLock(nothing);
    expect(readdirSync(staging).sort()).toEqual([entry, 'something else'].sort());
  });
});

describe('a living holder', () => {
  it('that is stopped keeps it; the refusal says who, since when, where and what to do', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    const script = new Script('lock-user.ts', ['hold', root]);
    await script.printed('held');
    process.kill(script.process.pid!, 'SIGSTOP');
    utimesSync(join(root, '.docforge/lock'), 1, 1);
    const refusal = await refusalOf(disk.withLock(nothing, { wait_ms: 300 }));
    expect(refusal.code).toBe('project_locked');
    expect(refusal.message).toContain(`process ${script.process.pid} on ${hostname()}`);
    expect(refusal.message).toContain('.docforge/lock');
    expect(refusal.message).toMatch(/since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/);
    expect(refusal.message).toContain('Nothing was changed.');
    expect(refusal.remedy).toContain('Try again when that process has finished');
    process.kill(script.process.pid!, 'SIGCONT');
    script.say('go');
    await script.printed('released');
    expect(await disk.withLock(nothing, { wait_ms: 0 })).toBe('done');
  });

  it('that is busy for longer than the heartbeat keeps it, and gives back its own', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    const script = new Script('lock-user.ts', ['busy', root]);
    await script.printed('held');
    expect((await refusalOf(disk.withLock(nothing, { wait_ms: 300 }))).code).toBe('project_locked');
    expect(await disk.withLock(nothing)).toBe('done');
    expect(await script.ended()).toBe(0);
    expect(existsSync(join(root, '.docforge/lock'))).toBe(false);
  });
});

describe('a holder on another machine', () => {
  it('keeps it while its heartbeat is young, and loses it when it is old and stands still', async () => {
    const { root } = temporaryRoot();
    const disk = openHere(root);
    await abandonAs(root, (parts) => [...parts.slice(0, -1), 'another-machine']);
    const refusal = await refusalOf(disk.withLock(nothing, { wait_ms: 200 }));
    expect(refusal.message).toContain('on another-machine');
    utimesSync(join(root, '.docforge/lock'), 1, 1);
    expect((await refusalOf(disk.withLock(nothing, { wait_ms: 1_000 }))).code).toBe('project_locked');
    expect(await disk.withLock(nothing, { wait_ms: 9_000 })).toBe('done');
  });
});

describe('a lock that cannot be taken', () => {
  it('is refused with the reason: no folder, a link in its place', async () => {
    const { root, outside } = temporaryRoot();
    const disk = openHere(root);
    writeFileSync(join(root, '.docforge'), 'a file');
    expect((await refusalOf(disk.withLock(nothing))).code).toBe('lock_unavailable');
    rmSync(join(root, '.docforge'));
    symlinkSync(outside, join(root, '.docforge'));
    expect((await refusalOf(disk.withLock(nothing))).message).toContain('symbolic link');
    rmSync(join(root, '.docforge'));
    mkdirSync(join(root, '.docforge'));
    symlinkSync(outside, join(root, '.docforge/lock'));
    expect((await refusalOf(disk.withLock(nothing))).code).toBe('lock_unavailable');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('left as an empty folder by anyone is free', async () => {
    const { root } = temporaryRoot();
    mkdirSync(join(root, '.docforge/lock'), { recursive: true });
    expect(await openHere(root).withLock(nothing, { wait_ms: 0 })).toBe('done');
  });
});

async function entriesWhileHeld(root: string): Promise<string[]> {
  return openHere(root).withLock(async () => readdirSync(join(root, '.docforge/lock')));
}

/** Leaves a lock whose owner is changed part by part. */
async function abandonAs(root: string, change: (parts: string[]) => string[]): Promise<void> {
  const [entry] = await entriesWhileHeld(root);
  const lock = join(root, '.docforge/lock');
  execFileSync('mkdir', ['-p', lock]);
  writeFileSync(join(lock, entry!), '');
  renameSync(join(lock, entry!), join(lock, change(entry!.split('_')).join('_')));
}
