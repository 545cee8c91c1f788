// @ts-check
/**
 * What a placement keeps in memory: the slope between two numbers of placements, so that what a script costs once is
 * not counted to each. Both numbers are small enough for one call.
 */
import { watch } from './watch.js';

const [few, many] = [100, 500];

/**
 * @typedef {object} Heap
 * @property {number} perElement bytes
 * @property {number} once bytes
 *
 * @typedef {{ script: Heap, nodes: Heap }} Memory V8's heap, and that of Blink, where the nodes are
 */

/** @param {import('puppeteer-core').Browser} browser @param {(placements: number) => string} urlOf @returns {Promise<Memory>} */
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
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const devTools = await page.createCDPSession();
    await devTools.send('HeapProfiler.enable');
    await page.evaluateOnNewDocument(watch);
    await page.goto(url, { waitUntil: 'load' });
    await page.evaluate(() => Reflect.get(globalThis, 'seen'));
    // What is cleaned up after a collection is garbage at the next one only.
    await devTools.send('HeapProfiler.collectGarbage');
    await devTools.send('HeapProfiler.collectGarbage');
    return /** @type {{ usedSize: number, embedderHeapUsedSize: number }} */ (
      await devTools.send('Runtime.getHeapUsage')
    );
  } finally {
    await context.close();
  }
}
