import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import type { FinancingProxyOptions } from '../../../src/proxy/index.js';
import { signPurchase, verifyPurchase } from '../../../src/proxy/purchase-token.js';
import { samples } from '../../support/samples.js';
import { assertRefused, createTestProxy } from '../../support/test-proxy.js';

const purchaseSecret = 'purchase-secret-7b1d';
const now = Math.floor(Date.now() / 1000) * 1000;
const day = 86_400;

const purchase = { amount: 1299, transactionId: 'order-1', location: 'main-street' };

/** A token of a back end that signs any `exp`, as it is written in JSON. */
function tokenExpiringAt(exp: number | string): string {
  const json = JSON.stringify(purchase).replace('}', `,"exp":${exp}}`);
  const signed = `v1.${Buffer.from(json).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', purchaseSecret).update(signed).digest('base64url')}`;
}

describe('A purchase token', () => {
  it('is valid up to a day before it expires, and not a moment earlier', async () => {
    const exp = now / 1000 + day;
    assert.ok((await verifyPurchase(tokenExpiringAt(exp), purchaseSecret, now)).purchase);
    assert.equal(
      (await verifyPurchase(tokenExpiringAt(exp), purchaseSecret, now - 1)).purchase,
      undefined,
    );
  });

  it('may be valid for longer with purchaseMaxAge', async () => {
    const token = tokenExpiringAt(now / 1000 + 2 * day);
    assert.ok((await verifyPurchase(token, purchaseSecret, now, 2 * day)).purchase);
    assert.equal(
      (await verifyPurchase(token, purchaseSecret, now - 1, 2 * day)).purchase,
      undefined,
    );
  });

  async function send(exp: number | string, options: Partial<FinancingProxyOptions> = {}) {
    const proxy = createTestProxy({ trustPageAmount: false, purchaseSecret, ...options });
    const body = { ...(samples.createPayOverTimeLink.body as object), ...purchase };
    const headers = { 'financing-purchase': tokenExpiringAt(exp) };
    return { proxy, response: await proxy.send('createPayOverTimeLink', { body, headers }) };
  }

  for (const [what, exp] of Object.entries({
    'in milliseconds': now + 3_600_000,
    'in the far future': '1e308',
    'an hour more than a day ahead': now / 1000 + day + 3_600,
  })) {
    it(`is refused by the proxy with an exp ${what}`, async () => {
      const { proxy, response } = await send(exp);
      assertRefused(proxy, response, 403, 'purchase-not-verified');
    });
  }

  it('is taken by the proxy within purchaseMaxAge', async () => {
    const { response } = await send(now / 1000 + 2 * day, { purchaseMaxAge: 3 * day });
    assert.equal(response.status, 200, response.text);
  });
});

describe('signPurchase()', () => {
  for (const [what, exp] of Object.entries({
    'in milliseconds': now + 3_600_000,
    'of 1e308': 1e308,
    'that is a lifetime': 3_600,
    'that has passed': now / 1000 - 1,
    'an hour more than a day ahead': now / 1000 + day + 3_600,
  })) {
    it(`refuses an exp ${what}, and says what it is`, async () => {
      const signed = signPurchase({ ...purchase, exp }, purchaseSecret);
      await assert.rejects(
        signed,
        /purchase\.exp is not a time in Unix seconds, later than now by at most 86400/,
      );
    });
  }

  it('signs an exp exactly a day ahead', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now });
    const signed = signPurchase({ ...purchase, exp: now / 1000 + day }, purchaseSecret);
    assert.match(await signed, /^v1\./);
  });

  it('signs more with the maxAge of the proxy', async () => {
    const exp = now / 1000 + 2 * day;
    const signed = signPurchase({ ...purchase, exp }, purchaseSecret, { maxAge: 2 * day });
    assert.match(await signed, /^v1\./);
  });
});
