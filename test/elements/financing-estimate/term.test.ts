import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { derivedTerm } from '../../../src/elements/financing-estimate/term.js';

/** The monthly payment that repays an amount, to the cent. */
function payment(amountFinanced: number, apr: number, months: number): number {
  const rate = apr / 1200;
  const exact = rate
    ? (amountFinanced * rate) / (1 - (1 + rate) ** -months)
    : amountFinanced / months;
  return Math.round(exact * 100) / 100;
}

function termOf(amountFinanced: number, apr: number, monthlyAmount: number): number | undefined {
  return derivedTerm({ id: '', amountFinanced, apr, monthlyAmount, downPayment: 0 });
}

describe('derivedTerm()', () => {
  for (const amount of [60, 299.99, 1299, 5000, 20_000]) {
    for (const apr of [0, 9.99, 29.99]) {
      for (const months of [3, 6, 12, 18]) {
        it(`finds ${months} months for $${amount} at ${apr} %`, () => {
          assert.equal(termOf(amount, apr, payment(amount, apr, months)), months);
        });
      }
    }
  }

  it('finds a single month', () => {
    assert.equal(termOf(100, 0, 100), 1);
    assert.equal(termOf(100, 9.99, payment(100, 9.99, 1)), 1);
  });

  for (const [amount, apr, monthly, why] of [
    [100, 0, 100 / 2.5, 'a half of a month'],
    [100, 0, 100 / 3.26, 'just over a quarter off'],
    [100, 0, 1000, 'less than one payment'],
    [1000, 24, 20, 'a payment of the interest alone'],
    [1000, 24, 10, 'a payment under the interest'],
  ] as const) {
    it(`finds none for ${why}`, () => {
      assert.equal(termOf(amount, apr, monthly), undefined);
    });
  }

  it('finds one that is a quarter of a month off', () => {
    assert.equal(termOf(325, 0, 100), 3);
  });
});
