import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a condition is given up: many times what a busy machine needs. */
const patience = 20_000;

/**
 * Resolves once a condition holds, which it asks each turn of the event loop; rejects after 20 s, naming it. It keeps
 * time without timers, since tests mock those.
 */
export async function until(condition: () => unknown): Promise<void> {
  const end = performance.now() + patience;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`After ${patience} ms, not yet: ${condition}`);
    await nextTurn();
  }
}

/** The same for a condition that takes time to ask. */
export async function eventually(condition: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + patience;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`After ${patience} ms, not yet: ${condition}`);
    await pause(5);
  }
}
