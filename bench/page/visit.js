// @ts-check
/** One visit of a page by a browser that remembers nothing, and what it cost. */

/**
 * @typedef {object} Conditions
 * @property {number} cpu by how much the CPU is slowed down
 * @property {boolean} isSlowNetwork 150 ms, 1.6 Mbit/s
 */

const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 2e5,
  uploadThroughput: 9e4,
};

/**
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {Conditions} conditions
 */
export async function visit(browser, url, { cpu, isSlowNetwork }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const devTools = await page.createCDPSession();
  try {
    await devTools.send('Performance.enable');
    await devTools.send('HeapProfiler.enable');
    if (cpu > 1) await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    if (isSlowNetwork) {
      await devTools.send('Network.enable');
      await devTools.send('Network.emulateNetworkConditions', slowNetwork);
    }
    let calls = 0;
    page.on(
      'request',
      (request) => (calls += request.url().endsWith('/payment-estimation') ? 1 : 0),
    );
    await page.evaluateOnNewDocument(watch);
    await page.goto(url, { waitUntil: 'load' });
    const seen = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
    const { metrics } = await devTools.send('Performance.getMetrics');
    await devTools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devTools.send('Runtime.getHeapUsage');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
    return { ...seen, calls, mainThread: seconds * 1000, heap: usedSize };
  } finally {
    await context.close();
  }
}

/** Runs in the page: when the last price is painted, what moved, and which task was the longest. */
function watch() {
  let shift = 0;
  let longestTask = 0;
  const isDone = () => {
    const placements = document.getElementsByClassName('estimate');
    const last = placements[placements.length - 1];
    return (last?.shadowRoot ?? last)?.textContent?.includes('APR');
  };
  /** @param {string} type @param {(entry: any) => void} onEntry */
  const observe = (type, onEntry) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({
      type,
      buffered: true,
    });
  observe('layout-shift', (entry) => (shift += entry.value));
  observe('longtask', ({ duration }) => (longestTask = Math.max(longestTask, duration)));
  const seen = new Promise((resolve) => {
    const look = () => {
      if (!isDone()) return requestAnimationFrame(look);
      // A frame later it has been painted.
      requestAnimationFrame(() => {
        const painted = performance.now();
        setTimeout(() => resolve({ painted, shift, longestTask }), 50);
      });
    };
    requestAnimationFrame(look);
  });
  Reflect.set(globalThis, 'seen', seen);
}
