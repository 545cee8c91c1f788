/** The reason of a rejected purchase is in the log, but not in the response. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { signPurchase, type FinancingProxyOptions } from '../../../src/proxy/index.js';
import { assertAbsent } from '../../support/assertions.js';
import { samples } from '../../support/samples.js';
import { assertRefused, createTestProxy } from '../../support/test-proxy.js';

const purchaseSecret = 'purchase-secret-7b1d';
const purchase = { amount: 129987.65, transactionId: 'order-7f3a', location: 'main-street' };
const now = Math.floor(Date.now() / 1000);
const valid = { ...purchase, exp: now + 3600 };

/** Returns a token with a correct signature, whatever the payload is. */
function tokenOf(payload: object): string {
  const signed = `v1.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', purchaseSecret).update(signed).digest('base64url')}`;
}

/** Sends a request with each token, and returns the option and reason of each log entry. */
async function reject(tokens: readonly string[], options: Partial<FinancingProxyOptions> = {}) {
  const proxy = createTestProxy({ trustPageAmount: false, purchaseSecret, ...options });
  const body = { ...(samples.createPayOverTimeLink.body as object), ...purchase };
  const details: string[] = [];
  for (const token of tokens) {
    const headers = { 'financing-purchase': token };
    const response = await proxy.send('createPayOverTimeLink', { body, headers });
    const { detail } = assertRefused(proxy, response, 403, 'purchase-not-verified');
    details.push(detail);
    const values = ['order-7f3a', '129987.65', ...(token ? [token] : [])];
    assertAbsent(JSON.stringify([response.body, proxy.log]), ...values);
  }
  assert.equal(new Set(details).size, 1, 'responses must not differ');
  const refusals = proxy.log.filter(({ event }) => event === 'refused');
  return refusals.map(({ option, reason }) => [option, reason]);
}

describe('The log of a rejected purchase', () => {
  it('has a reason for each wrong token', async () => {
    const tokens = {
      'no-token': '',
      malformed: 'eyJhbGciOiJIUzI1NiJ9.e30.x',
      'wrong-signature': await signPurchase(valid, 'another-secret-0000'),
      'invalid-payload': tokenOf({ ...valid, amount: '129987.65' }),
      expired: tokenOf({ ...valid, exp: now - 60 }),
      'expires-too-late': tokenOf({ ...valid, exp: valid.exp * 1000 }),
      'other-amount': tokenOf({ ...valid, amount: 5 }),
      'other-transaction': tokenOf({ ...valid, transactionId: 'order-2' }),
      'other-location': tokenOf({ ...valid, location: 'harbour' }),
    };
    assert.deepEqual(
      await reject(Object.values(tokens)),
      Object.keys(tokens).map((reason) => ['purchaseSecret', reason]),
    );
  });

  it('has an entry for each rejection, even for equal ones', async () => {
    const lines = await reject(['', '', '']);
    assert.equal(lines.length, 3);
  });

  it('has at most 60 entries a minute, and then one per reason', async (t) => {
    const now = Math.ceil(performance.now());
    const clock = t.mock.method(performance, 'now', () => now);
    const proxy = createTestProxy({ trustPageAmount: false, purchaseSecret, rateLimit: 1_000 });
    const sendMany = async (token: string, count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        await proxy.send('createPayOverTimeLink', { headers: { 'financing-purchase': token } });
      }
      return proxy.log.filter(({ event }) => event === 'refused').length;
    };
    assert.equal(await sendMany('x', 100), 61);
    assert.equal(await sendMany(tokenOf({ ...valid, exp: 1 }), 100), 62);
    clock.mock.mockImplementation(() => now + 60_000);
    assert.equal(await sendMany('x', 10), 72);
  });

  it('accepts a token within purchaseMaxAge', async () => {
    const headers = { 'financing-purchase': tokenOf({ ...valid, exp: now + 2 * 86_400 }) };
    const options = { trustPageAmount: false, purchaseSecret, purchaseMaxAge: 3 * 86_400 };
    const { send } = createTestProxy(options);
    assert.equal((await send('createPayOverTimeLink', { body: purchase, headers })).status, 200);
  });

  it('has the reason no-secret without purchaseSecret', async () => {
    const lines = await reject([tokenOf(valid)], { purchaseSecret: undefined });
    assert.deepEqual(lines, [['purchaseSecret', 'no-secret']]);
  });

  for (const [reason, resolved] of [
    ['no-purchase', undefined],
    ['invalid-purchase', { amount: 'a lot' }],
    ['other-amount', { amount: 5 }],
    ['other-transaction', { amount: 129987.65, transactionId: 'order-2' }],
    ['other-location', { amount: 129987.65, location: 'harbour' }],
  ] as const) {
    it(`has the reason ${reason} for a result of resolvePurchase`, async () => {
      const lines = await reject([''], { resolvePurchase: () => resolved });
      assert.deepEqual(lines, [['resolvePurchase', reason]]);
    });
  }

  it('has the reason of the token if resolvePurchase returns nothing', async () => {
    const expired = tokenOf({ ...valid, exp: now - 60 });
    const lines = await reject([expired], { resolvePurchase: () => undefined });
    assert.deepEqual(lines, [['purchaseSecret', 'expired']]);
  });
});
