// @ts-check
/**
 * Drives browsers through puppeteer or WebDriver, with the same actions in all engines, for tests that go from page to
 * page.
 */
import puppeteer from 'puppeteer-core';
import { actionsOf, startWebKit } from './webkit.js';

/**
 * A tab or window.
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} goto
 * @property {() => Promise<void>} show Brings it to the front.
 * @property {(expression: string) => Promise<any>} evaluate Returns the value of an expression in the page, as JSON.
 * @property {(x: number, y: number) => Promise<void>} click In CSS pixels from the top left of the viewport.
 * @property {(text: string) => Promise<void>} type
 * @property {() => Promise<string>} [heap] Takes a heap snapshot, in Chromium.
 */

/**
 * A browser with its own profile.
 * @typedef {object} Browser
 * @property {() => Promise<Tab>} open Opens an empty tab.
 * @property {() => Promise<Tab[]>} tabs Includes those that pages have opened.
 * @property {string[]} [requests] The URLs of all requests of all tabs, if the engine reports them.
 * @property {() => Promise<void>} tidy Closes all tabs except the first, which is unused.
 * @property {() => Promise<void>} close
 */

const viewport = { width: 1000, height: 800 };

/**
 * @param {import('puppeteer-core').LaunchOptions} options
 * @returns {Promise<Browser>}
 */
export async function browseWithPuppeteer(options) {
  const browser = await puppeteer.launch({ ...options, defaultViewport: viewport });

  /** @type {string[]} */
  const requests = [];
  browser.on('targetcreated', async (target) => {
    const page = await target.page();
    page?.on('request', (request) => void requests.push(request.url()));
  });

  /** @param {import('puppeteer-core').Page} page @returns {Tab} */
  const tab = (page) => ({
    goto: async (url) => void (await page.goto(url)),
    show: () => page.bringToFront(),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    ...(options.browser !== 'firefox' && { heap: () => heapOf(page) }),
  });

  return {
    requests,
    open: async () => tab(await browser.newPage()),
    tabs: async () => (await browser.pages()).map(tab),
    async tidy() {
      const [, ...used] = await browser.pages();
      await Promise.all(used.map(closeTab));
    },
    close: () => browser.close(),
  };
}

/**
 * Closes a tab, unless it closes itself at the same moment, as the shop's tab does when the application is done.
 * @param {import('puppeteer-core').Page} page
 */
async function closeTab(page) {
  await page.close().catch((/** @type {Error} */ error) => {
    if (!error.message.includes('No target with given id')) throw error;
  });
}

/**
 * @param {import('puppeteer-core').Page} page
 * @returns {Promise<string>} a heap snapshot
 */
async function heapOf(page) {
  const client = await page.createCDPSession();
  let heap = '';
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (heap += chunk));
  await client.send('HeapProfiler.takeHeapSnapshot');
  await client.detach();
  return heap;
}

/**
 * @param {Parameters<typeof startWebKit>[0]} options
 * @returns {Promise<Browser>}
 */
export async function browseWithWebKit(options) {
  const { send, stop } = await startWebKit(options);
  const first = await send('GET', '/window');

  /** @param {string} handle @returns {Tab} */
  function tab(handle) {
    /** Commands go to the window that was selected last. @param {string} path @param {object} body */
    async function post(path, body) {
      await send('POST', '/window', { handle });
      return send('POST', path, body);
    }
    const { evaluate, keyboard, mouse } = actionsOf(post);
    return {
      goto: (url) => post('/url', { url }),
      // Without a window manager, all windows are visible and none comes to the front.
      show: () => evaluate('document.dispatchEvent(new Event("visibilitychange"))'),
      evaluate,
      click: mouse.click,
      type: keyboard.type,
    };
  }

  return {
    async open() {
      // A tab in the background never receives clicks.
      const { handle } = await send('POST', '/window/new', { type: 'window' });
      return tab(handle);
    },
    tabs: async () => (await send('GET', '/window/handles')).map(tab),
    async tidy() {
      for (const handle of await send('GET', '/window/handles')) {
        await send('POST', '/window', { handle });
        if (handle !== first) await send('DELETE', '/window');
      }
      await send('POST', '/window', { handle: first });
    },
    close: stop,
  };
}
