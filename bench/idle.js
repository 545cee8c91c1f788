// @ts-check
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The share of all cores that must be at rest, and the ms over which that is seen. */
const enough = 0.85;
const window = 200;

/**
 * Waits until this machine is nearly at rest, so that a visit is not measured beside other work.
 * @param {number} [patience] most ms to wait
 * @returns {Promise<boolean>} false where it was still busy after that
 */
export async function untilIdle(patience = 30_000) {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    const before = times();
    await pause(window);
    const after = times();
    if ((after.idle - before.idle) / (after.all - before.all) >= enough) return true;
  }
  return false;
}

/** CPU time of all cores since the start, in ms. */
function times() {
  const all = cpus().map((cpu) => cpu.times);
  const sum = (/** @type {number[]} */ values) => values.reduce((total, each) => total + each, 0);
  return {
    idle: sum(all.map(({ idle }) => idle)),
    all: sum(all.flatMap((each) => Object.values(each))),
  };
}
