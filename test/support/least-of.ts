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
