/** Tests the gallery's shops as pages of the built site: what they show, and what their buttons do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shops } from '../../site/gallery.js';
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
  });
}
