/** Tests the playground of the site in a browser: each control changes what it names. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { eventually } from '../support/until.js';
import { choices } from '../../site/.vitepress/theme/live/state.js';
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
    /** Returns a computed style of what a selector matches. */
    const styleOf = (selector: string, property: string) =>
      test.page.$eval(
        selector,
        (element, name) => getComputedStyle(element).getPropertyValue(name),
        property,
      );
    const attributeOf = (selector: string, name: string) =>
      test.page.$eval(selector, (element, attribute) => element.getAttribute(attribute), name);
    const valueOf = (selector: string) =>
      test.page.$eval(selector, (field) => (field as HTMLInputElement).value);
    /** Holds back the files whose URL matches. Returns a function that releases them. */
    const hold = async (pattern: RegExp) => {
      const held: HTTPRequest[] = [];
      let isHeld = true;
      await test.page.setRequestInterception(true);
      test.page.on('request', (request) => {
        if (isHeld && pattern.test(request.url())) held.push(request);
        else void request.continue();
      });
      return () => {
        isHeld = false;
        return Promise.all(held.map((request) => request.continue()));
      };
    };
    const bottomOf = (part: string) =>
      test.page.$eval(
        `${estimate} >>> [part=${part}]`,
        (element) => element.getBoundingClientRect().bottom,
      );
    /** Returns true if the terms have a row of their own below the payment. */
    const areTermsBelow = async () =>
      (await bottomOf('details-button')) - (await bottomOf('payment')) > 16;

    it('sets the width of the container', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await test.page.locator('#playground-width').fill('300');
      await eventually(async () => (await styleOf('.live-stage-box', 'width')) === '300px');
      assert.equal(await areTermsBelow(), true);
    });

    it('sets the font of the elements', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await choose('Font', 'georgia');
      await eventually(async () => /^Georgia/.test(await styleOf(paymentPart, 'font-family')));
    });

    it('sets the skin of the elements', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await choose('Skin', 'volt');
      await eventually(async () => (await styleOf(paymentPart, 'color')) === 'rgb(200, 255, 77)');
      assert.equal(await styleOf('>>> .product', 'background-color'), 'rgb(21, 19, 31)');
    });

    it('sets the layout of the line', async () => {
      await test.page.setViewport({ width: 1280, height: 900 });
      await test.page.goto(urlOf());
      await pays('$114.20');
      assert.equal(await areTermsBelow(), true);
      await choose('Layout', 'inline');
      await eventually(async () => !(await areTermsBelow()));
      assert.equal(await attributeOf(estimate, 'layout'), 'inline');
    });

    it('opens the details with an icon', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      const button = `${estimate} >>> [part=details-button]`;
      await test.holds(button, 'See details');
      await choose('Details button', 'icon');
      await eventually(async () => (await test.text(button)).trim() === '');
      assert.equal(await attributeOf(estimate, 'details'), 'icon');
    });

    it('replaces texts', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await test.page.locator('.live-controls summary').click();
      await test.page.locator('aria/Pre-qualification button').fill('Check my budget');
      await test.holds('>>> prequal-button >>> [part=label]', 'Check my budget');
    });

    it('keeps its list of texts open while someone types', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await test.page.locator('.live-controls summary').click();
      await test.page.locator('aria/Pre-qualification button').click();
      await test.page.keyboard.press('A');
      await test.holds('>>> prequal-button >>> [part=label]', 'A');
      await test.page.keyboard.press('Backspace');
      await test.holds('>>> prequal-button >>> [part=label]', 'See what you qualify for');
      assert.equal(await test.page.$eval('.live-controls details', ({ open }) => open), true);
      assert.match(await test.page.evaluate(describeFocus), /playground-text-prequalify/);
    });

    it('requests estimates for its location', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await choose('Location', 'sunset-motors');
      await test.holds(`${estimate} >>> .apr`, '29.99% APR');
      await test.holds('.live-call-log summary', 'location=sunset-motors');
    });

    it('applies its style sheet to parts', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      const css = 'financing-estimate::part(payment) { color: rgb(1, 2, 3) }';
      await test.page.locator('#playground-css').fill(css);
      await eventually(async () => (await styleOf(paymentPart, 'color')) === 'rgb(1, 2, 3)');
    });

    it('shows a pending request to a slow service, then its response', async () => {
      // The slow service responds after the test has looked.
      await test.page.evaluateOnNewDocument(`window.Worker = class extends Worker {
        addEventListener(type, hear) {
          const hold = (event) => (window.respond = () => hear(event));
          super.addEventListener(type, type === 'message' ? hold : hear);
        }
      }`);
      await test.page.goto(urlOf('?situation=slow'));
      await test.holds('.live-call-log summary', 'waiting');
      assert.equal((await test.page.$$(paymentPart)).length, 0);
      await test.page.waitForFunction('window.respond');
      await test.page.evaluate('respond()');
      await pays('$114.20');
    });

    it('keeps the space of an estimate that can no longer be financed', async () => {
      const height = () =>
        test.page.$eval(estimate, (element) => element.getBoundingClientRect().height);
      await test.page.goto(urlOf());
      await pays('$114.20');
      const before = await height();
      assert.ok(before > 20);
      await choose('What the service does', 'unavailable');
      await test.holds('.live-event-log li', 'financing-unavailable');
      assert.equal(await height(), before);
    });

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

    it('says that the pay-over-time button needs a signed purchase, and links to the guide', async () => {
      await test.page.goto(urlOf());
      await test.holds('.live-copy', 'also needs purchase, signed by your server');
      await test.page.locator('.live-copy a').click();
      await test.page.waitForSelector('::-p-xpath(//h1[contains(., "Purchase token")])');
    });

    for (const skin of choices.skin) {
      it(`has no accessibility violation in the skin ${skin}`, async () => {
        await test.page.setViewport({ width: 1280, height: 844 });
        await test.page.goto(urlOf(`?skin=${skin}`));
        await pays('$114.20');
        assert.deepEqual(await test.defects(), { violations: [], sideways: 0 });
      });
    }

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

    it('copies the snippet', async () => {
      await test.page
        .browserContext()
        .overridePermissions(new URL(urlOf()).origin, [
          'clipboard-read',
          'clipboard-write',
          'clipboard-sanitized-write',
        ]);
      await test.page.goto(urlOf('?amount=500&framework=vue'));
      await pays('$43.96');
      // A browser writes to the clipboard only for the page in front.
      await test.page.bringToFront();
      await test.page.locator('aria/Copy Financing.vue').click();
      await test.holds('[role=status]', 'Financing.vue is copied.');
      const copied = await test.page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /<financing-estimate amount="500">/);
      assert.equal(copied, await test.text('[data-snippet]'));
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

    it('starts over without a style sheet that it rejects', async () => {
      await test.page.goto(urlOf());
      await test.page.locator('#playground-css').click();
      // Pasted, because the beginnings of typed text would be valid style sheets.
      await test.page.keyboard.sendCharacter('@import "other.css";');
      await test.holds('#playground-css-problem', 'cannot be used here');
      await test.page.locator('aria/Start over').click();
      await eventually(async () => (await test.text('#playground-css-problem')) === '');
      assert.equal(await valueOf('#playground-css'), '');
    });

    it('starts over when the navigation opens it again', async () => {
      await test.page.goto(`${site.url()}/elements.html`);
      const link = test.page.locator('aria/Playground[role="link"]');
      await link.click();
      await pays('$114.20');
      await test.page.locator('aria/Amount').fill('500');
      await eventually(async () => test.page.url().endsWith('?amount=500'));
      await link.click();
      await eventually(async () => (await valueOf('aria/Amount')) === '1299.00');
      await pays('$114.20');
      assert.equal(new URL(test.page.url()).search, '');
    });

    it('doesn’t change the URL of another page', async () => {
      await test.page.evaluateOnNewDocument(`{
        const { setTimeout } = window;
        window.setTimeout = (run, ms, ...rest) =>
          ms === 250 ? void (window.writeUrl = run) : setTimeout(run, ms, ...rest);
      }`);
      await test.page.goto(urlOf());
      await pays('$114.20');
      const release = await hold(/\/for-retailers\.md/);
      await test.page.locator('aria/Amount').fill('500');
      await test.page.locator('aria/For retailers[role="link"]').click();
      await eventually(async () => test.page.url().endsWith('/for-retailers.html'));
      await test.page.evaluate('writeUrl()');
      assert.equal(new URL(test.page.url()).search, '');
      await release();
    });

    it('leaves the elements on other pages alone, even before it has loaded', async () => {
      await test.page.setViewport({ width: 1280, height: 900 });
      const release = await hold(/\/chunks\/financing\./);
      await test.page.goto(urlOf('?situation=error'));
      await test.page.locator('aria/For retailers[role="link"]').click();
      await test.page.locator('.VPSidebar a[href="/financing-estimate.html"]').click();
      await test.page.waitForSelector('.live-example');
      await release();
      await pays('$114.20');
    });

    it('opens a link, returns, and shows the outcome', async () => {
      await test.page.goto(urlOf());
      await pays('$114.20');
      await (await test.shown('>>> pay-over-time-button >>> [part=button]')).click();
      await test.clickInFrame('button[value=finish]');
      await test.inFrame('::-p-text(Your purchase is paid)');
      await test.page.locator('aria/Back to the shop').click();
      await test.page.waitForSelector('>>> pay-over-time-button:state(completed)');
      await test.holds('.live-event-log li', 'financing-status');
      assert.equal((await test.page.browserContext().pages()).length, 1);
      assert.equal(new URL(test.page.url()).search, '');
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
