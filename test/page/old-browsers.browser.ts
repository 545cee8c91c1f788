/** Imitates browsers older than the baseline by removing the features that they don't have. */
import { expect } from '@open-wc/testing';
import { until } from '../support/until.js';
import { estimate, nothingWrong, open, opensDetails, script, shown } from './built-page.js';

const browsers = {
  'Safari 17.3, without checkVisibility': 'delete Element.prototype.checkVisibility;',
  'Safari 16.3, also without adopted style sheets': `
    delete Element.prototype.checkVisibility;
    delete Document.prototype.adoptedStyleSheets;
    delete ShadowRoot.prototype.adoptedStyleSheets;
    delete CSSStyleSheet.prototype.replace;
    delete CSSStyleSheet.prototype.replaceSync;
    const { prototype } = CSSStyleSheet;
    CSSStyleSheet = function () { throw new TypeError('Illegal constructor'); };
    CSSStyleSheet.prototype = prototype;`,
};

describe('dist/elements.js in', () => {
  for (const [browser, missing] of Object.entries(browsers)) {
    const take = `<script>${missing}</script>`;

    it(`${browser}, shows a styled line, and opens and closes its details`, async () => {
      const page = await open(`${take}${estimate}${script}`);
      expect(await shown(page)).to.equal('Estimated $100.00/mo');
      const { shadowRoot } = page.document.querySelector('financing-estimate')!;
      const amount = shadowRoot!.querySelector('[part=amount]')!;
      expect(page.view.getComputedStyle(amount).fontWeight).to.equal('600');
      expect(await opensDetails(page)).to.equal(true);
      const dialog = shadowRoot!.querySelector('dialog')!;
      expect(page.view.getComputedStyle(dialog).boxSizing).to.equal('border-box');
      dialog.querySelector<HTMLElement>('[part=dialog-close]')!.click();
      await until(() => !shadowRoot!.querySelector('dialog'));
      expect(amount.getClientRects().length).to.equal(1);
      expect(page.wrong).to.deep.equal(nothingWrong);
    });

    it(`${browser}, gives no space to an amount that can't be financed, until it can`, async () => {
      const page = await open(
        `${take}<financing-estimate amount="25"></financing-estimate><pay-over-time-button amount="25" transaction-id="t" location="a"></pay-over-time-button>${script}`,
      );
      const line = page.document.querySelector('financing-estimate')!;
      const button = page.document.querySelector('pay-over-time-button')!;
      await until(() => line.status === 'unavailable');
      await until(() => !line.getClientRects().length && !button.getClientRects().length);
      line.amount = button.amount = 1000;
      await until(() => line.getClientRects().length && button.getClientRects().length);
      expect(await shown(page)).to.equal('Estimated $100.00/mo');
      expect(page.wrong).to.deep.equal(nothingWrong);
    });
  }
});
