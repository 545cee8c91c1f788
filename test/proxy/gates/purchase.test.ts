import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProblemError } from '../../../src/proxy/problems.js';
import { checkPurchase, type PurchaseOptions } from '../../../src/proxy/policy.js';
import { signPurchase } from '../../../src/proxy/purchase-token.js';
import { assertAbsent, rejection } from '../../support/assertions.js';
import { shop } from '../../support/test-proxy.js';

const purchaseSecret = 'purchase-secret-7b1d';
const body = { location: 'main-street', amount: 1299.99, transactionId: 'order-1' };
const exp = Math.floor(Date.now() / 1000) + 3600;

function requestWith(token?: string): Request {
  return new Request(shop, { headers: token === undefined ? {} : { 'financing-purchase': token } });
}

async function assertRefused(options: PurchaseOptions, request = requestWith(), asked = body) {
  const problem = await rejection(checkPurchase(options, request, asked), ProblemError);
  assert.deepEqual([problem.status, problem.code], [403, 'purchase-not-verified']);
  return problem;
}

describe('checkPurchase({ purchaseSecret })', () => {
  it('takes what a token vouches for', async () => {
    const token = await signPurchase({ ...body, exp }, purchaseSecret);
    const isVerified = await checkPurchase({ purchaseSecret }, requestWith(token), body);
    assert.equal(isVerified, true, 'with the transactionId');
  });

  it('takes any location with a token that names none', async () => {
    const { amount, transactionId } = body;
    const token = await signPurchase({ amount, transactionId, exp }, purchaseSecret);
    await checkPurchase({ purchaseSecret }, requestWith(token), body);
  });

  it('takes the float noise of a back end for the cents that it means', async () => {
    const amount = Array.from({ length: 100 }, () => 0.1).reduce((sum, price) => sum + price);
    const token = await signPurchase({ ...body, amount, exp }, purchaseSecret);
    await checkPurchase({ purchaseSecret }, requestWith(token), { ...body, amount: 10 });
  });

  it('refuses a request without a token', async () => {
    for (const request of [requestWith(), requestWith('')]) {
      const { extras } = await assertRefused({ purchaseSecret }, request);
      assert.equal(extras.cause, undefined, 'a refusal is no failure');
    }
  });

  const changes: Record<string, object> = {
    'an amount a cent higher': { amount: 1300 },
    'an amount a cent lower': { amount: 1299.98 },
    'an amount in cents': { amount: 129_999 },
    'an amount with a third decimal': { amount: 1299.991 },
    'another location': { location: 'harbour' },
    'another transactionId': { transactionId: 'order-2' },
    'a transactionId in other case': { transactionId: 'Order-1' },
    'an exp that has passed': { exp: exp - 7200 },
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`refuses a token with ${what}`, async () => {
      const token = await signPurchase({ ...body, exp, ...change }, purchaseSecret);
      const { detail } = await assertRefused({ purchaseSecret }, requestWith(token));
      assertAbsent(detail, token, 'order-', '1299');
    });
  }

  it('refuses a token of another secret', async () => {
    const token = await signPurchase({ ...body, exp }, 'another-secret-0000');
    await assertRefused({ purchaseSecret }, requestWith(token));
  });

  it('refuses a token with its MAC cut', async () => {
    const token = await signPurchase({ ...body, exp }, purchaseSecret);
    await assertRefused({ purchaseSecret }, requestWith(token.slice(0, -1)));
  });
});

describe('checkPurchase({ resolvePurchase })', () => {
  const taken: Record<string, PurchaseOptions['resolvePurchase']> = {
    'the same purchase': () => body,
    'a promise of it': async () => body,
    'the amount alone': () => ({ amount: 1299.99 }),
    'more fields than are asked for': () => ({ ...body, currency: 'USD' }),
  };
  for (const [what, resolvePurchase] of Object.entries(taken)) {
    it(`takes the amount when it answers ${what}`, async () => {
      const isVerified = await checkPurchase({ resolvePurchase }, requestWith(), body);
      assert.equal(isVerified, what !== 'the amount alone', 'with the transactionId');
    });
  }

  const refused: Record<string, () => unknown> = {
    nothing: () => undefined,
    null: () => null,
    true: () => true,
    'another amount': () => ({ ...body, amount: 1 }),
    'no amount': () => ({ transactionId: 'order-1' }),
    'the amount as text': () => ({ ...body, amount: '1299.99' }),
    NaN: () => ({ amount: NaN }),
    'another transactionId': () => ({ ...body, transactionId: 'order-2' }),
    'another location': () => ({ ...body, location: 'harbour' }),
  };
  for (const [what, answer] of Object.entries(refused)) {
    it(`refuses the amount when it answers ${what}`, async () => {
      const resolvePurchase = answer as NonNullable<PurchaseOptions['resolvePurchase']>;
      const { extras } = await assertRefused({ resolvePurchase });
      assert.equal(extras.cause, undefined);
    });
  }

  it('shows it the request and the body', async () => {
    const request = requestWith();
    const seen: unknown[] = [];
    const resolvePurchase = (...shown: unknown[]) => (seen.push(...shown), body);
    await checkPurchase({ resolvePurchase }, request, body);
    assert.deepEqual(seen, [request, body]);
  });

  it('shows it a copy of the body, so that nothing else is sent than what was checked', async () => {
    const resolvePurchase: PurchaseOptions['resolvePurchase'] = (_request, shown) =>
      Object.assign(shown, { amount: 1 });
    await assertRefused({ resolvePurchase });
    assert.equal(body.amount, 1299.99);
  });

  const failure = new Error('no database');
  const failures: Record<string, () => never | Promise<never>> = {
    throws: () => {
      throw failure;
    },
    rejects: async () => Promise.reject(failure),
  };
  for (const [what, resolvePurchase] of Object.entries(failures)) {
    it(`refuses the amount when it ${what}, and says why to the log`, async () => {
      const { extras } = await assertRefused({ resolvePurchase });
      assert.equal(extras.cause, failure);
    });
  }

  for (const nothing of [undefined, null]) {
    it(`has something for the log even when it throws ${nothing}`, async () => {
      const { extras } = await assertRefused({ resolvePurchase: () => Promise.reject(nothing) });
      assert.ok(extras.cause instanceof TypeError);
    });
  }

  it('refuses the amount when it does not settle within 5 s', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const resolvePurchase = () => new Promise<undefined>(() => undefined);
    const refusal = assertRefused({ resolvePurchase });
    t.mock.timers.tick(5_000);
    assert.equal(((await refusal).extras.cause as Error).name, 'TimeoutError');
  });

  it('is not waited for once the caller has gone', async () => {
    const caller = new AbortController();
    const request = new Request(shop, { signal: caller.signal });
    const resolvePurchase = () => {
      caller.abort();
      return new Promise<undefined>(() => undefined);
    };
    const { extras } = await assertRefused({ resolvePurchase }, request);
    assert.equal((extras.cause as Error).name, 'AbortError');
  });

  it('is not asked when a token vouches for the amount', async () => {
    const token = await signPurchase({ ...body, exp }, purchaseSecret);
    const resolvePurchase = () => assert.fail('It was asked');
    await checkPurchase({ purchaseSecret, resolvePurchase }, requestWith(token), body);
  });

  it('may vouch for what a token does not', async () => {
    const options = { purchaseSecret, resolvePurchase: () => body };
    await checkPurchase(options, requestWith('v1.x.y'), body);
  });
});

describe('checkPurchase({ trustPageAmount })', () => {
  it('takes any amount when it is true', async () => {
    const isVerified = await checkPurchase({ trustPageAmount: true }, requestWith(), body);
    assert.equal(isVerified, false, 'with the transactionId');
  });

  it('refuses each amount when it is not, even with a token that cannot be checked', async () => {
    const token = await signPurchase({ ...body, exp }, purchaseSecret);
    for (const trustPageAmount of [undefined, false, 'true' as unknown as boolean]) {
      await assertRefused({ trustPageAmount }, requestWith(token));
    }
  });
});
