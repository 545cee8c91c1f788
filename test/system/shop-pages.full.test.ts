/** The pages of the demo in Chromium: two languages, a cart, and large text. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import axe from 'axe-core';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { startCommand } from '../cli/command.js';
import { findChromiumOptions, requiredEngines } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';
import { eventually } from '../support/until.js';

const options = findChromiumOptions({ prefersBundled: process.env['TEST_SCOPE'] !== 'all' });
if (!options && requiredEngines.includes('chromium')) throw new Error('Chromium cannot run here');
if (!options) notRun('the pages of the shop', 'no Chrome, Chromium or Edge found; set CHROME_PATH');

const pages = ['/', '/product.html', '/listing.html', '/cart.html', '/staff.html'];
const widths = [320, 390, 768, 1200];
const items = [
  { id: 'hollis-sofa/corner/leather', quantity: 1 },
  { id: 'beacon-lamp', quantity: 2 },
];

let url: string;
let browser: Browser;
let page: Page;
/** Errors in the console and the network. */
let pageErrors: string[];

/** Opens a page of the shop, and waits until its elements are ready. */
async function open(path: string): Promise<void> {
  await page.goto(url + path);
  await page.waitForFunction(
    () =>
      !document.documentElement.classList.contains('translating') &&
      customElements.get('financing-estimate') !== undefined &&
      !document.querySelector('financing-estimate:state(loading)') &&
      !document.querySelector('#more[hidden]'),
  );
}

/** Fills the cart. */
async function fillCart(): Promise<void> {
  await page.goto(url);
  await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), { items });
}

/** Returns the text of an element, or of a part of its shadow tree. */
const textOf = (selector: string, part?: string) =>
  page.$eval(
    selector,
    (element, inner) =>
      (inner === undefined
        ? element
        : element.shadowRoot?.querySelector(`[part=${inner}]`)
      )?.textContent?.trim() ?? '',
    part,
  );

const reads = (selector: string, pattern: RegExp, part?: string) =>
  eventually(async () => pattern.test(await textOf(selector, part)), {
    what: `${selector} to read ${pattern}`,
    ms: 20_000,
  });

async function switchLanguage(): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.lang);
  await page.click('#language');
  await page.waitForFunction((lang) => document.documentElement.lang !== lang, {}, before);
}

/** The page that opens at an address like this. */
const opened = (address: RegExp) =>
  eventually(async () => (await browser.pages()).find((each) => address.test(each.url())), {
    what: `a page at ${address}`,
    ms: 20_000,
  });

async function violations(): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const loaded = globalThis as unknown as { axe: typeof axe };
    const { violations: found } = await loaded.axe.run({ exclude: ['iframe'] });
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

if (options) {
  describe('The shop', { timeout: 240_000 }, () => {
    const ends: (() => unknown)[] = [];
    before(async () => {
      const suite = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext;
      url = await startCommand(suite, ['demo', '--port', '0']).listening();
      browser = await puppeteer.launch(options);
    });
    after(async () => {
      await browser?.close();
      await Promise.all(ends.map((end) => end()));
    });
    beforeEach(async () => {
      page = await browser.newPage();
      pageErrors = [];
      page.on('console', (said) => {
        if (['error', 'warn'].includes(said.type())) pageErrors.push(said.text());
      });
      page.on('pageerror', (error) => pageErrors.push(String(error)));
    });
    afterEach(async () => {
      await page.evaluate(() => localStorage.clear());
      const [, ...others] = await browser.pages();
      await Promise.all(others.map((each) => each.close()));
      assert.deepEqual(pageErrors, []);
    });

    describeLanguage();
    describeCart();
    describeLook();
  });
}

function describeLanguage(): void {
  it('switches to Spanish and back, with its elements', async () => {
    await open('/product.html');
    const english = await page.evaluate(() => document.body.innerText);
    await switchLanguage();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'es');
    await reads('h1', /^Sofá Hollis$/);
    await reads('financing-estimate', /^Estimado \$114\.20\/mes por 12 meses$/, 'payment');
    await reads('pay-over-time-button', /^Pagar a plazos$/, 'label');
    assert.equal(await page.title(), 'Sofá Hollis – Main Street Outfitters');
    await switchLanguage();
    await reads('financing-estimate', /^Estimated \$114\.20\/mo for 12 months$/, 'payment');
    assert.equal(await page.evaluate(() => document.body.innerText), english);
  });

  for (const path of pages) {
    it(`translates all texts and labels of ${path}`, async () => {
      await fillCart();
      await open(`${path}?lang=es`);
      const left = await page.evaluate(async (dictionary) => {
        const { spanish } = (await import(dictionary)) as {
          spanish: Map<string, string>;
        };
        const known = new Set(spanish.values());
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const words: string[] = [];
        while (texts.nextNode()) {
          const text = texts.currentNode.nodeValue!.trim().replaceAll(/\s+/g, ' ');
          const isCode = texts.currentNode.parentElement!.closest(
            'code, option, template, noscript',
          );
          if (/[a-z]{2}/i.test(text) && !isCode && !known.has(text)) words.push(text);
        }
        for (const name of ['aria-label', 'title', 'product']) {
          for (const labelled of document.querySelectorAll(`[${name}]`)) {
            const label = labelled.getAttribute(name)!;
            if (!known.has(label)) words.push(label);
          }
        }
        return words;
      }, '/spanish.js');
      assert.deepEqual(left, ['English', 'Main Street Outfitters']);
    });
  }
}

function describeCart(): void {
  it('sells a sofa and two lamps over time, and has an empty cart afterwards', async () => {
    await open('/product.html');
    await page.click('[value=corner]');
    await page.click('#choice button');
    await reads('#added', /^Added to your cart\. Open your cart$/);
    await page.click('#added a');
    await page.waitForSelector('#lines li');
    await page.click('[data-id=beacon-lamp]');
    await page.waitForSelector('#lines li + li');
    await page.click('[id="quantity-beacon-lamp"]', { count: 3 });
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await reads('#total', /^\$2,868\.00$/);
    await reads(
      '.summary financing-estimate',
      /^Estimated \$172\.23\/mo for \d+ months$/,
      'payment',
    );
    const order = await page.$eval('pay-over-time-button', (button) => button.transactionId ?? '');
    assert.match(order, /^[\dA-F]{8}-[\dA-F]{4}$/);

    await page.click('pay-over-time-button');
    const checkout = await opened(/\/sandbox\/checkout\//);
    await checkout.waitForSelector('button[value=finish]');
    const amount = await checkout.$eval('.amount', (shown) => shown.textContent);
    assert.equal(amount, '$2,868.00');
    await checkout.click('button[value=finish]');
    const returned = await opened(new RegExp(`/cart\\.html\\?order=${order}$`));
    for (const each of [returned, page]) {
      await each.bringToFront();
      // Poll, because puppeteer can lose a wait that starts while a page loads.
      await eventually(() =>
        each.evaluate(
          () =>
            /^Thank you\. Your order is paid/.test(
              document.querySelector('#outcome')?.textContent ?? '',
            ) && document.querySelector('#empty:not([hidden])') !== null,
        ),
      );
      const shown = await eventually(async () => {
        const receipt = await each.$eval('#receipt', (list) => (list as HTMLElement).innerText);
        return receipt !== '' && receipt;
      });
      assert.match(shown, /^Your order\s[^]*Hollis sofa[^]*\$2,390\.00[^]*Beacon floor lamp/);
      assert.match(shown, /Quantity 2[^]*\$478\.00[^]*Total\s+\$2,868\.00\s+Your plan$/);
      await each.waitForSelector('#receipt financing-estimate:state(ready)');
    }
  });
}

function describeLook(): void {
  for (const path of pages) {
    it(`scrolls ${path} sideways at no width and no text size`, async () => {
      await fillCart();
      const wide: string[] = [];
      for (const language of ['en', 'es']) {
        await open(`${path}?lang=${language}`);
        if (path === '/cart.html') await page.waitForSelector('.lines li');
        for (const width of widths) {
          await page.setViewport({ width, height: 900 });
          for (const size of ['100%', '200%']) {
            const over = await page.evaluate((fontSize) => {
              document.documentElement.style.fontSize = fontSize;
              return document.documentElement.scrollWidth - innerWidth;
            }, size);
            if (over > 0) wide.push(`${language}, ${width} px, ${size}: ${over} px`);
          }
        }
      }
      assert.deepEqual(wide, []);
    });

    it(`is accessible at ${path}, in light and dark`, async () => {
      await fillCart();
      for (const value of ['light', 'dark']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        for (const language of ['en', 'es']) {
          await open(`${path}?lang=${language}`);
          assert.deepEqual(await violations(), [], `${value}, ${language}`);
        }
      }
    });
  }
}
