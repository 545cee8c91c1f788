import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { parseAmount } from '../../src/internal/dollars.js';
import type { EstimateItem } from '../../src/contract/index.js';
import { property } from '../support/property.js';
import { inapplicable } from '../support/samples.js';
import { createTestProxy, type TestProxy } from '../support/test-proxy.js';

/** Creates a proxy for each property, because the last request of a property may still be in flight when its time is up. */
const createProxy = () => createTestProxy({ rateLimit: 1_000_000, cacheTtl: 0 });

/** Returns the response, and the amount that reached the service, if any. */
async function send(proxy: TestProxy, totalAmount: number) {
  proxy.service.calls.length = 0;
  const response = await proxy.send('estimatePayments', { body: [{ id: 'a', totalAmount }] });
  const [call] = proxy.service.calls;
  const [item] = (call?.body ?? []) as EstimateItem[];
  return { response, upstream: item?.totalAmount };
}

const cents = fc.oneof(fc.nat(1_000_000), fc.nat(100_000_000_000));
const dollars = cents.map((count) => count / 100);
const sums = fc.array(dollars, { maxLength: 20 }).map((all) => all.reduce((a, b) => a + b, 0));
const numbers = fc.oneof(dollars, sums, fc.double({ noNaN: true, noDefaultInfinity: true }));

/** Amounts as shops write them, and as they shouldn't. */
const written = fc.oneof(
  fc.tuple(fc.constantFrom('', '$', '$ ', '-', '€'), dollars).map(([sign, n]) => sign + n),
  fc.tuple(fc.constantFrom('$', ''), dollars).map(([sign, n]) => sign + n.toLocaleString('en-US')),
  dollars.map((n) => n.toLocaleString('de-DE', { minimumFractionDigits: 2 })),
  fc.tuple(fc.nat(2_000), fc.stringMatching(/^[.,]\d{0,5}$/)).map(([whole, rest]) => whole + rest),
  fc.stringMatching(/^[$ ,.0-9eE+-]{1,12}$/),
);

describe('An amount', () => {
  const [understood, taken] = [createProxy(), createProxy()];

  property(
    'from a page reaches the service unchanged',
    [fc.oneof(written, numbers)],
    async (amount) => {
      const read = parseAmount(amount);
      if (read === undefined) return;
      const { upstream } = await send(understood, read);
      assert.equal(upstream, read);
    },
  );

  property(
    "that is a number is rounded to cents, or can't be financed",
    [numbers],
    async (amount) => {
      const { response, upstream } = await send(taken, amount);
      assert.equal(response.status, 200, response.text);
      if (upstream === undefined) {
        assert.ok(amount < 0.005 || amount >= 999_999_999.995, String(amount));
        assert.deepEqual(response.body, [inapplicable('a')]);
        return;
      }
      assert.ok(Math.abs(upstream - amount) < 0.005_000_1, `${amount} became ${upstream}`);
      assert.equal(parseAmount(upstream), upstream);
      assert.equal(parseAmount(String(upstream)), upstream);
    },
  );
});
