/** The log says why a purchase was refused, and the page doesn't learn it. */
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

/** Asks for a link once per token, and returns the lines of the log. */
async function refuse(tokens: readonly string[], options: Partial<FinancingProxyOptions> = {}) {
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
  assert.equal(new Set(details).size, 1, 'the page learns no reason');
  const refusals = proxy.log.filter(({ event }) => event === 'refused');
  return refusals.map(({ option, reason }) => [option, reason]);
}

describe('The log of a refused purchase', () => {
  it('has a reason for each kind of refusal', async () => {
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
      await refuse(Object.values(tokens)),
      Object.keys(tokens).map((reason) => ['purchaseSecret', reason]),
    );
  });

  it('has a line for each refusal, also of the same kind within a minute', async () => {
    const lines = await refuse(['', '', '']);
    assert.equal(lines.length, 3);
  });

  it('has at most 60 lines a minute, and then one for each reason', async (t) => {
    const now = Math.ceil(performance.now());
    const clock = t.mock.method(performance, 'now', () => now);
    const proxy = createTestProxy({ trustPageAmount: false, purchaseSecret, rateLimit: 1_000 });
    const flood = async (token: string, count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        await proxy.send('createPayOverTimeLink', { headers: { 'financing-purchase': token } });
      }
      return proxy.log.filter(({ event }) => event === 'refused').length;
    };
    assert.equal(await flood('x', 100), 61);
    assert.equal(await flood(tokenOf({ ...valid, exp: 1 }), 100), 62);
    clock.mock.mockImplementation(() => now + 60_000);
    assert.equal(await flood('x', 10), 72);
  });

  it('says that the proxy has no secret', async () => {
    const lines = await refuse([tokenOf(valid)], { purchaseSecret: undefined });
    assert.deepEqual(lines, [['purchaseSecret', 'no-secret']]);
  });

  for (const [reason, resolved] of [
    ['no-purchase', undefined],
    ['invalid-purchase', { amount: 'a lot' }],
    ['other-amount', { amount: 5 }],
    ['other-transaction', { amount: 129987.65, transactionId: 'order-2' }],
    ['other-location', { amount: 129987.65, location: 'harbour' }],
  ] as const) {
    it(`says what resolvePurchase returned: ${reason}`, async () => {
      const lines = await refuse([''], { resolvePurchase: () => resolved });
      assert.deepEqual(lines, [['resolvePurchase', reason]]);
    });
  }

  it('is about the token if there is one, and resolvePurchase returns nothing', async () => {
    const expired = tokenOf({ ...valid, exp: now - 60 });
    const lines = await refuse([expired], { resolvePurchase: () => undefined });
    assert.deepEqual(lines, [['purchaseSecret', 'expired']]);
  });
});
