// @ts-check
/** One visit of a page by a browser that remembers nothing, and what it cost. */
import { watch } from './watch.js';

/**
 * @typedef {object} Conditions
 * @property {number} cpu by how much the CPU is slowed down
 * @property {boolean} [isSlowNetwork] 150 ms, 1.6 Mbit/s
 *
 * @typedef {object} Visit
 * @property {number} calls of the proxy
 * @property {number} painted ms
 * @property {number} shift
 * @property {number} longestTask ms
 * @property {number} mainThread ms of CPU time
 * @property {number} script ms of CPU time
 * @property {number} style ms of CPU time, for styles and layout
 */

const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 2e5,
  uploadThroughput: 9e4,
};

/**
 * The main thread is measured in its own CPU time (`threadTicks`), until 50 ms after the last price is painted: what
 * is put off counts, and what other processes do meanwhile does not. Wall time would be three times as noisy.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {Conditions} conditions
 * @returns {Promise<Visit>}
 */
export async function visit(browser, url, { cpu, isSlowNetwork }) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const devTools = await page.createCDPSession();
    // Starts the process of the page: the same for all, and of no interest.
    await page.goto(new URL('/', url).href);
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (cpu > 1) await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    if (isSlowNetwork) {
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', slowNetwork);
    }
    const failed = new Promise((_resolve, reject) => page.once('pageerror', reject));
    const isCall = (/** @type {string} */ address) => address.includes('/payment-estimation');
    let calls = 0;
    page.on('request', (request) => (calls += isCall(request.url()) ? 1 : 0));

    await page.evaluateOnNewDocument(watch);
    const before = await milliseconds(devTools);
    await page.goto(url, { waitUntil: 'load' });
    const seen = await Promise.race([failed, page.evaluate(() => Reflect.get(globalThis, 'seen'))]);
    const after = await milliseconds(devTools);
    const spent = (/** @type {string} */ metric) =>
      (after[metric] ?? NaN) - (before[metric] ?? NaN);
    return {
      ...seen,
      calls,
      mainThread: spent('TaskDuration'),
      script: spent('ScriptDuration'),
      style: spent('RecalcStyleDuration') + spent('LayoutDuration'),
    };
  } finally {
    await context.close();
  }
}

/** @param {import('puppeteer-core').CDPSession} devTools @returns {Promise<Record<string, number>>} by metric */
async function milliseconds(devTools) {
  const { metrics } = await devTools.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
}
