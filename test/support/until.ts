/** Waits for a condition, in Node and in browsers. */

/** Long enough for a busy machine, and shorter than the timeout of a browser test. */
const maxWaitMs = 'document' in globalThis ? 9_000 : 20_000;

// Saved because tests replace timers.
const { setTimeout: originalSetTimeout } = globalThis;
const immediately = 'setImmediate' in globalThis ? globalThis.setImmediate : originalSetTimeout;
const now = performance.now.bind(performance);

/** Checks a condition on each turn of the event loop until it's true. Rejects after `maxWaitMs`. */
export async function until(condition: () => unknown): Promise<void> {
  const end = now() + maxWaitMs;
  while (!condition()) {
    if (now() > end) throw new Error(`Still false after ${maxWaitMs} ms: ${condition}`);
    await new Promise<void>((resolve) => immediately(resolve));
  }
}

/**
 * Calls an async function every 20 ms until it returns something other than undefined or false, and returns that value.
 * An error counts as "not yet". Rejects after `ms` with the name of `what` it waited for.
 */
export async function eventually<Found>(
  look: () => Promise<Found | undefined | false>,
  { what = String(look), ms = 30_000 }: { what?: string; ms?: number } = {},
): Promise<Found> {
  const end = now() + ms;
  for (let cause: unknown; ;) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (now() > end) throw new Error(`Not there after ${ms} ms: ${what}`, { cause });
    await new Promise<void>((resolve) => originalSetTimeout(resolve, 20));
  }
}

/** Resolves on the next turn of Node's event loop. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves on the next turn of a browser's event loop. */
export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
