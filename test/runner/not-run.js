// @ts-check

/** The start of a line about tests that didn't run. The runner repeats such lines at the end. */
export const notRunMark = 'NOT RUN: ';

/**
 * Reports that tests didn't run here, so that they neither fail nor seem to pass.
 * @param {string} what the tests, such as `the Redis store`
 * @param {string} why with a remedy, such as `redis-server is not installed (apt install redis-server)`
 */
export function notRun(what, why) {
  console.log(`${notRunMark}${what}: ${why}`);
}
