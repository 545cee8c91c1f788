import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { surroundings } from '../../bench/page/calls.js';
import { measureChange } from '../../bench/page/change.js';
import { listUrl, startShop } from '../../bench/page/shop.js';
import { visit, type Visit } from '../../bench/page/visit.js';
import { createWidgets } from '../../bench/page/widgets.js';
import { findChromiumOptions, requiredEngines } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';

const widget = 'financing-elements';
const options = findChromiumOptions({ prefersBundled: process.env['TEST_SCOPE'] !== 'all' });
if (!options && requiredEngines.includes('chromium')) throw new Error('Chromium cannot run here');
if (!options) notRun('the budget of a page', 'no Chrome, Chromium or Edge found; set CHROME_PATH');

// Times and memory are the machine's, and held by `npm run bench -- page --tolerance 1.2`.
if (options) {
  describe('dist/elements.js in a page', () => {
    let browser: Browser;
    let shop: Awaited<ReturnType<typeof startShop>>;
    before(async () => {
      shop = await startShop(await createWidgets({ names: ['vanilla', widget] }));
      browser = await puppeteer.launch(options);
    });
    after(async () => {
      await browser?.close();
      shop?.close();
    });

    for (const placements of [9, 500]) {
      describe(`with ${placements} placements`, () => {
        let seen: Visit;
        before(async () => {
          seen = await visit(browser, listUrl(shop.url, { widget, placements }));
        });

        it('makes one call', () => {
          assert.equal(seen.calls, 1);
        });

        it('has no layout shift', () => {
          assert.equal(seen.shift, 0);
        });
      });
    }

    for (const { title, calls, count } of Object.values(surroundings)) {
      it(`makes ${calls === 0 ? 'no call' : 'one call'} with ${title}`, async () => {
        assert.equal(await count(browser, shop.url, widget), calls);
      });
    }

    it('writes to one element of 500 when one amount changes', async () => {
      assert.equal((await measureChange(browser, shop.url, widget)).written, 1);
    });
  });
}
