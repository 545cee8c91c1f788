import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { money, percent, shortMoney } from '../../../src/elements/financing-estimate/format.js';

const numbers = [
  ...[0, 0.005, 0.01, 0.1, 1, 9.99, 9.995, 10, 29.9, 45.72, 99.999, 100, 999.99, 999.995, 1000],
  ...[1.005, 1.015, 1.025, 1e-7, 1299, 12_345.6, 123_456.78, 1_234_567.89, 999_999_999.99],
];

for (const language of ['en-US', 'es-US']) {
  describe(`money and percent in ${language}`, () => {
    const dollars = { style: 'currency', currency: 'USD' } as const;
    const full = new Intl.NumberFormat(language, dollars);
    const short = new Intl.NumberFormat(language, {
      ...dollars,
      trailingZeroDisplay: 'stripIfInteger',
    });
    const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });

    for (const number of numbers) {
      it(`writes ${number} as Intl does`, () => {
        assert.equal(money(number), full.format(number));
        assert.equal(shortMoney(number), short.format(number));
        if (number < 999 && number !== 1e-7)
          assert.equal(percent(number), rate.format(Number(`${number}e-2`)));
      });
    }
  });
}
