import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { link } from './fake-proxy.js';
import { createTestClient, endpoint } from './test-client.js';
import { until } from '../support/until.js';

const purchase = { amount: 100, location: 'main-street', transactionId: 't1', sendSMS: false };
const prequal = { location: 'main-street', sendSMS: false };

describe('client.createPayOverTimeLink()', () => {
  it('posts the request as an object', async () => {
    const { proxy, client } = createTestClient();
    assert.deepEqual(await client.createPayOverTimeLink(purchase), {
      url: link,
    });
    assert.equal(proxy.calls[0]?.url.href, `${endpoint}/epay/api/v1/epay/send-link`);
    assert.deepEqual(proxy.calls[0]?.body, purchase);
  });

  it('sends the signed purchase as a header', async () => {
    const { proxy, client } = createTestClient();
    await client.createPayOverTimeLink(purchase, { purchase: 'v1.a.b' });
    assert.equal(proxy.calls[0]?.headers.get('financing-purchase'), 'v1.a.b');
  });
});

describe('client.createPrequalLink()', () => {
  it('posts the request as an array of one', async () => {
    const { proxy, client } = createTestClient();
    await client.createPrequalLink(prequal);
    assert.equal(proxy.calls[0]?.url.href, `${endpoint}/purchase/api/v1/online-link`);
    assert.deepEqual(proxy.calls[0]?.body, [prequal]);
  });

  it('sends the given key', async () => {
    const { proxy, client } = createTestClient();
    const idempotencyKey = '0123456789abcdef';
    await client.createPrequalLink(prequal, { idempotencyKey });
    assert.equal(proxy.calls[0]?.headers.get('idempotency-key'), idempotencyKey);
  });

  it('reuses the key for equal requests while the outcome is unknown', async () => {
    const { proxy, client } = createTestClient({ isHeld: true });
    const both = [0, 1].map(() => client.createPrequalLink(prequal));
    await until(() => proxy.calls.length === 2);
    const [one, other] = proxy.calls.map((call) => call.headers.get('idempotency-key'));
    assert.equal(one, other);
    for (const call of proxy.calls) call.respond();
    await Promise.all(both);
  });

  it('reuses the key of an aborted request, because it may have been processed', async () => {
    const { proxy, client } = createTestClient({ isHeld: true });
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = client.createPrequalLink(prequal, { signal });
    await until(() => proxy.calls.length === 1);
    controller.abort(new Error('The page was left'));
    await assert.rejects(aborted, /The page was left/);
    const again = client.createPrequalLink(prequal);
    await until(() => proxy.calls.length === 2);
    proxy.calls[1]?.respond();
    await again;
    const [one, other] = proxy.calls.map((call) => call.headers.get('idempotency-key'));
    assert.equal(one, other);
  });

  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://shop.example/1',
    'http://apply.example/a1',
    'https://user@apply.example/',
    'https://:secret@apply.example/',
    '/a1',
    '',
    5,
    null,
    undefined,
  ]) {
    it(`rejects the url ${String(url) || '(empty)'}`, async () => {
      const { proxy, client } = createTestClient({ isHeld: true });
      const link = client.createPrequalLink(prequal);
      void until(() => proxy.calls[0]).then(() => proxy.calls[0]?.respond({ url }));
      await assert.rejects(link, { code: 'invalid-response', operation: 'createPrequalLink' });
    });
  }

  for (const url of ['http://localhost:8788/a', 'http://127.0.0.1/a', 'http://[::1]/a']) {
    it(`accepts ${url}, which is on loopback`, async () => {
      const { proxy, client } = createTestClient({ isHeld: true });
      const link = client.createPrequalLink(prequal);
      void until(() => proxy.calls[0]).then(() => proxy.calls[0]?.respond({ url }));
      assert.deepEqual(await link, { url });
    });
  }
});

describe('The location of a client', () => {
  it('is used if a request names none', async () => {
    const { proxy, client } = createTestClient({ location: 'main-street' });
    await client.estimate({ amount: 100 });
    await client.createPrequalLink({ sendSMS: false });
    await client.createPayOverTimeLink({ amount: 100, transactionId: 't1', sendSMS: false });
    assert.equal(proxy.calls[0]?.url.search, '?location=main-street');
    assert.deepEqual(proxy.calls[1]?.body, [prequal]);
    assert.deepEqual(proxy.calls[2]?.body, purchase);
  });

  it('is overridden by the location of a request', async () => {
    const { proxy, client } = createTestClient({ location: 'main-street' });
    await client.estimate({ amount: 100, location: 'smile-dental' });
    await client.createPrequalLink({ location: 'smile-dental', sendSMS: false });
    assert.equal(proxy.calls[0]?.url.search, '?location=smile-dental');
    assert.deepEqual(proxy.calls[1]?.body, [{ location: 'smile-dental', sendSMS: false }]);
  });

  it('is required for a link', async () => {
    const { proxy, client } = createTestClient();
    await assert.rejects(client.createPrequalLink({ sendSMS: false }), {
      code: 'missing-location',
    });
    await assert.rejects(client.createPayOverTimeLink({ amount: 1, transactionId: 't1' }), {
      code: 'missing-location',
    });
    assert.equal(proxy.calls.length, 0);
  });
});

describe('The amount of a pay-over-time link', () => {
  it('is in dollars, without floating-point noise', async () => {
    const { proxy, client } = createTestClient();
    await client.createPayOverTimeLink({ ...purchase, amount: 0.1 + 0.2 });
    assert.deepEqual(proxy.calls[0]?.body, { ...purchase, amount: 0.3 });
  });

  it('is rejected with a third decimal, with a message that says so', async () => {
    const { proxy, client } = createTestClient();
    const link = client.createPayOverTimeLink({ ...purchase, amount: 19.995 });
    await assert.rejects(link, { code: 'invalid-amount', message: /at most two decimals/ });
    assert.equal(proxy.calls.length, 0);
  });
});
