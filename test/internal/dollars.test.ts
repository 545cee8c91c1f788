import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAmount } from '../../src/internal/dollars.js';

const understood: [unknown, number][] = [
  ['1299', 1299],
  ['1299.00', 1299],
  ['1299.5', 1299.5],
  ['1,299.00', 1299],
  ['$1,299.00', 1299],
  [' $1,299 ', 1299],
  ['$ 1299', 1299],
  ['US$1,299.00', 1299],
  ['USD 1,299.00', 1299],
  ['USD1299', 1299],
  ['$1,299.00 USD', 1299],
  ['10 USD', 10],
  ['US $1,299.00', 1299],
  ['US\u00a0$1,299.00', 1299],
  ['\u200e\u2068$1,\u2060299\u200b.00\u2069\ufeff', 1299],
  ['1,234,567.89', 1_234_567.89],
  ['1299.000', 1299],
  ['1,299.000', 1299],
  ['19.9900', 19.99],
  ['0.01', 0.01],
  ['999,999,999.99', 999_999_999.99],
  [1299, 1299],
  [19.99, 19.99],
  [10n, 10],
];

// oxfmt-ignore
const refused: unknown[] = [
  '', ' ', 'abc', 'NaN', 'Infinity', '-5', '0', '0.00', '1e309', '1e3', '0x10',
  '1.299,00', '12,99', '1,2999', ',299', '1.299', '1299.001', '.99', '99.', '$', '1 299',
  '$10–$20', '10-20', '€10', 'CA$10', 'US10', 'USD', '10 CAD', 'usd 10', '$$10', '1_000',
  '١٢٩٩', '１２９９', '1.290', '2.500', '$125.000', '$ 1.000', '0.500', 'US$2.500',
  'USD 2.500', '2.500 USD', '1.299,00 USD',
  '1000000000', '999,999,999.999', '9'.repeat(400),
  0, -0, -5, NaN, Infinity, 0.001, Number.MIN_VALUE, 1_000_000_000, 0n, -1n,
  undefined, null, true, Symbol('10'), {}, [10], Object.create(null), new Date(), () => 10,
];

describe('parseAmount()', () => {
  for (const [amount, dollars] of understood) {
    it(`reads ${show(amount)} as ${dollars} dollars`, () => {
      assert.equal(parseAmount(amount), dollars);
    });
  }

  for (const amount of refused) {
    it(`rejects ${show(amount)}`, () => {
      assert.equal(parseAmount(amount), undefined);
    });
  }

  it('ignores floating-point noise', () => {
    assert.equal(parseAmount(0.1 + 0.2), 0.3);
    assert.equal(parseAmount(String(0.1 + 0.2)), 0.3);
  });

  it('reads every price up to $1,000, to the cent', () => {
    for (let cents = 1; cents <= 100_000; cents++) {
      assert.equal(parseAmount((cents / 100).toFixed(2)), cents / 100);
      assert.equal(parseAmount(cents / 100), cents / 100);
    }
  });
});

function show(amount: unknown): string {
  if (typeof amount === 'string') return JSON.stringify(amount.slice(0, 20));
  return typeof amount === 'object' ? JSON.stringify(amount) : `${typeof amount} ${String(amount)}`;
}
