// @ts-check

/** What a line begins with that names tests that did not run. The runner repeats such lines at its end. */
export const notRunMark = 'NOT RUN: ';

/**
 * Says that tests did not run here: neither fails nor passes unseen.
 * @param {string} what the tests, as in `the Redis store`
 * @param {string} why with the way to get them, as in `redis-server is not installed (apt install redis-server)`
 */
export function notRun(what, why) {
  console.log(`${notRunMark}${what}: ${why}`);
}
