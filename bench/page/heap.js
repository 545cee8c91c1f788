// @ts-check
/**
 * Measures the memory of a placement: the slope between two numbers of placements, so that the one-time cost of a script isn't
 * included. Both numbers are small enough for one call.
 */
import { enter } from './browse.js';

const [few, many] = [100, 500];

/**
 * @typedef {object} Heap
 * @property {number} perElement bytes
 * @property {number} once bytes
 *
 * @typedef {{ script: Heap, nodes: Heap }}  Memory V8's heap, and Blink's heap, which has the nodes
 */

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {(placements: number) => string} urlOf
 * @returns {Promise<Memory>}
 */
export async function measureHeap(browser, urlOf) {
  const small = await heapOf(browser, urlOf(few));
  const large = await heapOf(browser, urlOf(many));
  /** @param {'usedSize' | 'embedderHeapUsedSize'} part */
  const line = (part) => {
    const perElement = (large[part] - small[part]) / (many - few);
    return { perElement: Math.round(perElement), once: Math.round(small[part] - few * perElement) };
  };
  return { script: line('usedSize'), nodes: line('embedderHeapUsedSize') };
}

/** @param {import('puppeteer-core').Browser} browser @param {string} url */
async function heapOf(browser, url) {
  const shopper = await enter(browser, new URL('/', url).href);
  try {
    await shopper.see(url);
    return await shopper.heap();
  } finally {
    await shopper.leave();
  }
}
