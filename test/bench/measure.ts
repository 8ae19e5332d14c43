/** Whole processes, measured back to back (A B A B ...) so that what else the machine does falls on both alike. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Sample {
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly peak_mb: number;
  readonly stdout: string;
}

export interface Command {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Runs before each measured run, unmeasured. */
  readonly before?: (round: number) => void;
  readonly statuses?: readonly number[];
}

const HOOK = fileURLToPath(new URL('./report-usage.mjs', import.meta.url));

/** Runs a Node program once and returns what it cost. Throws when it fails. */
export function runOnce(command: Command, round = 0): Sample {
  command.before?.(round);
  const started = process.hrtime.bigint();
  const child = spawnSync(process.execPath, ['--import', HOOK, ...command.args], {
    cwd: command.cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const wall_ms = Number(process.hrtime.bigint() - started) / 1e6;
  if (!(command.statuses ?? [0]).includes(child.status ?? -1)) {
    throw new Error(`${command.name} ended with ${child.status ?? child.signal}: ${child.stderr.slice(-2000)}`);
  }
  const usage = JSON.parse(String(child.output[3] ?? '{"cpu_ms":0,"peak_mb":0}')) as {
    cpu_ms: number;
    peak_mb: number;
  };
  return { wall_ms, ...usage, stdout: child.stdout };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The medians of several commands over `rounds` interleaved rounds, after one unmeasured round. */
export function compare(commands: readonly Command[], rounds: number): Sample[] {
  const samples: Sample[][] = commands.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [i, command] of commands.entries()) {
      const sample = runOnce(command, round);
      if (round >= 0) samples[i]!.push(sample);
    }
  }
  return samples.map((list) => ({
    wall_ms: median(list.map((s) => s.wall_ms)),
    cpu_ms: median(list.map((s) => s.cpu_ms)),
    peak_mb: median(list.map((s) => s.peak_mb)),
    stdout: list.at(-1)?.stdout ?? '',
  }));
}
