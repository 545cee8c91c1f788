import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { getResponse, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import type { PayOverTimeLink } from '../../src/contract/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createProxyHandlers, createSandboxHandlers } from '../../src/sandbox/msw.js';
import { merchantLocation, merchantStatus, toRequest, valid } from '../conformance/requests.js';
import { control } from '../support/sandbox.js';
import { eventually } from '../support/until.js';

const baseUrl = 'https://service.example/api';

describe('createSandboxHandlers()', () => {
  const sandbox = createSandbox();
  const server = setupServer(...createSandboxHandlers({ baseUrl: `${baseUrl}/`, sandbox }));
  before(() => server.listen({ onUnhandledRequest: 'error' }));
  after(() => server.close());

  for (const send of [
    ...Object.values(valid),
    merchantLocation({ location: 'Store 5/7' }),
    merchantStatus('Store 5/7'),
  ]) {
    it(`supports ${JSON.stringify(send)} below its base URL`, async () => {
      const response = await fetch(toRequest(baseUrl, send));
      assert.equal(response.status, 200, await response.text());
    });
  }

  it('uses the given sandbox', async () => {
    await fetch(toRequest(baseUrl, merchantLocation({ location: 'shared', sendSMS: true })));
    const outbox = await control(sandbox, 'GET', '/sandbox/outbox');
    assert.equal(((await outbox.json()) as unknown[]).length, 1);
  });

  it('ignores other base URLs', async () => {
    const request = toRequest('https://elsewhere.example', valid.estimatePayments);
    assert.equal(await getResponse(server.listHandlers() as RequestHandler[], request), undefined);
  });

  it('supports any host and path prefix without a base URL', async () => {
    server.use(...createSandboxHandlers());
    for (const anywhere of ['https://elsewhere.example', 'http://localhost:8788/a/b']) {
      assert.equal((await fetch(toRequest(anywhere, valid.estimatePayments))).status, 200);
    }
    server.resetHandlers();
  });
});

describe('createProxyHandlers()', () => {
  const server = setupServer();
  before(() => server.listen({ onUnhandledRequest: 'error' }));
  after(() => server.close());

  const shop = 'http://localhost:3000/financing';
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
  const estimate = (endpoint: string) =>
    post(`${endpoint}/purchase/api/v1/payment-estimation?location=main-street`, [
      { id: 'sofa', totalAmount: 1299 },
    ]);
  const checkout = (amount: number, more: object = {}) =>
    post(`${shop}/epay/api/v1/epay/send-link`, {
      location: 'main-street',
      amount,
      transactionId: randomUUID(),
      sendSMS: false,
      ...more,
    });
  /** Returns the status of a response, and the code of a problem. */
  const outcome = async (response: Response) => {
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  };

  it('acts as a proxy at /financing of any origin', async () => {
    server.resetHandlers(...createProxyHandlers());
    for (const endpoint of [shop, 'https://shop.example/financing']) {
      const [result] = (await (await estimate(endpoint)).json()) as { monthlyAmount: number }[];
      assert.equal(result?.monthlyAmount, 114.2);
    }
    const unknown = await fetch(`${shop}/elsewhere`);
    assert.deepEqual(
      [unknown.status, unknown.headers.get('content-type')],
      [404, 'application/problem+json'],
    );
  });

  it('supports a link from the click to the outcome', async () => {
    server.resetHandlers(...createProxyHandlers());
    const created = await checkout(1299);
    const token = created.headers.get('financing-link-token');
    const { url } = (await created.json()) as PayOverTimeLink;
    const status = async () =>
      (
        await fetch(`${shop}/link-status`, { headers: { authorization: `Bearer ${token}` } })
      ).json();
    assert.deepEqual(await status(), { status: 'pending' });
    await fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'finish' }) });
    await eventually(async () => ((await status()) as { status: string }).status === 'completed');
  });

  it('supports another endpoint', async () => {
    for (const [endpoint, url] of [
      ['/shop/pay/', 'http://localhost:3000/shop/pay'],
      ['https://pay.shop.example/financing', 'https://pay.shop.example/financing'],
      ['https://pay.shop.example', 'https://pay.shop.example'],
    ] as const) {
      const handlers = createProxyHandlers({ endpoint });
      server.resetHandlers(...handlers);
      assert.equal((await estimate(url)).status, 200, endpoint);
      for (const other of [
        'https://payXshop.example/financing/x',
        'http://localhost:3000/a/shop/pay/x',
      ]) {
        const request = new Request(other);
        assert.equal(await getResponse(handlers as RequestHandler[], request), undefined, other);
      }
    }
  });

  it('ignores the modules of a page', async () => {
    const handlers = createProxyHandlers() as RequestHandler[];
    for (const path of ['/src/financing/button.ts', '/financing-plan.js', '/financing']) {
      const request = new Request(`http://localhost:3000${path}`);
      assert.equal(await getResponse(handlers, request), undefined, path);
    }
  });

  it('passes options to the proxy', async () => {
    server.resetHandlers(
      ...createProxyHandlers({ proxy: { purchaseSecret: 'purchase-secret-70b1c2e8' } }),
    );
    assert.deepEqual(await outcome(await checkout(1299)), [403, 'purchase-not-verified']);
    server.resetHandlers(...createProxyHandlers());
    const text = { sendSMS: true, phoneNumber: '415-555-0132' };
    assert.deepEqual(await outcome(await checkout(1299, text)), [403, 'sms-not-allowed']);
    server.resetHandlers(...createProxyHandlers({ proxy: { sms: true } }));
    assert.deepEqual(await outcome(await checkout(1299, text)), [200, undefined]);
  });

  it('shows a fault of its sandbox even for a previous amount', async () => {
    const sandbox = createSandbox();
    server.resetHandlers(...createProxyHandlers({ sandbox }));
    assert.equal((await estimate(shop)).status, 200);
    const fault = { operation: 'estimatePayments', status: 500, count: 2 };
    await control(sandbox, 'POST', '/sandbox/faults', { body: fault });
    assert.deepEqual(await outcome(await estimate(shop)), [502, 'service-error']);
  });

  it('rejects an endpoint that is neither a path nor a URL', () => {
    for (const endpoint of ['', 'financing', '//pay.example', 'https://pay.example/?a', 7]) {
      assert.throws(() => createProxyHandlers({ endpoint: endpoint as string }), {
        name: 'InvalidOptionError',
      });
    }
  });
});
