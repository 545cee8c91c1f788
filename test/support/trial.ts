import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** The extent of `npm run trial`, in seconds; 0 in `npm test`, which sees the same things in short. */
export const trialSeconds = Number(process.env['TRIAL_SECONDS'] ?? 0);

/** The number of generated documents that a trial sends to each operation. */
export const trialDocuments = Number(process.env['TRIAL_DOCUMENTS'] ?? 0);

/** What a trial was given to see a failure again. */
export const givenSeed = process.env['TRIAL_SEED'];

/** How many bad inputs a trial sends over HTTP. */
export const trialInputs = Number(process.env['TRIAL_INPUTS'] ?? 0);

/** For how many minutes browsers shop in a trial. */
export const trialMinutes = Number(process.env['TRIAL_MINUTES'] ?? 0);

/** Milliseconds between two lines that say how far a trial is. */
const progressInterval = 10_000;

/**
 * Counts what is done, and prints from time to time how much that is: `… Ledger: 1200 done`. The reporter of the tests
 * passes on lines that begin like this.
 */
export function createProgress(what: string): (done?: number) => void {
  let total = 0;
  let said = performance.now();
  return (done = 1) => {
    total += done;
    if (performance.now() - said < progressInterval) return;
    said = performance.now();
    process.stderr.write(`… ${what}: ${total} done\n`);
  };
}

/** The value below which this share of all lies: `quantile(times, 0.99)`. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** A busy machine makes any one try slow, but hardly each of these. */
const mostTries = 10;

/**
 * Milliseconds that work takes where nothing else runs: the least of some tries, the last of which is the first that
 * takes less than `enough`. A machine three times slower is to stay below that, too.
 */
export async function leastTime(enough: number, work: () => unknown): Promise<number> {
  return leastOf(enough, async () => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  });
}

/**
 * The least of what some tries measure, milliseconds of a part of them or bytes; the last is the first that is less than
 * `enough`.
 */
export async function leastOf(enough: number, measure: () => Promise<number>): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < mostTries && least >= enough; tries += 1) {
    least = Math.min(least, await measure());
  }
  return least;
}

export const mebibyte = 1024 * 1024;

/** The memory that a process has in use (its resident set), in bytes. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024;
}

/** The most memory that a process has in use until the work is done, in bytes, looked at every so many ms. */
export async function peakMemory(
  pid: number,
  work: Promise<unknown>,
  interval = 20,
): Promise<number> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  let peak = memoryOf(pid);
  while (!isOver) {
    await pause(interval);
    peak = Math.max(peak, memoryOf(pid));
  }
  await over;
  return peak;
}

/** Returns numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns what draws one of some things; each is as likely as its weight. */
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
