// @ts-check
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The share of all cores that must be idle, and the ms over which it's measured. */
const minIdleShare = 0.85;
const windowMs = 200;

/**
 * Waits until this machine is nearly idle, so that other work doesn't distort the measurement of a visit.
 * @param {number} [maxWaitMs]
 * @returns {Promise<boolean>} false if the machine was still busy after that
 */
export async function untilIdle(maxWaitMs = 30_000) {
  const end = performance.now() + maxWaitMs;
  while (performance.now() < end) {
    const before = times();
    await pause(windowMs);
    const after = times();
    if ((after.idle - before.idle) / (after.all - before.all) >= minIdleShare) return true;
  }
  return false;
}

/** Returns the CPU time of all cores since the start, in ms. */
function times() {
  const all = cpus().map((cpu) => cpu.times);
  const sum = (/** @type {number[]} */ values) => values.reduce((total, each) => total + each, 0);
  return {
    idle: sum(all.map(({ idle }) => idle)),
    all: sum(all.flatMap((each) => Object.values(each))),
  };
}
