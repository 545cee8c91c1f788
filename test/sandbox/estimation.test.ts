import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verticals, type Vertical } from '../../src/contract/index.js';
import { estimate, termInMonths } from '../../src/sandbox/estimation.js';

const at = (totalAmount: number, vertical: Vertical = 'General_Retail') =>
  estimate({ id: 'a', totalAmount }, vertical);

describe('estimate()', () => {
  it('includes interest, to the cent', () => {
    assert.deepEqual(at(1299), {
      id: 'a',
      monthlyAmount: 114.2,
      amountFinanced: 1299,
      downPayment: 0,
      apr: 9.99,
      downPaymentPercent: 0,
    });
  });

  it('has equal payments at 0%', () => {
    const { monthlyAmount, apr } = at(1299, 'Dental');
    assert.deepEqual({ monthlyAmount, apr }, { monthlyAmount: 108.25, apr: 0 });
  });

  it('calculates the down payment from the amount financed', () => {
    assert.deepEqual(at(11_000, 'Car_Dealerships'), {
      id: 'a',
      monthlyAmount: 696.65,
      amountFinanced: 10_000,
      downPayment: 1000,
      apr: 29.99,
      downPaymentPercent: 10,
    });
  });

  for (const totalAmount of [60, 199.99, 200, 777.77, 1500, 20_000]) {
    for (const vertical of verticals) {
      it(`is paid off in the last month: $${totalAmount}, ${vertical}`, () => {
        const { amountFinanced, monthlyAmount, apr } = at(totalAmount, vertical);
        const months = termInMonths(totalAmount);
        let balance = amountFinanced;
        for (let month = 1; month <= months; month++) {
          balance += Math.round(balance * apr * 100 * (1 / 1200)) / 100 - monthlyAmount;
        }
        // Half a cent of rounding a month in the payment, and half a cent in the interest.
        assert.ok(Math.abs(balance) <= months * 0.015, `${balance} dollars are left`);
      });
    }
  }

  for (const totalAmount of [-5, 0, 59.99, 20_000.01, 1e308]) {
    it(`is inapplicable for $${totalAmount}`, () => {
      assert.deepEqual(at(totalAmount, 'Car_Dealerships'), {
        id: 'a',
        monthlyAmount: -1,
        amountFinanced: -1,
        downPayment: -1,
        apr: -1,
      });
    });
  }
});

describe('termInMonths()', () => {
  for (const [totalAmount, months] of [
    [60, 3],
    [199.99, 3],
    [200, 6],
    [499.99, 6],
    [500, 12],
    [1499.99, 12],
    [1500, 18],
    [20_000, 18],
  ] as const) {
    it(`is ${months} for $${totalAmount}`, () => {
      assert.equal(termInMonths(totalAmount), months);
    });
  }
});
