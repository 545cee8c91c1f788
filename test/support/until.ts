/** How tests wait: for a condition, in Node and in browsers, and never without an end. */

/** Milliseconds after which a condition is given up: many times what a busy machine needs, less than a browser test may take. */
const patience = 'document' in globalThis ? 9_000 : 20_000;

// As they are before a test replaces them.
const { setTimeout: later } = globalThis;
const immediately = 'setImmediate' in globalThis ? globalThis.setImmediate : later;
const now = performance.now.bind(performance);

/** Resolves once a condition holds, which it asks each turn of the event loop; rejects after 20 s (9 s in a browser). */
export async function until(condition: () => unknown): Promise<void> {
  const end = now() + patience;
  while (!condition()) {
    if (now() > end) throw new Error(`After ${patience} ms, not yet: ${condition}`);
    await new Promise<void>((resolve) => immediately(resolve));
  }
}

/**
 * The same for a condition that takes time to ask, as often as not by an error; resolves with the first value that is
 * neither undefined nor false. Rejects after `ms`, naming what it waits for.
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
    if (now() > end) throw new Error(`After ${ms} ms, not yet: ${what}`, { cause });
    await new Promise<void>((resolve) => later(resolve, 20));
  }
}

/** Lets everything run that waits for no timer, among it the end of the turn. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets everything run that is due in this turn of a browser's event loop. */
export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
