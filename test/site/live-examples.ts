/** Tests the live examples in the guides: what their elements show, and the links they open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../support/until.js';
import { useFreshPages, type BuiltSite } from './fresh-page.js';

export function describeLiveExamples(site: BuiltSite): void {
  describe('The live examples', () => {
    const test = useFreshPages(site);
    const estimated = 'Estimated $114.20/mo for 12 months';
    const payments = '>>> financing-estimate:not([layout=card]) >>> [part=payment]';

    it('of <financing-estimate> show their payments, or why there is none', async () => {
      await test.page.goto(`${site.url()}/financing-estimate.html`);
      await eventually(async () => (await test.page.$$(payments)).length === 4, {
        what: 'four payments',
      });
      assert.equal(
        await test.text(payments),
        [estimated, estimated, 'From $70.24/mo for 12 months', estimated].join('\n'),
      );
      await test.page.waitForSelector(
        '>>> financing-estimate:state(unavailable) > [slot=unavailable]',
        { visible: true },
      );
      assert.deepEqual(test.complaints, []);
    });

    it('of <pay-over-time-button> text a link that leads to a purchase', async () => {
      await test.page.goto(`${site.url()}/buttons.html`);
      await (await test.shown('>>> pay-over-time-button >>> [part=button]')).click();
      await (await test.shown('>>> [part=phone-input]')).fill('4155550132');
      await (await test.shown('>>> [part=phone-submit]')).click();
      await test.holds('.live-hosted', 'the customer gets a text');
      await test.clickInFrame('button[value=finish]');
      await test.inFrame('::-p-text(Your purchase is paid)');
      assert.deepEqual(test.complaints, []);
    });
  });
}
