// @ts-check
import { enter } from './browse.js';
import { listUrl } from './shop.js';

const placements = 100;

/**
 * @typedef {object} Mode
 * @property {string} title
 * @property {number} calls the limit
 * @property {(browser: import('puppeteer-core').Browser, shop: string, widget: string) => Promise<number>} count
 */

/**
 * The number of calls that a page makes in each mode.
 * @type {Record<string, Mode>}
 */
export const modes = {
  pieces: {
    title: 'HTML in 8 pieces, 50 ms apart, and a script that does not wait for them, CPU 4× slower',
    calls: 1,
    async count(browser, shop, widget) {
      const shopper = await enter(browser, shop, { cpu: 4 });
      const { calls } = await shopper.see(listUrl(shop, { widget, placements, pieces: 8 }));
      await shopper.leave();
      return calls;
    },
  },
  nextPage: {
    title: 'the next page of a tab with the same prices',
    calls: 0,
    async count(browser, shop, widget) {
      const shopper = await enter(browser, shop);
      await shopper.see(listUrl(shop, { widget, placements }));
      const { calls } = await shopper.see(listUrl(shop, { widget, placements }));
      await shopper.leave();
      return calls;
    },
  },
  given: {
    title: 'estimates that came with the page',
    calls: 0,
    async count(browser, shop, widget) {
      const shopper = await enter(browser, shop);
      const { calls } = await shopper.see(listUrl(shop, { widget, placements, isGiven: true }));
      await shopper.leave();
      return calls;
    },
  },
};
