import { expect } from '@open-wc/testing';
import { emulateMedia, executeServerCommand, setViewport } from '@web/test-runner-commands';
import { amount } from '../client/fake-proxy.js';
import {
  estimateTag,
  markup as textButton,
  proxy,
  settled,
  show,
  showButton,
  showForm,
  useLinkWindows,
} from './page.js';
import { boxOf, dialogOf, inLine, part, showDetails } from './shadow-tree.js';
import { notRun } from '../runner/not-run.js';

const estimate = estimateTag(amount.withDownPayment);
const oneColor = ['background', 'color']
  .map((what) => `--financing-dialog-${what}: #800`)
  .join(';');

const dialogs = [
  ['the details', async () => showDetails(await settled(estimate))],
  ['the phone form', async () => dialogOf(await showForm())],
] as const;

describe('elements in a theme', () => {
  afterEach(() => document.documentElement.removeAttribute('style'));

  for (const [what, opened] of dialogs) {
    it(`have ${what} in at least 14 px if a rem is 10 px`, async () => {
      document.documentElement.style.fontSize = '62.5%';
      const dialog = await opened();
      for (const text of dialog.querySelectorAll('h2, p, dt, dd, div, label, input')) {
        expect(parseFloat(getComputedStyle(text).fontSize), text.outerHTML).to.be.at.least(14);
      }
    });

    it(`have ${what} within the window if CSS zooms it`, async () => {
      await setViewport({ width: 500, height: 600 });
      document.documentElement.style.zoom = '1.25';
      const { left, right } = (await opened()).getBoundingClientRect();
      expect([left >= 0, right <= innerWidth]).to.deep.equal([true, true]);
      await setViewport({ width: 800, height: 600 });
    });
  }
});

// Only Chromium lets a test set the shopper's preferences.
if (navigator.userAgent.includes('Chrome/')) {
  describe('elements in forced colors', () => {
    beforeEach(async () => {
      document.documentElement.style.cssText = oneColor;
      await executeServerCommand('force-colors', true);
      expect(matchMedia('(forced-colors: active)').matches).to.equal(true);
    });
    afterEach(async () => {
      document.documentElement.removeAttribute('style');
      await executeServerCommand('force-colors', false);
    });

    for (const [what, opened] of dialogs) {
      it(`have ${what} that's legible and distinct from the page`, async () => {
        const { color, backgroundColor, borderColor, borderStyle } = getComputedStyle(
          await opened(),
        );
        expect(color).to.not.equal(backgroundColor);
        expect([borderColor, borderStyle]).to.deep.equal([color, 'solid']);
      });
    }

    it('have the line in the color of the page', async () => {
      const element = await settled(estimate);
      const { color } = getComputedStyle(document.body);
      for (const name of ['payment', 'apr', 'details-button']) {
        const style = getComputedStyle(inLine(element, name)!);
        expect([style.color, style.forcedColorAdjust], name).to.deep.equal([color, 'auto']);
      }
    });

    it('have the dots between the terms', async () => {
      const element = await settled(estimate);
      const dots = element.shadowRoot!.querySelectorAll('.dot');
      const images = [...dots].map((dot) => getComputedStyle(dot).backgroundImage.split('(')[0]);
      expect(images).to.deep.equal(Array(3).fill('radial-gradient'));
    });
  });

  describe('elements for a shopper who prefers reduced motion', () => {
    useLinkWindows();

    for (const [reducedMotion, animation] of [
      ['reduce', 'none'],
      ['no-preference', 'turn'],
    ] as const) {
      it(`have a spinner whose animation is ${animation} with ${reducedMotion}`, async () => {
        await emulateMedia({ reducedMotion });
        proxy.hold();
        const element = await showButton('<prequal-button location="a"></prequal-button>');
        element.click();
        await element.updateComplete;
        expect(getComputedStyle(part(element, 'spinner')!).animationName).to.equal(animation);
      });
    }
  });

  describe('elements at 400% zoom', () => {
    // At 400%, a window of 1280 by 1024 pixels has this many CSS pixels (WCAG 2.2, 1.4.10).
    beforeEach(() => setViewport({ width: 320, height: 256 }));
    afterEach(() => setViewport({ width: 800, height: 600 }));

    it('fit into the page', async () => {
      await settled(estimate);
      await show(textButton);
      expect(document.documentElement.scrollWidth).to.be.at.most(320);
    });

    for (const [what, opened] of dialogs) {
      it(`have ${what} within reach, down to the last button`, async () => {
        const dialog = await opened();
        const { left, right, top, bottom } = boxOf(dialog);
        expect(Math.min(left, top), 'left and top').to.be.at.least(0);
        expect([right <= 320, bottom <= 256], 'right and bottom').to.deep.equal([true, true]);
        expect(dialog.scrollWidth).to.be.at.most(dialog.clientWidth);
        const last = [...dialog.querySelectorAll('button')].at(-1)!;
        last.scrollIntoView();
        const box = boxOf(last);
        expect(box.top >= 0 && box.bottom <= 256).to.equal(true);
      });
    }
  });
} else notRun('forced colors, little motion and zoom', 'no test can ask this browser for them');
