import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signPurchase, type FinancingProxyOptions } from '../../../src/proxy/index.js';
import { createTestWebhooks } from '../../support/test-proxy.js';

const purchaseSecret = 'purchase-secret-7b1d';
const purchase = { amount: 1299, transactionId: 'order-1', location: 'main-street' };

/** Returns true if a link gets a status token. */
async function hasToken(
  options: Partial<FinancingProxyOptions>,
  operation: 'createPayOverTimeLink' | 'createPrequalLink',
  headers: Readonly<Record<string, string>> = {},
) {
  const { send } = createTestWebhooks({ trustPageAmount: false, ...options });
  const body =
    operation === 'createPrequalLink'
      ? [{ location: 'main-street', referral: 'order-1' }]
      : purchase;
  const response = await send(operation, { body, headers });
  assert.equal(response.status, 200, response.text);
  return response.headers.has('financing-link-token');
}

describe('With verifiedStatusOnly, a status token', () => {
  const only = { verifiedStatusOnly: true, purchaseSecret };

  it('is created for a purchase token', async () => {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const headers = {
      'financing-purchase': await signPurchase({ ...purchase, exp }, purchaseSecret),
    };
    assert.equal(await hasToken(only, 'createPayOverTimeLink', headers), true);
    const trusting = { ...only, trustPageAmount: true };
    assert.equal(await hasToken(trusting, 'createPayOverTimeLink', headers), true);
  });

  it('is created if resolvePurchase returns the transactionId', async () => {
    const options = { ...only, resolvePurchase: () => purchase };
    assert.equal(await hasToken(options, 'createPayOverTimeLink'), true);
  });

  it("isn't created if resolvePurchase returns only the amount", async () => {
    const options = { ...only, resolvePurchase: () => ({ amount: purchase.amount }) };
    assert.equal(await hasToken(options, 'createPayOverTimeLink'), false);
  });

  it("isn't created for data of the page", async () => {
    const options = { ...only, trustPageAmount: true };
    assert.equal(await hasToken(options, 'createPayOverTimeLink'), false);
    assert.equal(await hasToken(only, 'createPrequalLink'), false);
  });
});
