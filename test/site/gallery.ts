/** Tests the gallery's shops as pages of the built site: what they show, and what their buttons do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shops } from '../../site/gallery.js';
import { eventually } from '../support/until.js';
import { useFreshPages, type BuiltSite } from './fresh-page.js';

export function describeGallery(site: BuiltSite): void {
  describe('A shop of the gallery', () => {
    const test = useFreshPages(site);
    const payment = 'financing-estimate >>> [part=payment]';

    for (const shop of shops) {
      for (const scheme of ['light', 'dark'] as const) {
        it(`shows its line and its details accessibly: ${shop}, ${scheme}`, async () => {
          await test.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await test.page.goto(`${site.url()}/gallery/${shop}.html`);
          await test.shown(payment);
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
          await (await test.shown('financing-estimate >>> [part=details-button]')).click();
          await test.shown('financing-estimate >>> [part=summary]');
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
          assert.deepEqual(test.complaints, []);
        });
      }
    }

    it('uses Spanish if its link says so', async () => {
      await test.page.goto(`${site.url()}/gallery/furniture.html?lang=es`);
      await test.holds(payment, 'Estimado $148.93/mes');
    });

    it('opens the page of the sandbox, and returns', async () => {
      await test.page.goto(`${site.url()}/gallery/theme.html`);
      await (await test.shown('pay-over-time-button >>> [part=button]')).click();
      await test.clickInFrame('button[value=finish]');
      await test.inFrame('::-p-text(Your purchase is paid)');
      await (await test.shown('.gallery-window > button')).click();
      await eventually(() => test.page.$('pay-over-time-button:state(completed)'));
      assert.deepEqual(test.complaints, []);
    });
  });
}
