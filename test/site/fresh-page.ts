/** Opens a page for each test, and reports its defects. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import axe from 'axe-core';
import type { Browser, ElementHandle, Locator, Page } from 'puppeteer-core';
import { eventually } from '../support/until.js';

/** The served site and the browser. Both are set before the suites run. */
export interface BuiltSite {
  readonly url: () => string;
  readonly browser: () => Browser;
}

/** The page of a test. */
export interface FreshPage {
  readonly page: Page;
  /** Errors in the console and failed requests. */
  readonly complaints: readonly string[];
  /** Reports axe violations and how far the page scrolls horizontally. */
  defects(): Promise<{ violations: string[]; sideways: number }>;
  /**
   * Waits until something in a shadow tree is visible, and returns a locator. A plain locator only looks again if the
   * document changes, and misses changes inside shadow trees.
   */
  shown(selector: string): Promise<Locator<Element>>;
  /** Returns the text of everything that matches a selector. */
  text(selector: string): Promise<string>;
  /** Waits until the text of a selector contains these words. */
  holds(selector: string, words: string): Promise<unknown>;
  /** Waits for something in the sandbox page that a link has opened below the elements. */
  inFrame(selector: string): Promise<ElementHandle>;
  /** Clicks something in the sandbox page. */
  clickInFrame(selector: string): Promise<void>;
}

/** Opens a page for each test of a suite. The page may only load from the site's host. */
export function useFreshPages({ url, browser }: BuiltSite): FreshPage {
  let page: Page;
  let complaints: string[];
  let elsewhere: string[];
  beforeEach(async () => {
    page = await (await browser().createBrowserContext()).newPage();
    page.setDefaultTimeout(60_000);
    complaints = [];
    elsewhere = [];
    page.on('console', (said) => {
      if (['error', 'warn'].includes(said.type())) complaints.push(said.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('requestfailed', (request) => complaints.push(request.url()));
    page.on('request', (request) => {
      const target = new URL(request.url());
      if (/^https?:$/.test(target.protocol) && target.origin !== url()) elsewhere.push(target.href);
    });
  });
  afterEach(async () => {
    await page.browserContext().close();
    assert.deepEqual(elsewhere, [], 'requests to other hosts');
  });

  const text = (selector: string) =>
    page.$$eval(selector, (found) => found.map(({ textContent }) => textContent).join('\n'));
  const inFrame = (selector: string) =>
    eventually(async () => {
      const frame = page.frames().find((each) => each.parentFrame());
      return (await frame?.$(selector)) ?? undefined;
    });
  return {
    get page() {
      return page;
    },
    get complaints() {
      return complaints;
    },
    async shown(selector) {
      await page.waitForSelector(selector, { visible: true });
      return page.locator(selector);
    },
    text,
    holds: (selector, words) =>
      eventually(
        async () => {
          const found = await text(selector);
          assert.ok(found.includes(words), `The text is: ${found}`);
          return true;
        },
        { what: `${words} in ${selector}` },
      ),
    inFrame,
    clickInFrame: async (selector) => (await inFrame(selector)).click(),
    async defects() {
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async () => {
        const loaded = globalThis as unknown as { axe: typeof axe };
        // From VitePress: the accessible name is shorter than the text.
        const found = await loaded.axe.run({ exclude: ['.DocSearch'] });
        return found.violations.map(({ id, nodes }) =>
          [id, ...nodes.map(({ html }) => html)].join(' '),
        );
      });
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      return { violations, sideways };
    },
  };
}
