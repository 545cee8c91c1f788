import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkEventKinds } from '../../../src/contract/index.js';
import { samples } from '../../support/samples.js';
import {
  askStatus,
  assertProblem,
  createTestProxy,
  createTestWebhooks,
  linkToken,
  prequalToken,
  purchased,
  statusOf,
  tokenHeader,
} from '../../support/test-proxy.js';
import { signPurchase, type FinancingProxyOptions } from '../../../src/proxy/index.js';

const blog = 'https://blog.example';
const key = { 'idempotency-key': 'key-0123456789abcdef' };

const prequalified = {
  eventType: 'PREQUAL_COMPLETED',
  payload: { referral: 'cart-1', location: 'main-street' },
};

describe('Financing-Link-Token', () => {
  it('is in the response with a link, and is random', async () => {
    const token = await linkToken(createTestWebhooks());
    assert.match(token ?? '', /^[\w-]{43}$/);
    assert.notEqual(token, await linkToken(createTestWebhooks()));
  });

  it('is in the response with a pre-qualification link only if it has a referral', async () => {
    const proxy = createTestWebhooks();
    assert.match((await prequalToken(proxy)) ?? '', /^[\w-]{43}$/);
    assert.equal(await prequalToken(proxy, { referral: undefined }), null);
    assert.equal(await prequalToken(proxy, { referral: '' }), null);
  });

  it("isn't in a response if no webhooks are configured", async () => {
    const { send } = createTestProxy();
    const { headers } = await send('createPayOverTimeLink');
    assert.equal(headers.get(tokenHeader), null);
  });

  it('is the same in a replay', async () => {
    const proxy = createTestWebhooks();
    const first = await linkToken(proxy, {}, key);
    assert.ok(first);
    assert.equal(await linkToken(proxy, {}, key), first);
    assert.equal(proxy.service.calls.length, 1);
    assert.equal(await statusOf(proxy, first), 'pending');
  });

  it('is only in the response with the first link of a reference', async () => {
    const proxy = createTestWebhooks();
    assert.ok(await linkToken(proxy));
    assert.equal(await linkToken(proxy), null);
    assert.equal(await linkToken(proxy, {}, key), null);
    assert.equal(await linkToken(proxy, {}, key), null);
  });

  it("isn't used up by a link that failed", async () => {
    let calls = 0;
    const proxy = createTestWebhooks({}, () => {
      calls += 1;
      return calls === 1
        ? new Response(null, { status: 500 })
        : Response.json(samples.createPayOverTimeLink.response);
    });
    assert.equal((await proxy.send('createPayOverTimeLink')).status, 502);
    assert.ok(await linkToken(proxy));
  });
});

describe('GET /link-status', () => {
  it('returns completed even if the handler failed', async () => {
    const onEvent = () => {
      throw new Error('down');
    };
    const proxy = createTestWebhooks({ webhooks: { onEvent } });
    const token = await linkToken(proxy);
    assert.equal((await proxy.deliver(purchased)).status, 502);
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  const statuses: Record<(typeof linkEventKinds)[number], string> = {
    PREQUAL_COMPLETED: 'completed',
    PREQUAL_APPROVED: 'completed',
    PREQUAL_FAILED: 'completed',
    PREQUAL_ABORTED: 'aborted',
    TEXT_TO_PAY_COMPLETED: 'completed',
    TEXT_TO_PAY_FAILED: 'aborted',
    TEXT_TO_PAY_ABORTED: 'aborted',
    CHECKOUT_SDK_COMPLETED: 'completed',
    CHECKOUT_SDK_FAILED: 'aborted',
    CHECKOUT_SDK_ABORTED: 'aborted',
  };
  for (const eventType of linkEventKinds) {
    const status = statuses[eventType];
    it(`returns ${status} after ${eventType}, and pending before it`, async () => {
      const proxy = createTestWebhooks();
      const isPrequal = eventType.startsWith('PREQUAL');
      const token = await (isPrequal ? prequalToken(proxy) : linkToken(proxy));
      assert.equal(await statusOf(proxy, token), 'pending');
      await proxy.deliver({ ...(isPrequal ? prequalified : purchased), eventType });
      assert.equal(await statusOf(proxy, token), status);
    });
  }

  it('returns pending after other events about the purchase', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy);
    for (const eventType of ['TRANSACTION_REFUNDED', 'SOMETHING_COMPLETED', 'constructor']) {
      assert.equal((await proxy.deliver({ ...purchased, eventType })).status, 200);
    }
    assert.equal(await statusOf(proxy, token), 'pending');
  });

  const [here, elsewhere] = [{ location: 'main-street' }, { location: 'other-street' }];
  /** Events about a link, and events about another link. The link has the reference `order-1` and the location `main-street`. */
  const purchases: Record<'completed' | 'pending', Record<string, object>> = {
    pending: {
      'another reference': { transactionId: 'order-2', ...here },
      'another location': { transactionId: 'order-1', ...elsewhere },
      'no reference': here,
      'a reference of another type': { transactionId: ['order-1'], ...here },
    },
    completed: {
      'no location': { transactionId: 'order-1' },
      'an empty location': { transactionId: 'order-1', location: '' },
      'the location null': { transactionId: 'order-1', location: null },
      'a blank location': { transactionId: 'order-1', location: ' ' },
      'the transactionId as a referral': { referral: 'order-1', ...here },
      'an empty transactionId next to a referral': { transactionId: '', referral: 'order-1' },
      'a blank transactionId next to a referral': { transactionId: ' \u00a0', referral: 'order-1' },
      'a list as transactionId next to a referral': { transactionId: [], referral: 'order-1' },
    },
  };
  for (const [status, payloads] of Object.entries(purchases)) {
    for (const [what, payload] of Object.entries(payloads)) {
      it(`returns ${status} after an event with ${what}`, async () => {
        const proxy = createTestWebhooks();
        const token = await linkToken(proxy);
        assert.equal((await proxy.deliver({ ...purchased, payload })).status, 200);
        assert.equal(await statusOf(proxy, token), status);
      });
    }
  }

  const prequals: Record<string, readonly [payload: object, status: string]> = {
    'the referral as a transactionId': [{ transactionId: 'cart-1', ...here }, 'completed'],
    'an empty referral': [{ referral: '', transactionId: 'cart-1' }, 'completed'],
    both: [{ referral: 'cart-1', transactionId: 'order-9', ...here }, 'completed'],
    'the reference of a purchase': [{ referral: 'order-1', ...here }, 'pending'],
  };
  for (const [what, [payload, status]] of Object.entries(prequals)) {
    it(`returns ${status} after a pre-qualification event with ${what}`, async () => {
      const proxy = createTestWebhooks();
      const token = await (status === 'pending' ? linkToken(proxy) : prequalToken(proxy));
      await proxy.deliver({ ...prequalified, payload });
      assert.equal(await statusOf(proxy, token), status);
    });
  }

  it('returns completed after an event with a number as the reference', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy, { transactionId: '4711' });
    await proxy.deliver({ ...purchased, payload: { transactionId: 4711 } });
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('ignores an event whose reference is a number that JSON rounds to another one', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy, { transactionId: '9007199254740992' });
    const body =
      '{"eventType":"TEXT_TO_PAY_COMPLETED","payload":{"transactionId":9007199254740993}}';
    assert.equal((await proxy.deliver(body)).status, 200);
    assert.equal(await statusOf(proxy, token), 'pending');
  });

  it('reports an event without a location only to the first location of a reference', async () => {
    const proxy = createTestWebhooks();
    const first = await linkToken(proxy);
    const second = await linkToken(proxy, { location: 'other-street' });
    await proxy.deliver({ ...purchased, payload: { transactionId: 'order-1' } });
    assert.deepEqual(
      [await statusOf(proxy, first), await statusOf(proxy, second)],
      ['completed', 'pending'],
    );
    const payload = { transactionId: 'order-1', location: 'other-street' };
    await proxy.deliver({ ...purchased, payload });
    assert.equal(await statusOf(proxy, second), 'completed');
  });

  for (const token of [null, 'x', 'x'.repeat(43), 'x'.repeat(5_000)]) {
    it(`returns 401 for ${token === null ? 'no token' : `a token of ${token.length} characters`}`, async () => {
      const response = await askStatus(createTestWebhooks(), token);
      assertProblem(response, 401, 'unauthorized');
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    });
  }

  it('is limited to allowed origins', async () => {
    const proxy = createTestWebhooks({ allowedOrigins: [blog] });
    const token = await linkToken(proxy);
    const response = await askStatus(proxy, token, { origin: 'https://evil.example' });
    assertProblem(response, 403, 'origin-not-allowed');
    const allowed = await askStatus(proxy, token, { origin: blog });
    assert.deepEqual(
      [allowed.status, allowed.headers.get('access-control-allow-origin')],
      [200, blog],
    );
  });
});

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
