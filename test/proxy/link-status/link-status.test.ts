import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkEventKinds, operationNames } from '../../../src/contract/index.js';
import { createMemoryStore } from '../../../src/proxy/index.js';
import { links, samples } from '../../support/samples.js';
import {
  askStatus,
  assertProblem,
  createTestProxy,
  createTestWebhooks,
  linkToken,
  prequalToken,
  purchased,
  shop,
  statusOf,
  tokenHeader,
  type TestWebhooks,
} from '../../support/test-proxy.js';

const blog = 'https://blog.example';
const key = { 'idempotency-key': 'key-0123456789abcdef' };

const prequalified = {
  eventType: 'PREQUAL_COMPLETED',
  payload: { referral: 'cart-1', location: 'main-street' },
};
const aborted = { ...purchased, eventType: 'CHECKOUT_SDK_ABORTED' };

describe('Financing-Link-Token', () => {
  it('is on the answer with a link, unguessable', async () => {
    const token = await linkToken(createTestWebhooks());
    assert.match(token ?? '', /^[\w-]{43}$/);
    assert.notEqual(token, await linkToken(createTestWebhooks()));
  });

  it('is on a pre-qualification link with a referral, and on none without', async () => {
    const proxy = createTestWebhooks();
    assert.match((await prequalToken(proxy)) ?? '', /^[\w-]{43}$/);
    assert.equal(await prequalToken(proxy, { referral: undefined }), null);
    assert.equal(await prequalToken(proxy, { referral: '' }), null);
  });

  it('is on no link where no webhooks are configured', async () => {
    const { send } = createTestProxy();
    const { headers } = await send('createPayOverTimeLink');
    assert.equal(headers.get(tokenHeader), null);
  });

  it('is on no other answer', async () => {
    const { send } = createTestWebhooks();
    for (const operation of operationNames.filter((name) => !links.some((link) => link === name))) {
      const { status, headers } = await send(operation);
      assert.deepEqual([status, headers.get(tokenHeader)], [200, null]);
    }
  });

  it('is the same on the replay of an answer', async () => {
    const proxy = createTestWebhooks();
    const first = await linkToken(proxy, {}, key);
    assert.ok(first);
    assert.equal(await linkToken(proxy, {}, key), first);
    assert.equal(proxy.service.calls.length, 1);
    assert.equal(await statusOf(proxy, first), 'pending');
  });

  it('is on the first link of a reference only', async () => {
    const proxy = createTestWebhooks();
    assert.ok(await linkToken(proxy));
    assert.equal(await linkToken(proxy), null);
    assert.equal(await linkToken(proxy, {}, key), null);
    assert.equal(await linkToken(proxy, {}, key), null);
  });

  it('is on exactly one of many links at once', async () => {
    const proxy = createTestWebhooks();
    const tokens = await Promise.all(Array.from({ length: 10 }, () => linkToken(proxy)));
    assert.equal(tokens.filter(Boolean).length, 1);
  });

  it('is on the link of another reference, location or operation', async () => {
    const proxy = createTestWebhooks();
    await linkToken(proxy);
    assert.ok(await linkToken(proxy, { transactionId: 'order-2' }));
    assert.ok(await linkToken(proxy, { location: 'other-street' }));
    assert.ok(await prequalToken(proxy, { referral: 'order-1' }));
  });

  it('is not used up by a link that could not be made', async () => {
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

  it('can be read by pages of a listed origin', async () => {
    const { send } = createTestWebhooks({ allowedOrigins: [blog] });
    const { headers } = await send('createPayOverTimeLink', { headers: { origin: blog } });
    assert.ok(headers.get(tokenHeader));
    assert.match(headers.get('access-control-expose-headers') ?? '', /Financing-Link-Token/);
  });
});

describe('GET /link-status', () => {
  it('says pending when the event never comes', async () => {
    const proxy = createTestWebhooks();
    assert.equal(await statusOf(proxy, await linkToken(proxy)), 'pending');
  });

  it('says completed after the event', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy);
    await proxy.deliver(purchased);
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('says completed when the event came before the link was answered', async () => {
    const proxy = createTestWebhooks();
    await proxy.deliver(purchased);
    assert.equal(await statusOf(proxy, await linkToken(proxy)), 'completed');
  });

  it('says completed when the event comes while the link is being made', async () => {
    const proxy: TestWebhooks = createTestWebhooks({}, async () => {
      await proxy.deliver(purchased);
      return Response.json(samples.createPayOverTimeLink.response);
    });
    assert.equal(await statusOf(proxy, await linkToken(proxy)), 'completed');
  });

  it('says completed when the event comes twice', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy);
    await proxy.deliver(purchased);
    await proxy.deliver(purchased);
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('says completed, though the back end failed to take the event', async () => {
    const onEvent = () => {
      throw new Error('down');
    };
    const proxy = createTestWebhooks({ webhooks: { onEvent } });
    const token = await linkToken(proxy);
    assert.equal((await proxy.deliver(purchased)).status, 502);
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('says completed where both outcomes come, in either order', async () => {
    for (const [first, later] of [
      [purchased, aborted],
      [aborted, purchased],
    ] as const) {
      const proxy = createTestWebhooks();
      const token = await linkToken(proxy);
      await proxy.deliver(first);
      await proxy.deliver(later);
      assert.equal(await statusOf(proxy, token), 'completed');
    }
  });

  const said: Record<(typeof linkEventKinds)[number], string> = {
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
  async function statusAfter(eventType: (typeof linkEventKinds)[number]) {
    const proxy = createTestWebhooks();
    const isPrequal = eventType.startsWith('PREQUAL');
    const token = await (isPrequal ? prequalToken(proxy) : linkToken(proxy));
    await proxy.deliver({ ...(isPrequal ? prequalified : purchased), eventType });
    return statusOf(proxy, token);
  }
  for (const eventType of linkEventKinds) {
    it(`says ${said[eventType]} after ${eventType}`, async () => {
      assert.equal(await statusAfter(eventType), said[eventType]);
    });
  }

  it('says of a declined pre-qualification what it says of an approved one', async () => {
    assert.equal(await statusAfter('PREQUAL_FAILED'), await statusAfter('PREQUAL_APPROVED'));
  });

  it('still says pending after other events about the purchase', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy);
    for (const eventType of ['TRANSACTION_REFUNDED', 'SOMETHING_COMPLETED', 'constructor']) {
      assert.equal((await proxy.deliver({ ...purchased, eventType })).status, 200);
    }
    assert.equal(await statusOf(proxy, token), 'pending');
  });

  const others: Record<string, object> = {
    'another reference': { transactionId: 'order-2', location: 'main-street' },
    'another location': { transactionId: 'order-1', location: 'other-street' },
    'no reference': { location: 'main-street' },
    'a reference of another type': { transactionId: ['order-1'], location: 'main-street' },
  };
  for (const [what, payload] of Object.entries(others)) {
    it(`still says pending after an event with ${what}`, async () => {
      const proxy = createTestWebhooks();
      const token = await linkToken(proxy);
      assert.equal((await proxy.deliver({ ...purchased, payload })).status, 200);
      assert.equal(await statusOf(proxy, token), 'pending');
    });
  }

  it('still says pending after the same reference came from the other operation', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy);
    const payload = { referral: 'order-1', location: 'main-street' };
    await proxy.deliver({ ...prequalified, payload });
    assert.equal(await statusOf(proxy, token), 'pending');
  });

  const alike: Record<string, object> = {
    'that names no location': { transactionId: 'order-1' },
    'that names an empty location': { transactionId: 'order-1', location: '' },
    'whose location is null': { transactionId: 'order-1', location: null },
    'that calls the transactionId a referral': { referral: 'order-1', location: 'main-street' },
    'with an empty transactionId next to a referral': { transactionId: '', referral: 'order-1' },
    'with a blank transactionId next to a referral': {
      transactionId: ' \u00a0',
      referral: 'order-1',
    },
    'with a list as transactionId next to a referral': { transactionId: [], referral: 'order-1' },
    'with a blank location': { transactionId: 'order-1', location: ' ' },
  };
  for (const [what, payload] of Object.entries(alike)) {
    it(`says completed after an event ${what}`, async () => {
      const proxy = createTestWebhooks();
      const token = await linkToken(proxy);
      await proxy.deliver({ ...purchased, payload });
      assert.equal(await statusOf(proxy, token), 'completed');
    });
  }

  const alikePrequal: Record<string, object> = {
    'that calls the referral a transactionId': { transactionId: 'cart-1', location: 'main-street' },
    'with an empty referral next to a transactionId': { referral: '', transactionId: 'cart-1' },
    'that has a transactionId, too': {
      referral: 'cart-1',
      transactionId: 'order-9',
      location: 'main-street',
    },
  };
  for (const [what, payload] of Object.entries(alikePrequal)) {
    it(`says completed after an event of a pre-qualification ${what}`, async () => {
      const proxy = createTestWebhooks();
      const token = await prequalToken(proxy);
      await proxy.deliver({ ...prequalified, payload });
      assert.equal(await statusOf(proxy, token), 'completed');
    });
  }

  it('says completed after an event with the reference as a number', async () => {
    const proxy = createTestWebhooks();
    const token = await linkToken(proxy, { transactionId: '4711' });
    await proxy.deliver({ ...purchased, payload: { transactionId: 4711 } });
    assert.equal(await statusOf(proxy, token), 'completed');
  });

  it('says nothing of an event without a location to the second location of a reference', async () => {
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

  it('is not kept by caches', async () => {
    const proxy = createTestWebhooks();
    const { headers } = await askStatus(proxy, await linkToken(proxy));
    assert.equal(headers.get('cache-control'), 'no-store');
  });

  it('answers HEAD', async () => {
    const proxy = createTestWebhooks();
    assert.equal((await askStatus(proxy, await linkToken(proxy), {}, 'HEAD')).status, 200);
  });

  it('has no other method', async () => {
    const { status, headers } = await askStatus(createTestWebhooks(), null, {}, 'POST');
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD']);
  });

  for (const token of [null, 'x', 'x'.repeat(43), 'x'.repeat(5_000)]) {
    it(`answers 401 to ${token === null ? 'no token' : `one of ${token.length} characters`}`, async () => {
      const response = await askStatus(createTestWebhooks(), token);
      assertProblem(response, 401, 'unauthorized');
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    });
  }

  it('answers 401 to a token of another proxy, which has another key', async () => {
    const store = { ...createMemoryStore() };
    const token = await linkToken(createTestWebhooks({ store }));
    const other = createTestWebhooks({ store, svcKey: 'another-key' });
    assertProblem(await askStatus(other, token), 401, 'unauthorized');
  });

  it('is for pages of ours', async () => {
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

  it('answers the preflight of a listed origin', async () => {
    const { fetch } = createTestWebhooks({ allowedOrigins: [blog] });
    const init = { method: 'OPTIONS', headers: { origin: blog } };
    const { status, headers } = await fetch(new Request(`${shop}/financing/link-status`, init));
    assert.deepEqual([status, headers.get('access-control-allow-methods')], [204, 'GET, HEAD']);
  });

  it('is limited by address', async () => {
    const proxy = createTestWebhooks({ rateLimit: 2 });
    const token = await linkToken(proxy);
    assert.equal((await askStatus(proxy, token)).status, 200);
    assertProblem(await askStatus(proxy, token), 429, 'rate-limited');
  });
});
