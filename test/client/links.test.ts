import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingClient } from '../../src/client/index.js';
import { createFakeProxy, link, until } from './fake-proxy.js';

const endpoint = 'https://shop.example/financing/';
const purchase = { amount: 100, location: 'main-street', transactionId: 't1', sendSMS: false };
const prequal = { location: 'main-street', sendSMS: false };

describe('client.createPayOverTimeLink()', () => {
  it('posts the request as an object', async () => {
    const proxy = createFakeProxy();
    assert.deepEqual(await createFinancingClient(proxy).createPayOverTimeLink(endpoint, purchase), {
      url: link,
    });
    assert.equal(proxy.calls[0]?.url.href, `${endpoint}epay/api/v1/epay/send-link`);
    assert.deepEqual(proxy.calls[0]?.body, purchase);
  });

  it('sends the signed purchase as a header', async () => {
    const proxy = createFakeProxy();
    const client = createFinancingClient(proxy);
    await client.createPayOverTimeLink(endpoint, purchase, { purchase: 'v1.a.b' });
    assert.equal(proxy.calls[0]?.headers.get('financing-purchase'), 'v1.a.b');
  });
});

describe('client.createPrequalLink()', () => {
  it('posts the request as an array of one', async () => {
    const proxy = createFakeProxy();
    await createFinancingClient(proxy).createPrequalLink(endpoint, prequal);
    assert.equal(proxy.calls[0]?.url.href, `${endpoint}purchase/api/v1/online-link`);
    assert.deepEqual(proxy.calls[0]?.body, [prequal]);
  });

  it('sends the key that it is given', async () => {
    const proxy = createFakeProxy();
    const idempotencyKey = '0123456789abcdef';
    await createFinancingClient(proxy).createPrequalLink(endpoint, prequal, { idempotencyKey });
    assert.equal(proxy.calls[0]?.headers.get('idempotency-key'), idempotencyKey);
  });

  it('makes a key of its own for each request', async () => {
    const proxy = createFakeProxy();
    const client = createFinancingClient(proxy);
    await client.createPrequalLink(endpoint, prequal);
    await client.createPrequalLink(endpoint, prequal);
    const [one, other] = proxy.calls.map((call) => call.headers.get('idempotency-key') ?? '');
    assert.match(one ?? '', /^[!-~]{16,128}$/);
    assert.notEqual(one, other);
  });

  it('keeps two equal requests apart', async () => {
    const proxy = createFakeProxy();
    const client = createFinancingClient(proxy);
    const both = [0, 1].map(() => client.createPrequalLink(endpoint, prequal));
    await Promise.all(both);
    assert.equal(proxy.calls.length, 2);
  });

  it('R06 has the same key for equal requests as long as nobody knows what became of them', async () => {
    const proxy = createFakeProxy({ isHeld: true });
    const client = createFinancingClient(proxy);
    const both = [0, 1].map(() => client.createPrequalLink(endpoint, prequal));
    await until(() => proxy.calls.length === 2);
    const [one, other] = proxy.calls.map((call) => call.headers.get('idempotency-key'));
    assert.equal(one, other);
    for (const call of proxy.calls) call.respond();
    await Promise.all(both);
  });

  /** The keys of requests that fail, one after the other, with these codes. */
  async function keysAfter(codes: readonly string[], sendSMS: boolean) {
    const proxy = createFakeProxy({ isHeld: true });
    const client = createFinancingClient(proxy);
    for (const [index, code] of codes.entries()) {
      const answer = client.createPrequalLink(endpoint, { ...prequal, sendSMS });
      void until(() => proxy.calls[index]).then(() => {
        proxy.calls[index]?.respond({ code }, { status: 500 });
      });
      await assert.rejects(answer, { code });
    }
    return new Set(proxy.calls.map((call) => call.headers.get('idempotency-key')));
  }

  it('F02 keeps the key while the proxy turns requests away unread', async () => {
    const codes = [
      'outcome-unknown',
      'rate-limited',
      'store-unavailable',
      'sms-limit',
      'overloaded',
    ];
    assert.equal((await keysAfter(codes, true)).size, 1);
  });

  it('makes another link when the proxy has said twice that it will never know', async () => {
    const codes = ['outcome-unknown', 'outcome-unknown', 'service-error'];
    assert.equal((await keysAfter(codes, false)).size, 2);
  });

  it('F02 sends no second text, however often the proxy says so', async () => {
    const codes = ['outcome-unknown', 'outcome-unknown', 'outcome-unknown'];
    assert.equal((await keysAfter(codes, true)).size, 1);
  });

  it('refuses what is no JSON', async () => {
    const proxy = createFakeProxy();
    const customerDetails: { firstName?: string; self?: unknown } = { firstName: 'Ann' };
    customerDetails.self = customerDetails;
    const answer = createFinancingClient(proxy).createPrequalLink(endpoint, {
      ...prequal,
      customerDetails,
    });
    await assert.rejects(answer, { code: 'invalid-details' });
    assert.equal(proxy.calls.length, 0);
  });

  it('F02 gives up after the timeout for links', async () => {
    const proxy = createFakeProxy({ isHeld: true });
    const client = createFinancingClient({ ...proxy, timeouts: { estimates: 60_000, links: 5 } });
    await assert.rejects(client.createPrequalLink(endpoint, prequal), { code: 'timeout' });
  });

  it('rejects with the reason of an abort', async () => {
    const proxy = createFakeProxy({ isHeld: true });
    const controller = new AbortController();
    const client = createFinancingClient(proxy);
    const answer = client.createPrequalLink(endpoint, prequal, { signal: controller.signal });
    await until(() => proxy.calls.length);
    controller.abort();
    await assert.rejects(answer, { name: 'AbortError' });
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
    it(`F05 refuses the url ${String(url) || '(empty)'}`, async () => {
      const proxy = createFakeProxy({ isHeld: true });
      const answer = createFinancingClient(proxy).createPrequalLink(endpoint, prequal);
      void until(() => proxy.calls[0]).then(() => proxy.calls[0]?.respond({ url }));
      await assert.rejects(answer, { code: 'invalid-response', operation: 'createPrequalLink' });
    });
  }

  for (const url of ['http://localhost:8788/a', 'http://127.0.0.1/a', 'http://[::1]/a']) {
    it(`takes ${url}, which is on loopback`, async () => {
      const proxy = createFakeProxy({ isHeld: true });
      const answer = createFinancingClient(proxy).createPrequalLink(endpoint, prequal);
      void until(() => proxy.calls[0]).then(() => proxy.calls[0]?.respond({ url }));
      assert.deepEqual(await answer, { url });
    });
  }
});
