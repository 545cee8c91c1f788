import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { surroundings } from '../../bench/page/calls.js';
import { measureChange } from '../../bench/page/change.js';
import { measureHeap } from '../../bench/page/heap.js';
import { listUrl, startShop } from '../../bench/page/shop.js';
import { visit, type Visit } from '../../bench/page/visit.js';
import { createWidgets } from '../../bench/page/widgets.js';
import { findChromiumOptions, requiredEngines } from '../engines/find-engines.js';

/**
 * Beyond those of a `<p>` that the vanilla snippet fills. 1,700 to 2,700 were measured, by browser: an element of
 * lit with our properties and private fields has so many that V8 keeps them in a dictionary of 800 bytes.
 */
const heapBytesPerElement = 3_000;

const widget = 'financing-elements';
const options = findChromiumOptions();
if (!options && requiredEngines.includes('chromium')) throw new Error('Chromium cannot run here');
if (!options) console.log('Chromium does not run here, and no budget of the page is held');

// Times are the machine's, and held by `npm run bench -- page --tolerance 1.2`.
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

    it(`keeps at most ${heapBytesPerElement} bytes an element in memory`, async (test) => {
      const heapOf = async (name: string) => {
        const urlOf = (placements: number) => listUrl(shop.url, { widget: name, placements });
        return (await measureHeap(browser, urlOf)).script.perElement;
      };
      const bytes = (await heapOf(widget)) - (await heapOf('vanilla'));
      test.diagnostic(`${bytes} bytes an element`);
      assert.ok(bytes <= heapBytesPerElement, `${bytes} bytes`);
    });
  });
}
