/** Milliseconds for which claims, outcomes and the status of links are stored. */
const day = 24 * 60 * 60_000;

/** Secrets that key the store or did so within the last day, each with the time at which it is no longer needed. */
export type SecretHistory = ReadonlyMap<string, number>;

/** Returns the history once other secrets key the store. `time` is that of a monotonic clock, in ms. */
export function replaceInHistory(
  history: SecretHistory,
  secrets: readonly string[],
  time: number,
): SecretHistory {
  const needed = [...history]
    .map(([secret, end]) => [secret, Math.min(end, time + day)] as const)
    .filter(([, end]) => end > time);
  return new Map([...needed, ...secrets.map((secret) => [secret, Infinity] as const)]);
}

/** The secrets that no longer key the store, and under which it still holds something. */
export function formerSecrets(history: SecretHistory): readonly string[] {
  return [...history].filter(([, end]) => end !== Infinity).map(([secret]) => secret);
}
