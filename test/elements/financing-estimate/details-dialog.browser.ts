/** What shoppers see in the details of an estimate. */
import { expect } from '@open-wc/testing';
import { createPage, part, readable, settled } from '../page.js';
import { until } from '../../support/until.js';

const free = { id: 'sofa', monthlyAmount: 25, amountFinanced: 300, downPayment: 0, apr: 0 };

/** Opens the details of an estimate. */
async function openDetails(estimate: object = {}, attributes = '', content = '') {
  createPage();
  const json = JSON.stringify({ ...free, ...estimate });
  const element = await settled(
    `<financing-estimate amount="300" estimate='${json}' ${attributes}>${content}</financing-estimate>`,
  );
  part(element, 'details-button')!.click();
  await until(() => part<HTMLDialogElement>(element, 'dialog')?.open);
  return element;
}

const textsOf = (element: Element, name: string) =>
  [...element.shadowRoot!.querySelectorAll(`[part~='${name}']`)].map((found) =>
    readable(found.textContent),
  );

describe('the details of <financing-estimate>', () => {
  for (const [lang, estimate, tiles, sentence] of [
    [
      'en',
      {},
      ['12 payments', '0% APR', '$0 due today'],
      '12 monthly payments at 0% APR. $0 due today.',
    ],
    [
      'es',
      {},
      ['12 pagos', '0% APR', '$0 hoy'],
      '12 pagos mensuales con una APR de 0%. $0 a pagar hoy.',
    ],
    [
      'en',
      { monthlyAmount: 300, downPayment: 60.5 },
      ['1 payment', '0% APR', '$60.50 due today'],
      '1 monthly payment at 0% APR. $60.50 due today.',
    ],
    [
      'es',
      { monthlyAmount: 48, apr: 9.99 },
      ['9.99% APR', '$0 hoy'],
      'Pagos mensuales con una APR de 9.99%. $0 a pagar hoy.',
    ],
  ] as const) {
    it(`show ${tiles.join(' | ')} as tiles, and read a sentence to screen readers`, async () => {
      const element = await openDetails(estimate, `lang="${lang}"`);
      expect(textsOf(element, 'tile')).to.deep.equal(tiles);
      expect(part(element, 'tiles')!.ariaHidden).to.equal('true');
      expect(readable(part(element, 'summary')!.querySelector('.spoken')!.textContent)).to.equal(
        sentence,
      );
    });
  }
});
