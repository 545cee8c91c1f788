/** What the suites of the site share: a page of its own for each test, and what is wrong with it. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import axe from 'axe-core';
import type { Browser, ElementHandle, Locator, Page } from 'puppeteer-core';
import { eventually } from '../support/until.js';

/** The site as it is served, and the browser that opens it. Both are there once the suites run. */
export interface BuiltSite {
  readonly url: () => string;
  readonly browser: () => Browser;
}

/** The page of a test. */
export interface FreshPage {
  readonly page: Page;
  /** What the console and the network said that is a defect. */
  readonly complaints: readonly string[];
  /** What axe finds on the page, and how far it scrolls sideways. */
  defects(): Promise<{ violations: string[]; sideways: number }>;
  /**
   * Waits until something in a shadow tree is visible, and returns a locator of it. A locator alone looks again only when the
   * document changes, and does not notice changes inside of shadow trees.
   */
  shown(selector: string): Promise<Locator<Element>>;
  /** The text of all that a selector matches. */
  text(selector: string): Promise<string>;
  /** Waits until the text of what a selector matches has these words. */
  holds(selector: string, words: string): Promise<unknown>;
  /** Waits for something in the page of the sandbox that a link has opened below the elements. */
  inFrame(selector: string): Promise<ElementHandle>;
  /** Clicks there. */
  clickInFrame(selector: string): Promise<void>;
}

/** Opens a page for each test of a suite. No page may load anything from another host than the site's. */
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
        // VitePress's own, whose name is shorter than its text.
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
