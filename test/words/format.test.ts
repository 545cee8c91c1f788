import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { creditTermsOf, inWords } from '../../src/words/estimate-words.js';
import { languages, textIn } from '../../src/elements/element-text.js';

// oxfmt-ignore
const numbers = [
  0, 0.005, 0.01, 0.1, 1, 9.99, 9.995, 10, 29.9, 45.72, 99.999, 100, 999.99, 999.995, 1000, 1.005,
  1.015, 1.025, 1e-7, 1299, 12_345.6, 123_456.78, 1_234_567.89, 999_999_999.99,
];

/** Replaces special spaces with their code points, because they look alike in a failure. */
function visible(text: string): string {
  return text.replaceAll(
    /[^\S ]/g,
    (space) => `<U+${space.charCodeAt(0).toString(16).padStart(4, '0')}>`,
  );
}

for (const language of languages()) {
  const locale = `${language}-US`;
  const text = {
    ...textIn(language),
    payment: '{payment}',
    downPayment: '{downPayment}',
    apr: '{apr}',
  };

  describe(`money and percent in ${locale}`, () => {
    const dollars = { style: 'currency', currency: 'USD' } as const;
    const full = new Intl.NumberFormat(locale, dollars);
    const short = new Intl.NumberFormat(locale, {
      ...dollars,
      trailingZeroDisplay: 'stripIfInteger',
    });
    const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });

    for (const number of numbers) {
      it(`formats ${number} like Intl`, () => {
        const numbers = { monthlyAmount: number, downPayment: number, apr: number };
        const terms = creditTermsOf({ id: '', ...numbers, amountFinanced: number }, {});
        const words = inWords(text, terms, {});
        assert.equal(visible(words.payment[1]!), visible(full.format(number)));
        assert.equal(visible(words.downPayment), visible(short.format(number)));
        if (number < 999 && number !== 1e-7)
          assert.equal(visible(words.apr), visible(rate.format(Number(`${number}e-2`))));
      });
    }
  });
}
