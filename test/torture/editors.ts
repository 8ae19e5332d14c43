/**
 * Foreign writers of four kinds against a publication and its recoveries: replace by rename, remove, rewrite in place,
 * and a descriptor that is held open and written late. They act before chosen calls of the system layer. What is
 * checked at the end: every byte that they wrote and did not overwrite themselves is at its path or kept aside, and the
 * files that they did not touch are all as before or all as published.
 */

import { publish } from '../../src/applier/publish.ts';
import { recover } from '../../src/applier/recover.ts';
import type { System, SystemHook } from '../../src/disk/index.ts';
import type { ModelHandle } from './model-disk.ts';
import { APPLICATION, countingIds, mortal, NEW, OLD, PATHS, sideOf, storyInput, unlessDead } from './story.ts';

export const KINDS = ['replace', 'remove', 'in place', 'held'] as const;

/** What one editor does: begins before call `at`; a held descriptor is written and closed before call `until`. */
export interface Edit {
  readonly kind: (typeof KINDS)[number];
  readonly path: string;
  readonly at: number;
  readonly until: number;
  readonly text: string;
}

/** A disk that editors and the system layer share. */
export interface World {
  system(options: { readonly hook?: SystemHook; readonly hookReads?: boolean; readonly alive?: () => boolean }): System;
  replace(path: string, text: string): void;
  remove(path: string): boolean;
  openForWriting(path: string): ModelHandle | null;
  read(path: string): string | null;
  texts(folder?: string, skip?: readonly string[]): Record<string, string>;
  names(folder: string): string[];
}

export interface Schedule {
  readonly edits: readonly Edit[];
  /** Steps after which the publication, and the recoveries after it, die; missing: they live. */
  readonly deaths: readonly number[];
  /** Whether editors act before reads too. */
  readonly hookReads: boolean;
}

export interface ScheduleEnd {
  readonly flaws: readonly string[];
  readonly lost: number;
  readonly side: string;
  readonly conflicted: boolean;
  readonly aside: number;
}

/** The texts that must survive, and who holds what open. */
class Editors {
  readonly must = new Map<string, string>();
  private readonly open = new Map<Edit, ModelHandle>();
  private readonly orphaned = new Set<Edit>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  begin(edit: Edit): void {
    const { world } = this;
    const { kind, path, text } = edit;
    if (kind === 'replace' || kind === 'remove') {
      for (const [other, handle] of this.open) if (handle.isAt(path)) this.orphaned.add(other);
      this.forget(world.read(path));
      if (kind === 'remove') world.remove(path);
      else world.replace(path, text);
      if (kind === 'replace') this.must.set(text, path);
      return;
    }
    const handle = world.openForWriting(path);
    if (handle === null) return;
    this.open.set(edit, handle);
    if (kind === 'in place') this.end(edit);
  }

  end(edit: Edit): void {
    const handle = this.open.get(edit);
    if (handle === undefined) return;
    this.open.delete(edit);
    this.forget(handle.read());
    handle.write(edit.text);
    handle.close();
    if (!this.orphaned.has(edit)) this.must.set(edit.text, edit.path);
  }

  endAll(): void {
    for (const edit of [...this.open.keys()]) this.end(edit);
  }

  private forget(text: string | null): void {
    if (text !== null) this.must.delete(text);
  }
}

/** Runs one schedule to its end and judges it. */
export async function runSchedule(world: World, schedule: Schedule): Promise<ScheduleEnd> {
  const editors = new Editors(world);
  let calls = 0;
  const tick = (): void => {
    for (const edit of schedule.edits) {
      if (edit.at === calls) editors.begin(edit);
      if (edit.until === calls) editors.end(edit);
    }
    calls++;
  };
  const outcomes: string[] = [];
  const run = async (life: number | undefined, work: (system: System) => Promise<readonly string[]>): Promise<void> => {
    const self = mortal(life ?? Number.POSITIVE_INFINITY);
    const hook = (): void => {
      if (self.alive()) tick();
      self.hook();
    };
    const system = world.system({ hook, hookReads: schedule.hookReads, alive: self.alive });
    outcomes.push(...((await unlessDead(() => work(system))) ?? []));
    system.close();
  };
  const ids = countingIds(0x3000);
  await run(schedule.deaths[0], async (system) => [(await publish(system, storyInput())).outcome]);
  for (const life of [...schedule.deaths.slice(1), undefined, undefined]) {
    await run(life, async (system) => (await recover(system, ids)).map((row) => row.outcome));
  }
  editors.endAll();
  return judge(world, schedule, editors.must, outcomes);
}

function judge(
  world: World,
  schedule: Schedule,
  must: ReadonlyMap<string, string>,
  outcomes: readonly string[],
): ScheduleEnd {
  const flaws: string[] = [];
  const files = world.texts('', ['.docforge']);
  const kept = [
    ...Object.values(world.texts(`${APPLICATION}/rescued`)),
    ...Object.values(world.texts(`${APPLICATION}/retired`)),
  ];
  let lost = 0;
  for (const [text, path] of must) {
    if (files[path] === text || kept.includes(text)) continue;
    lost++;
    flaws.push(`lost: ${text.trim()} of ${path}`);
  }
  const touched = new Set(schedule.edits.map((edit) => edit.path));
  const side = sideOf(files, touched);
  if (side === 'mixed') flaws.push(`mixed: ${JSON.stringify(files)}`);
  const left = world.names(APPLICATION).filter((name) => name !== 'rescued' && name !== 'retired');
  if (left.length > 0) flaws.push(`left: ${left.join(' ')}`);
  const receipts = world.names('.docforge/receipts').length;
  const untouched = PATHS.filter(([path]) => !touched.has(path));
  const is = (texts: Readonly<Record<string, string>>): boolean =>
    untouched.every(([path]) => files[path] === texts[path]);
  if (!is(receipts === 1 ? NEW : OLD)) flaws.push(`${receipts} receipts, but the files are ${side}`);
  if (outcomes.some((outcome) => ['interrupted', 'unfinished', 'journal_damaged'].includes(outcome))) {
    flaws.push(`outcomes: ${outcomes.join(' ')}`);
  }
  return { flaws, lost, side, conflicted: outcomes.includes('conflicted'), aside: kept.length };
}
