/**
 * The list of torture tests: what each is called, what its size counts, and how large it is in the test suite, in the
 * short run and in the full one. Add a row to have a test run and printed.
 */
import { applyKills } from './apply-kills.ts';
import { raceConfinement } from './confinement.ts';
import { crashEverywhere } from './crash.ts';
import { diskErrors, journalFlips, lateCalls, receiptFlips } from './faults.ts';
import {
  foreignControl,
  foreignEverywhere,
  foreignPortable,
  foreignRandom,
  foreignReal,
  foreignRealPortable,
  foreignWithoutLeases,
} from './foreign.ts';
import { damageFiles, flipEveryByte, occupyFiles, placeSidecars } from './index-faults.ts';
import { realKills } from './kill.ts';
import { powerLoss, powerLossMutants, powerLossPortable } from './power-loss.ts';
import { raceInPairs, raceProposers } from './proposers.ts';
import { publishersAndEditors, publishersWithoutLock } from './publishers.ts';
import type { Torture } from './result.ts';

export interface TortureRow {
  readonly name: string;
  /** What the size counts. */
  readonly counts: 'runs' | 'runs a mutant' | 'kills' | 'seconds' | 'tries' | 'appends' | 'rounds' | 'whole';
  /** Size in the test suite of the applier room; 0 leaves it out there. */
  readonly suite: number;
  readonly short: number;
  readonly full: number;
  readonly run: Torture;
}

const confinement: Torture = async (size, seed) => {
  const { tries, escapes, met } = raceConfinement(size, seed);
  const examples = escapes > 0 ? [`${escapes} escapes`] : [];
  return { runs: tries, bad: escapes, seen: { 'links met': met, escapes }, examples };
};

const PROPOSERS = 8;

function row(
  name: string,
  counts: TortureRow['counts'],
  [suite, short, full]: readonly [suite: number, short: number, full: number],
  run: Torture,
): TortureRow {
  return { name, counts, suite, short, full, run };
}

export const rows: readonly TortureRow[] = [
  row('crash at every step x every recovery step', 'runs', [400, 4_000, 100_000], crashEverywhere),
  row('power loss, any order', 'runs', [500, 20_000, 140_000], powerLoss),
  row('power loss, portable, ordered journal', 'runs', [200, 4_000, 20_000], powerLossPortable),
  row('power loss, one kind of flush left out', 'runs a mutant', [1_000, 2_000, 10_000], powerLossMutants),
  row('real SIGKILL, recoveries killed too', 'kills', [8, 100, 1_000], realKills),
  row('apply and rollback in projects, SIGKILL', 'kills', [4, 60, 400], applyKills),
  row('disk error at every call', 'runs', [400, 100_000, 100_000], diskErrors),
  row('late calls of a fenced owner', 'runs', [300, 4_000, 40_000], lateCalls),
  row('one foreign edit, every step, every death', 'runs', [400, 10_000, 143_325], foreignEverywhere),
  row('random foreign edits and deaths', 'runs', [400, 10_000, 40_000], foreignRandom),
  row('the same without leases', 'runs', [150, 2_000, 20_000], foreignWithoutLeases),
  row('the same in portable mode', 'runs', [150, 2_000, 20_000], foreignPortable),
  row('the same on real files', 'runs', [60, 1_000, 10_000], foreignReal),
  row('the same on real files, portable', 'runs', [40, 500, 5_000], foreignRealPortable),
  row('control: writers overlooked must lose', 'runs', [300, 1_000, 5_000], foreignControl),
  row('4 publishers, no lock, killed', 'seconds', [5, 30, 300], publishersWithoutLock),
  row('2 publishers, 3 editors, killed', 'seconds', [5, 30, 300], publishersAndEditors),
  row('journal: every byte flipped, every cut', 'runs', [500, 100_000, 100_000], journalFlips),
  row('receipt: every byte flipped, every cut', 'runs', [500, 100_000, 100_000], receiptFlips),
  row('confinement under a link race', 'tries', [0, 10_000, 60_000], confinement),
  row('8 proposers, appends each', 'appends', [0, 50, 500], (size, seed) => raceProposers(PROPOSERS, size, seed)),
  row('8 proposers, killed', 'appends', [0, 20, 100], (size, seed) => raceProposers(PROPOSERS, size, seed, PROPOSERS)),
  row('two appends at one hash', 'rounds', [0, 50, 200], raceInPairs),
  row('index: every byte flipped', 'whole', [0, 1, 1], (_, seed) => flipEveryByte(1 << (seed & 7))),
  row('index: pages, derived files overwritten', 'runs', [0, 50, 500], damageFiles),
  row('index: links, pipes, devices in its place', 'whole', [0, 1, 1], occupyFiles),
  row('index: sidecars', 'whole', [0, 1, 1], placeSidecars),
];
