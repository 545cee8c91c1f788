// @ts-check
import { round } from '../statistics.js';
import { enter } from './browse.js';
import { listUrl } from './shop.js';

const placements = 500;

/**
 * @typedef {object} Change
 * @property {number} written elements, when one amount changes
 * @property {number} oneMilliseconds of the main thread's CPU time
 * @property {number} allMilliseconds the same when all change
 */

/**
 * What it costs to change one amount of a page with 500.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} shop URL
 * @param {string} widget
 * @returns {Promise<Change>}
 */
export async function measureChange(browser, shop, widget) {
  const shopper = await enter(browser, shop);
  try {
    await shopper.see(listUrl(shop, { widget, placements }));
    const cpuOf = async (/** @type {number} */ count, /** @type {number} */ by) => {
      const before = await shopper.spent();
      await shopper.page.evaluate(change, count, by);
      return (await shopper.spent()).TaskDuration - before.TaskDuration;
    };
    await cpuOf(1, 1000); // to warm up
    const one = await cpuOf(1, 2000);
    const all = await cpuOf(placements, 3000);
    const written = await shopper.page.evaluate(change, 1, 4000, true);
    return { written, oneMilliseconds: round(one), allMilliseconds: round(all) };
  } finally {
    await shopper.leave();
  }
}

/**
 * Runs in the page: adds to the first amounts, and resolves 50 ms after their new estimates are painted.
 * @param {number} count
 * @param {number} by
 * @param {boolean} [isWatching]
 * @returns {Promise<number>} how many elements were written to, if it is watching
 */
async function change(count, by, isWatching) {
  const elements = [...document.querySelectorAll('financing-estimate')];
  const written = new Set();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) written.add(target.getRootNode());
  });
  for (const { shadowRoot } of isWatching ? elements : []) {
    const everything = { subtree: true, childList: true, characterData: true };
    if (shadowRoot) observer.observe(shadowRoot, everything);
  }
  let waiting = count;
  await new Promise((resolve) => {
    document.addEventListener('financing-estimate', () => --waiting || resolve(undefined));
    for (const [index, element] of elements.slice(0, count).entries()) {
      element.setAttribute('amount', String(500 + by + index));
    }
  });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  return written.size;
}
