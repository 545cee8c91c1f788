// @ts-check
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The share of all cores that must be at rest, the ms over which that is seen, and the most ms to wait for it. */
const enough = 0.85;
const window = 200;
const patience = 30_000;

/**
 * Waits until this machine is nearly at rest, so that a visit is not measured beside other work.
 * @returns {Promise<boolean>} false where it was still busy after 30 s
 */
export async function untilIdle() {
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
