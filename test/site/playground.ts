/** Tests the playground of the site in a browser: each control changes what it names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../support/until.js';
import { useFreshPages, type BuiltSite } from './fresh-page.js';

export function describePlayground(site: BuiltSite): void {
  describe('The playground', () => {
    const test = useFreshPages(site);
    const urlOf = (query = '') => `${site.url()}/playground.html${query}`;
    /** Waits for this payment text. */
    const pays = (payment: string) => test.holds(paymentPart, payment);
    const choose = (label: string, value: string) => test.page.locator(`aria/${label}`).fill(value);
    const estimate = '>>> financing-estimate';
    const paymentPart = `${estimate} >>> [part=payment]`;
    const valueOf = (selector: string) =>
      test.page.$eval(selector, (field) => (field as HTMLInputElement).value);

    it('can be used with the keyboard, from the amount to the end of an application', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      const { keyboard } = test.page;
      /** Presses Tab until the focused element's tag, attributes, or text contain these words. */
      const tabTo = async (words: string) => {
        for (let presses = 0; presses < 80; presses += 1) {
          await keyboard.press('Tab');
          if ((await test.page.evaluate(describeFocus)).includes(words)) return;
        }
        assert.fail(`Tab does not lead to ${words}`);
      };
      await tabTo('details-button');
      await keyboard.press('Enter');
      await test.shown('>>> dialog[open]');
      await keyboard.press('Escape');
      await test.page.waitForSelector('>>> dialog[open]', { hidden: true });
      await tabTo('playground-amount');
      await keyboard.down('Control');
      await keyboard.press('a');
      await keyboard.up('Control');
      await keyboard.type('80');
      await pays('$27.11');
      await tabTo('sunset-motors');
      await keyboard.press('ArrowDown');
      await test.holds(`${estimate} >>> .apr`, '0% APR');
      // Wraps around, because the elements come before the controls.
      await tabTo('Skip to content');
      await tabTo('prequal-button');
      await keyboard.press('Enter');
      await test.inFrame('button[value=finish]');
      await tabTo('value="finish"');
      await keyboard.press('Enter');
      await test.inFrame('::-p-text(You qualify)');
      await tabTo('Back to the shop');
      await keyboard.press('Enter');
      await test.page.waitForSelector('>>> prequal-button:state(completed)');
      assert.match(await test.page.evaluate(describeFocus), /prequal-button/);
    });

    it('shows another payment for another amount, with the call and the event', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await test.page.locator('aria/Amount').fill('80');
      await pays('$27.11');
      await test.holds('.live-call-log details', '"totalAmount": 80');
      await test.holds('.live-call-log details', '"monthlyAmount": 27.11');
      await test.holds('.live-event-log li', '"monthlyAmount":27.11');
      assert.deepEqual(test.complaints, []);
    });

    it('shows the fallback when the service fails, and the estimate when it recovers', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await choose('What the service does', 'error');
      await test.page.waitForSelector('>>> financing-estimate:state(error)');
      await test.holds('.live-call-log details', '"code": "service-error"');
      await test.holds('.live-event-log li', 'financing-error');
      await choose('What the service does', 'normal');
      await pays('$114.20');
    });

    it('restores its state from its URL', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20'); // wait for the first estimate, because earlier input could be lost
      await test.page.locator('aria/Amount').fill('500');
      await choose('Language', 'es');
      await choose('Skin', 'orchard');
      await test.page.waitForFunction(() => location.search.includes('skin=orchard'));
      const { search } = new URL(test.page.url());
      assert.equal(search, '?amount=500&language=es&skin=orchard');
      await test.page.reload();
      await test.holds('>>> financing-estimate >>> [part=payment]', '/mes');
      assert.equal(await valueOf('aria/Amount'), '500');
      assert.equal(new URL(test.page.url()).search, search);
    });

    it('sends a text message, and keeps the phone number out of the URL', async () => {
      await test.page.goto(urlOf('?delivery=sms'));
      await (await test.shown('>>> prequal-button >>> [part=button]')).click();
      await (await test.shown('>>> prequal-button >>> [part=phone-input]')).fill('4155552671');
      await (await test.shown('>>> prequal-button >>> [part=phone-submit]')).click();
      await test.holds('.live-hosted', 'the customer gets a text');
      await test.holds('.live-call-log', '(415) 555-2671');
      await test.page.locator('aria/Amount').fill('500');
      await eventually(async () => test.page.url().includes('amount=500'));
      assert.doesNotMatch(new URL(test.page.url()).search, /415/);
    });

    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        it(`has no accessibility violation and no horizontal scroll, ${scheme}, ${width} px wide`, async () => {
          await test.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
          await test.page.setViewport({ width, height: 844 });
          await test.page.goto(urlOf('?text.apr=%7Bapr%7D+APR'));
          await pays('$114.20');
          await (await test.shown('>>> prequal-button >>> [part=button]')).click();
          await test.inFrame('button[value=finish]');
          assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
        });
      }
    }
  });
}

/** Describes the focused element through shadow trees and frames: its start tags and its text. */
function describeFocus(): string {
  let description = '';
  for (let active = document.activeElement; active;) {
    description += `${active.outerHTML.slice(0, 400)} ${active.textContent}\n`;
    active =
      active instanceof HTMLIFrameElement
        ? (active.contentDocument?.activeElement ?? null)
        : (active.shadowRoot?.activeElement ?? null);
  }
  return description;
}
