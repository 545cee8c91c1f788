/** Tests how the demo's shop shows its products on phones. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { startCommand } from '../cli/command.js';
import { findChromiumOptions } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';

const options = findChromiumOptions({ prefersBundled: process.env['TEST_SCOPE'] !== 'all' });
if (!options)
  notRun('the products of the shop', 'no Chrome, Chromium or Edge found; set CHROME_PATH');

describe('The products of the shop', { skip: !options }, () => {
  let url: string;
  let browser: Browser;
  let page: Page;
  const ends: (() => unknown)[] = [];
  before(async () => {
    const suite = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext;
    url = await startCommand(suite, ['demo', '--port', '0']).listening();
    browser = await puppeteer.launch(options);
    page = await browser.newPage();
  });
  after(async () => {
    await browser?.close();
    await Promise.all(ends.map((end) => end()));
  });

  for (const language of ['en', 'es']) {
    it(`are in two columns, in ${language}`, async () => {
      await page.goto(`${url}/listing.html?lang=${language}`);
      for (const width of [320, 390, 430]) {
        await page.setViewport({ width, height: 900 });
        const tops = await page.$$eval('.cards:first-of-type .card', (cards) =>
          cards.map((card) => card.getBoundingClientRect().top),
        );
        const [first, second, third] = tops as [number, number, number];
        assert.equal(first, second, `${width} px`);
        assert.ok(third > second, `${width} px`);
      }
    });
  }

  it('have pictures in the cart', async () => {
    const items = ['hollis-sofa/corner/leather', 'beacon-lamp'].map((id) => ({ id, quantity: 1 }));
    await page.goto(url);
    await page.evaluate((cart) => localStorage.setItem('cart', JSON.stringify(cart)), { items });
    await page.goto(`${url}/cart.html`);
    await page.waitForSelector('#lines li + li');
    const isPainted = () =>
      [...document.querySelectorAll('#lines svg use')].filter(
        (picture) => picture.getBoundingClientRect().width > 20,
      ).length === 2;
    await page.waitForFunction(isPainted);
  });
});
