// @ts-check
import { enter } from './browse.js';

/**
 * @typedef {object} Visit
 * @property {number} calls of the proxy
 * @property {number} painted ms
 * @property {number} shift
 * @property {number} mainThread ms of CPU time
 * @property {number} style ms of CPU time, for styles and layout
 */

/**
 * Visits a page, and measures it until 50 ms after the last price was painted, so that deferred work counts.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {import('./browse.js').Conditions} [conditions]
 * @returns {Promise<Visit>}
 */
export async function visit(browser, url, conditions) {
  const shopper = await enter(browser, new URL('/', url).href, conditions);
  try {
    const before = await shopper.spent();
    const seen = await shopper.see(url);
    const after = await shopper.spent();
    const stylesOf = (/** @type {import('./browse.js').Metrics} */ metrics) =>
      metrics.RecalcStyleDuration + metrics.LayoutDuration;
    return {
      ...seen,
      mainThread: after.TaskDuration - before.TaskDuration,
      style: stylesOf(after) - stylesOf(before),
    };
  } finally {
    await shopper.leave();
  }
}
