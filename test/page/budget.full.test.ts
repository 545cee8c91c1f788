import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { enter } from '../../bench/page/browse.js';
import { modes } from '../../bench/page/calls.js';
import { listUrl, startShop } from '../../bench/page/shop.js';
import { visit, type Visit } from '../../bench/page/visit.js';
import { createWidgets } from '../../bench/page/widgets.js';
import { findChromiumOptions, requiredEngines } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';

const widget = 'financing-elements';
const options = findChromiumOptions({ prefersBundled: process.env['TEST_SCOPE'] !== 'all' });
if (!options && requiredEngines.includes('chromium')) throw new Error('Chromium cannot run here');
if (!options) notRun('the budget of a page', 'no Chrome, Chromium or Edge found; set CHROME_PATH');

// Times and memory depend on the machine, so `npm run bench -- page --tolerance 1.2` checks them.
if (options) {
  describe('dist/elements.js in a page', () => {
    let browser: Browser;
    let shop: Awaited<ReturnType<typeof startShop>>;
    before(async () => {
      shop = await startShop(await createWidgets());
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

    // On a busy machine, a page in pieces can take longer than the half second after which its first call leaves.
    // script-tag.browser.ts tests that page without the timer.
    const { pieces: _pieces, ...untimedModes } = modes;
    for (const { title, calls, count } of Object.values(untimedModes)) {
      it(`makes ${calls === 0 ? 'no call' : 'one call'} with ${title}`, async () => {
        assert.equal(await count(browser, shop.url, widget), calls);
      });
    }

    it('writes to one element of 500 when one amount changes', async () => {
      const { page, see } = await enter(browser, shop.url);
      await see(listUrl(shop.url, { widget, placements: 500 }));
      const written = await page.evaluate(async () => {
        const elements = [...document.querySelectorAll('financing-estimate')];
        const roots = new Set<Node>();
        const observer = new MutationObserver((records) => {
          for (const { target } of records) roots.add(target.getRootNode());
        });
        for (const { shadowRoot } of elements) {
          observer.observe(shadowRoot!, { subtree: true, childList: true, characterData: true });
        }
        const shown = new Promise((resolve) => {
          document.addEventListener('financing-estimate', resolve);
        });
        elements[0]!.setAttribute('amount', '4500');
        await shown;
        await new Promise(requestAnimationFrame);
        return roots.size;
      });
      assert.equal(written, 1);
    });
  });
}
