// @ts-check
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The share of all cores that must be idle, and the ms over which it's measured. */
const enough = 0.85;
const window = 200;

/**
 * Waits until this machine is nearly idle, so that other work doesn't distort the measurement of a visit.
 * @param {number} [patience] the maximum wait, in ms
 * @returns {Promise<boolean>} false if the machine was still busy after that
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

/** Returns the CPU time of all cores since the start, in ms. */
function times() {
  const all = cpus().map((cpu) => cpu.times);
  const sum = (/** @type {number[]} */ values) => values.reduce((total, each) => total + each, 0);
  return {
    idle: sum(all.map(({ idle }) => idle)),
    all: sum(all.flatMap((each) => Object.values(each))),
  };
}
