/** The extent of `npm run trial`, in seconds; 0 in `npm test`, which sees the same things in short. */
export const trialSeconds = Number(process.env['TRIAL_SECONDS'] ?? 0);

/** How many documents a trial shows to each operation. */
export const trialDocuments = Number(process.env['TRIAL_DOCUMENTS'] ?? 0);

/** What a trial was given to see a failure again. */
export const givenSeed = process.env['TRIAL_SEED'];

/** The value below which this share of all lies: `quantile(times, 0.99)`. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
