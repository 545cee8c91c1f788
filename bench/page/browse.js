// @ts-check
import { watch } from './watch.js';

/**
 * @typedef {Record<'TaskDuration' | 'RecalcStyleDuration' | 'LayoutDuration', number>} Metrics
 *
 * @typedef {object} Conditions
 * @property {number} [cpu] the factor by which the CPU is slowed down
 * @property {boolean} [isSlowNetwork] 150 ms, 1.6 Mbit/s
 * @typedef {object} Shopper with an empty cache and one tab
 * @property {import('puppeteer-core').Page} page
 * @property {(url: string) => Promise<import('./watch.js').Seen & { calls: number }>} see Resolves when all prices of
 *   the page are painted.
 * @property {() => Promise<Metrics>} spent The main thread's work so far, by metric, in ms of that thread's CPU
 *   time (`threadTicks`). Unlike wall time, it doesn't include the work of other processes.
 * @property {() => Promise<{ usedSize: number, embedderHeapUsedSize: number }>} heap After a collection.
 * @property {() => Promise<void>} leave
 */

const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 2e5,
  uploadThroughput: 9e4,
};

/**
 * Opens a shop at its empty first page. This starts the tab's process, which isn't part of the measurement.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} shop URL
 * @param {Conditions} [conditions]
 * @returns {Promise<Shopper>}
 */
export async function enter(browser, shop, { cpu = 1, isSlowNetwork = false } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const devTools = await page.createCDPSession();
  await page.goto(shop);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (cpu > 1) await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (isSlowNetwork) {
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', slowNetwork);
  }
  let calls = 0;
  page.on('request', (request) => (calls += request.url().includes('/payment-estimation') ? 1 : 0));
  const failed = new Promise((_resolve, reject) => page.once('pageerror', reject));
  failed.catch(() => {});
  await page.evaluateOnNewDocument(watch);
  return {
    page,
    async see(url) {
      const before = calls;
      await page.goto(url, { waitUntil: 'load' });
      const seen = page.evaluate(() => Reflect.get(globalThis, 'seen'));
      return { ...(await Promise.race([failed, seen])), calls: calls - before };
    },
    async spent() {
      const { metrics } = await devTools.send('Performance.getMetrics');
      return /** @type {Metrics} */ (
        Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]))
      );
    },
    async heap() {
      await devTools.send('HeapProfiler.enable');
      // Cleanup that runs after one collection frees memory only in the next one.
      await devTools.send('HeapProfiler.collectGarbage');
      await devTools.send('HeapProfiler.collectGarbage');
      return devTools.send('Runtime.getHeapUsage');
    },
    leave: () => context.close(),
  };
}
