// @ts-check
import { round } from '../statistics.js';
import { enter } from './browse.js';
import { listUrl } from './shop.js';

const placements = 1000;

/**
 * @typedef {object} Scrolling
 * @property {number} framesPerSecond
 * @property {number} longestFrame ms
 * @property {number} cpuPerFrame ms of the main thread's CPU time
 */

/**
 * Scrolls down a lazy list of a thousand, 6,000 pixels a second, as hard as a thumb can.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} shop URL
 * @param {{ widget: string, isPlain: boolean }} list plain: the same without elements, to compare it with
 * @returns {Promise<Scrolling>}
 */
export async function measureScroll(browser, shop, list) {
  const shopper = await enter(browser, shop);
  try {
    await shopper.page.goto(listUrl(shop, { ...list, placements, isLazy: true }));
    const before = await shopper.spent();
    const intervals = await shopper.page.evaluate(scroll, 300, 100);
    const after = await shopper.spent();
    const took = intervals.reduce((sum, interval) => sum + interval, 0);
    return {
      framesPerSecond: round((intervals.length / took) * 1000),
      longestFrame: round(Math.max(...intervals)),
      cpuPerFrame: round((after.TaskDuration - before.TaskDuration) / intervals.length),
    };
  } finally {
    await shopper.leave();
  }
}

/**
 * Runs in the page. @param {number} frames @param {number} pixels a frame
 * @returns {Promise<number[]>} ms between frames
 */
function scroll(frames, pixels) {
  return new Promise((resolve) => {
    /** @type {number[]} */
    const times = [];
    const next = (/** @type {number} */ time) => {
      if (times.push(time) > frames) {
        return resolve(times.slice(1).map((later, index) => later - (times[index] ?? later)));
      }
      scrollBy({ top: pixels, behavior: 'instant' });
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
