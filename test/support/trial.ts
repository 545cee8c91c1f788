import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The seconds that each part of `npm run trial` takes. 0 in `npm test`, which runs a short version. */
export const trialSeconds = Number(process.env['TRIAL_SECONDS'] ?? 0);

/** The number of generated bodies that a trial sends to each operation. */
export const trialDocuments = Number(process.env['TRIAL_DOCUMENTS'] ?? 0);

/** The `--seed` that repeats an earlier trial. */
export const trialSeed = process.env['TRIAL_SEED'];

const progressIntervalMs = 10_000;

/** Returns a counter that prints a progress line every ten seconds: `… Ledger: 1200 done`. The reporter shows such lines. */
export function createProgress(what: string): (done?: number) => void {
  let total = 0;
  let lastPrinted = performance.now();
  return (done = 1) => {
    total += done;
    if (performance.now() - lastPrinted < progressIntervalMs) return;
    lastPrinted = performance.now();
    process.stderr.write(`… ${what}: ${total} done\n`);
  };
}

/** Returns a quantile: `quantile(times, 0.99)` is the 99th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** A busy machine slows down single tries, but hardly all of them. */
const maxTries = 10;

/**
 * Measures how many milliseconds the work takes on an idle machine: the minimum of several tries. Stops at the first
 * try below `enough`. Choose `enough` so that a machine three times slower passes, too.
 */
export async function minTimeMs(enough: number, work: () => unknown): Promise<number> {
  return minOf(enough, async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  });
}

/** Returns the minimum of several measurements. Stops at the first one below `enough`. */
async function minOf(enough: number, measure: () => Promise<number>): Promise<number> {
  let min = Infinity;
  for (let tries = 0; tries < maxTries && min >= enough; tries += 1) {
    min = Math.min(min, await measure());
  }
  return min;
}

export const mebibyte = 1024 * 1024;

/** Returns the resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024;
}

/** Returns the peak resident memory of a process in bytes while the work runs. */
export async function peakResidentBytes(
  pid: number,
  work: Promise<unknown>,
  intervalMs = 20,
): Promise<number> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  let peak = residentBytes(pid);
  while (!isOver) {
    await sleep(intervalMs);
    peak = Math.max(peak, residentBytes(pid));
  }
  await over;
  return peak;
}

/** Creates a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Creates a function that draws a random name according to the weights. */
export function createDraw<Name extends string>(
  random: () => number,
  weights: Readonly<Record<Name, number>>,
): () => Name {
  const entries = Object.entries(weights) as [Name, number][];
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return () => {
    let left = random() * total;
    const drawn = entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!;
    return drawn[0];
  };
}
