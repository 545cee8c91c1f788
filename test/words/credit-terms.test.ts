import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { creditTermsOf } from '../../src/words/estimate-words.js';

/** $520 for 12 months at 9.99%. */
const estimate = { id: '', monthlyAmount: 45.72, amountFinanced: 520, downPayment: 0, apr: 9.99 };
/** No whole number of payments repays it. */
const odd = { ...estimate, apr: 0, amountFinanced: 250, monthlyAmount: 100 };

describe('creditTermsOf()', () => {
  it('derives the term from an APR in percent', () => {
    const cents = { monthlyCents: 4_572, financedCents: 52_000, downPaymentCents: 0 };
    for (const options of [{}, { aprUnit: 'percent' }])
      assert.deepEqual(creditTermsOf(estimate, options), { ...cents, apr: 9.99, months: 12 });
  });

  it('reads an APR as a fraction if its element says so', () => {
    const terms = creditTermsOf({ ...estimate, apr: 0.0999 }, { aprUnit: 'fraction' });
    assert.ok(Math.abs(terms.apr - 9.99) < 1e-9);
    assert.equal(terms.months, 12);
  });

  it('prefers the term that the estimate implies to the element’s term', () => {
    assert.equal(creditTermsOf(estimate, { termMonths: 24 }).months, 12);
  });

  it('uses the element’s term if the estimate implies none', () => {
    assert.equal(creditTermsOf(odd, { termMonths: 3 }).months, 3);
  });

  it('has no term if the element’s term is invalid', () => {
    for (const termMonths of [undefined, null, NaN, 0, -3, 2.5, '3']) {
      assert.equal(creditTermsOf(odd, { termMonths }).months, undefined);
    }
  });
});

/** Returns the monthly payment that repays an amount, to the cent. */
function payment(amountFinanced: number, apr: number, months: number): number {
  const rate = apr / 1200;
  const exact = rate
    ? (amountFinanced * rate) / (1 - (1 + rate) ** -months)
    : amountFinanced / months;
  return Math.round(exact * 100) / 100;
}

function termOf(amountFinanced: number, apr: number, monthlyAmount: number): number | undefined {
  return creditTermsOf({ ...estimate, amountFinanced, apr, monthlyAmount }, {}).months;
}

describe('The term that an estimate implies', () => {
  for (const amount of [60, 299.99, 1299, 5000, 20_000]) {
    for (const apr of [0, 9.99, 29.99]) {
      for (const months of [3, 6, 12, 18]) {
        it(`is ${months} months for $${amount} at ${apr} %`, () => {
          assert.equal(termOf(amount, apr, payment(amount, apr, months)), months);
        });
      }
    }
  }

  it('can be a single month', () => {
    assert.equal(termOf(100, 0, 100), 1);
    assert.equal(termOf(100, 9.99, payment(100, 9.99, 1)), 1);
  });

  for (const [amount, apr, monthly, why] of [
    [100, 0, 100 / 2.5, 'a half of a month'],
    [100, 0, 100 / 3.26, 'just over a quarter off'],
    [100, 0, 1000, 'less than one payment'],
    [1000, 24, 20, 'a payment that covers only the interest'],
    [1000, 24, 10, 'a payment under the interest'],
  ] as const) {
    it(`is missing for ${why}`, () => {
      assert.equal(termOf(amount, apr, monthly), undefined);
    });
  }

  it('can be off by a quarter of a month', () => {
    assert.equal(termOf(325, 0, 100), 3);
  });
});
