import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { creditTermsOf } from '../../../src/elements/financing-estimate/credit-terms.js';

/** $520 for 12 months at 9.99 %. */
const estimate = { id: '', monthlyAmount: 45.72, amountFinanced: 520, downPayment: 0, apr: 9.99 };
/** No whole number of payments repays it. */
const odd = { ...estimate, apr: 0, amountFinanced: 250, monthlyAmount: 100 };

function read(of: typeof estimate, reader: { aprUnit?: unknown; termMonths?: unknown }) {
  return creditTermsOf(of, reader as Parameters<typeof creditTermsOf>[1]);
}

describe('creditTermsOf()', () => {
  it('derives the term of an APR in percent', () => {
    assert.deepEqual(read(estimate, {}), { ...estimate, months: 12 });
    assert.deepEqual(read(estimate, { aprUnit: 'percent' }), { ...estimate, months: 12 });
  });

  it('takes an APR as a fraction where its element says so', () => {
    const terms = read({ ...estimate, apr: 0.0999 }, { aprUnit: 'fraction' });
    assert.ok(Math.abs(terms.apr - 9.99) < 1e-9);
    assert.equal(terms.months, 12);
  });

  it('prefers the term that the estimate implies to that of its element', () => {
    assert.equal(read(estimate, { termMonths: 24 }).months, 12);
  });

  it('takes the term of its element where the estimate implies none', () => {
    assert.equal(read(odd, { termMonths: 3 }).months, 3);
  });

  it('has no term where its element has none that counts', () => {
    for (const termMonths of [undefined, null, NaN, 0, -3, 2.5, '3']) {
      assert.equal(read(odd, { termMonths }).months, undefined);
    }
  });
});
