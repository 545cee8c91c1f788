import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import { createMemoryStore } from '../../src/proxy/index.js';
import { assertDocumented } from '../support/openapi-checks.js';
import { bodyWith, links, samples, type Creation } from '../support/samples.js';
import {
  assertProblem,
  assertRefused,
  createTestProxy,
  createTestWebhooks,
  read,
  shop,
  tokenHeader,
  type RequestChanges,
  type TestProxy,
} from '../support/test-proxy.js';
import { textFields, textHeaders } from './field-requests.js';
import { pluck } from '../support/assertions.js';

const json = 'application/json';
const allowed = { redirectUrl: undefined, location: 'a' };

/** The gates in their order: the error of a request that every gate would reject, and the change that passes the gate. */
const gates: [status: number, code: string, fix: RequestChanges][] = [
  [404, 'not-found', { path: '/epay/api/v1/epay/send-link' }],
  [405, 'method-not-allowed', { method: 'POST' }],
  [403, 'origin-not-allowed', { headers: { origin: shop, 'content-type': 'text/plain' } }],
  [415, 'unsupported-media-type', { headers: { origin: shop, 'content-type': json } }],
  [413, 'body-too-large', { raw: '{' }],
  [400, 'invalid-json', { raw: JSON.stringify({ foo: 1 }) }],
  [400, 'invalid-request', { raw: withFields({ phoneNumber: '911' }) }],
  [422, 'invalid-phone-number', { raw: withFields({}) }],
  [422, 'redirect-not-allowed', { raw: withFields({ redirectUrl: undefined }) }],
  [403, 'location-not-allowed', { raw: withFields(allowed) }],
  [403, 'sms-not-allowed', { raw: withFields({ ...allowed, sendSMS: false }) }],
  [403, 'purchase-not-verified', {}],
];

function withFields(fields: Record<string, unknown>): string {
  const wrong = { location: 'elsewhere', sendSMS: true, redirectUrl: 'https://evil.example/' };
  const plain = samples.createPayOverTimeLink.body as Record<string, unknown>;
  return JSON.stringify({ ...plain, ...wrong, ...fields });
}

describe('The gates of a pay-over-time link', () => {
  let changes: RequestChanges = {
    path: '/epay/api/v1/epay/send-links',
    method: 'PUT',
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    raw: '{'.padEnd(64 * 1024 + 1),
  };
  for (const [status, code, fix] of gates) {
    const request = changes;
    it(`reject with ${code} a request that passed the previous gates`, async () => {
      const proxy = createTestProxy({ locations: ['a', 'b'], trustPageAmount: false });
      const response = await proxy.send('createPayOverTimeLink', request);
      assertRefused(proxy, response, status, code);
    });
    changes = { ...changes, ...fix };
  }

  it('accept a request that passes all of them', async () => {
    const { send } = createTestProxy({ locations: ['a', 'b'] });
    assert.equal((await send('createPayOverTimeLink', changes)).status, 200);
  });
});

it('The gates of onboarding check the fields before the authorization', async () => {
  const proxy = createTestProxy();
  const headers = { authorization: null };
  const response = await proxy.send('addMerchantLocation', { body: {}, headers });
  assertRefused(proxy, response, 400, 'invalid-request');
});

const responses: Record<string, (proxy: TestProxy) => Promise<unknown>> = {
  200: ({ send }) => send('estimatePayments'),
  '200 of the health check': ({ fetch }) =>
    fetch(new Request(`${shop}/financing/health`)).then(read),
  400: ({ send }) => send('createPrequalLink', { raw: '{' }),
  401: ({ send }) => send('getMerchantStatus', { headers: { authorization: null } }),
  403: ({ send }) => send('estimatePayments', { headers: { origin: 'null' } }),
  404: ({ send }) => send('estimatePayments', { path: '/metrics' }),
  '404 outside of the mount': ({ fetch }) => fetch(new Request(shop)).then(read),
  405: ({ send }) => send('createPayOverTimeLink', { method: 'PUT' }),
  413: ({ send }) => send('createPrequalLink', { headers: { 'content-length': '70000' } }),
  415: ({ send }) => send('createPrequalLink', { headers: { 'content-type': null } }),
  422: ({ send }) =>
    send('createPayOverTimeLink', {
      body: { ...(samples.createPayOverTimeLink.body as object), representativeEmail: 'x' },
    }),
};

describe('The headers of a response', () => {
  for (const [what, getAnswer] of Object.entries(responses)) {
    it(`are the safe defaults: ${what}`, async () => {
      const response = await getAnswer(createTestProxy());
      assertHeaders(response as { status: number; headers: Headers }, what);
    });
  }

  it('include no headers of the service', async () => {
    const { response } = samples.createPrequalLink;
    const unsafe = { 'set-cookie': 'a=1', 'x-powered-by': 'y', 'svc-key': 'z' };
    const headers = { ...unsafe, 'cache-control': 'public' };
    const { send } = createTestProxy({}, () => Response.json(response, { headers }));
    assertHeaders(await send('createPrequalLink'), '200');
  });
});

function assertHeaders(
  { status, headers }: { status: number; headers: Headers },
  what: string,
): void {
  assert.equal(status, Number(what.slice(0, 3)));
  const { 'content-type': type, 'x-request-id': id, ...rest } = Object.fromEntries(headers);
  assert.match(type ?? '', status === 200 ? /^application\/json/ : /^application\/problem\+json$/);
  assert.match(id ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const { allow, 'www-authenticate': scheme, ...always } = rest;
  assert.deepEqual(
    [allow, scheme],
    [status === 405 ? 'POST' : undefined, status === 401 ? 'Bearer' : undefined],
  );
  assert.deepEqual(always, {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

describe('X-Request-Id', () => {
  const accepted = ['0b6e9d1c-2f3a-4b5c-8d7e-9f0a1b2c3d4e', 'order_12345678', 'a'.repeat(64)];
  for (const id of accepted) {
    it(`is accepted: ${id.slice(0, 20)}`, async () => {
      const { send, log } = createTestProxy();
      const response = await send('estimatePayments', {
        headers: { 'x-request-id': id },
        raw: '{',
      });
      assert.equal(assertProblem(response, 400, 'invalid-json').requestId, id);
      assert.equal(log.at(-1)?.requestId, id);
    });
  }

  // oxfmt-ignore
  const replaced = [
    'x'.repeat(10_000), 'a'.repeat(65), 'short', '', 'a b c d e f g', 'id%0d%0aevil', 'é'.repeat(8),
    '{"level":60}',
  ];
  for (const id of replaced) {
    it(`is replaced: ${id.slice(0, 20)}`, async () => {
      const { send } = createTestProxy();
      const { headers } = await send('estimatePayments', { headers: { 'x-request-id': id } });
      assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    });
  }
});

it('The idempotency gate comes after the policy', async () => {
  const headers = { origin: shop, 'idempotency-key': 'key-of-the-gate-order' };
  const { send } = createTestProxy({ locations: ['main-street'] });
  assert.equal((await send('createPrequalLink', { headers })).status, 200);
  const elsewhere = { headers, body: [{ location: 'elsewhere' }] };
  assertProblem(await send('createPrequalLink', elsewhere), 403, 'location-not-allowed');
  const other = { headers, body: [{ location: 'main-street', referral: 'other' }] };
  assertProblem(await send('createPrequalLink', other), 422, 'idempotency-key-reused');
});

/** Responses that break the contract in a field other than `url`, and the fields that are dropped. */
const oddResponses: [operation: Creation, odd: object, dropped: readonly string[]][] = [
  ['createPayOverTimeLink', { retailerId: 7 }, ['retailerId']],
  ['createPayOverTimeLink', { shortToken: null, longToken: 5 }, ['shortToken', 'longToken']],
  ['createPayOverTimeLink', { shortToken: undefined }, ['shortToken']],
  ['addMerchantLocation', { creationDate: '2026-11-20T10:00:00Z' }, ['creationDate']],
  ['addMerchantLocation', { status: 3, location: undefined }, ['location', 'status']],
];

describe('The response to a creation', () => {
  for (const [operation, odd, dropped] of oddResponses) {
    it(`drops fields that break the contract: ${JSON.stringify(odd)}`, async () => {
      const whole = { ...(samples[operation].response as object), ...odd };
      const proxy = createTestWebhooks({}, () => Response.json(whole));
      const headers = { 'idempotency-key': 'key-of-an-odd-answer' };
      const first = await proxy.send(operation, { headers });
      const again = await proxy.send(operation, { headers });
      assert.equal(first.status, 200, first.text);
      const rest = Object.entries(whole).filter(([field]) => !dropped.includes(field));
      assert.deepEqual(first.body, Object.fromEntries(rest));
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assert.equal(again.headers.get(tokenHeader), first.headers.get(tokenHeader));
      assert.equal(proxy.service.calls.length, 1);
      const logged = proxy.log.filter(({ event }) => event === 'fields-dropped');
      assert.equal(logged.length, 1);
      assert.equal(logged[0]!['operation'], operation);
      assert.deepEqual((logged[0]!['dropped'] as string[]).sort(), dropped.toSorted());
      await assertDocumented(operation, new Response(first.text, first));
    });
  }

  for (const url of [undefined, '', 7, null, 'javascript:alert(1)']) {
    it(`is an error with the url ${JSON.stringify(url)}`, async () => {
      for (const operation of ['createPayOverTimeLink', 'addMerchantLocation'] as const) {
        const response = { ...(samples[operation].response as object), url };
        const { send } = createTestProxy({}, () => Response.json(response));
        assertProblem(await send(operation), 502, 'invalid-service-response');
      }
    });
  }
});

describe('A request', () => {
  for (const operation of operationNames) {
    const isCreating = !operations[operation].retryable;
    it(`is counted in ${isCreating ? 'the store, too' : 'this replica only'}: ${operation}`, async (t) => {
      const store = createMemoryStore();
      const count = t.mock.method(store, 'count');
      assert.equal((await createTestProxy({ store }).send(operation)).status, 200);
      assert.equal(count.mock.callCount(), isCreating ? 1 : 0);
    });
  }

  it('is counted in this replica only if it has no operation', async (t) => {
    const store = createMemoryStore();
    const count = t.mock.method(store, 'count');
    const { fetch } = createTestWebhooks({ store });
    for (const path of ['/line?amount=100', '/link-status']) {
      await fetch(new Request(`${shop}/financing${path}`));
    }
    assert.equal(count.mock.callCount(), 0);
  });

  it('is logged with its location, also when it adds one', async () => {
    const { send, log } = createTestProxy({ locations: ['elsewhere'] });
    await send('estimatePayments', { query: '?location=main-street' });
    const response = await send('addMerchantLocation');
    const { location } = samples.addMerchantLocation.body as { location: string };
    const entries = log.filter(({ event }) => event !== 'request');
    assert.deepEqual(pluck(entries, 'event', 'location', 'status'), [
      ['refused', 'main-street', undefined],
      ['location-added', location, 200],
    ]);
    assert.equal(entries[1]?.['requestId'], response.headers.get('x-request-id'));
  });

  it('is parsed only until its response is cached', async (t) => {
    const { send } = createTestProxy();
    const raw = JSON.stringify(samples.estimatePayments.body, null, 2); // differs from the request to the service
    const parse = t.mock.method(JSON, 'parse');
    const texts: string[] = [];
    for (let count = 0; count < 4; count += 1)
      texts.push((await send('estimatePayments', { raw })).text);
    const parsed = parse.mock.calls.filter(({ arguments: [text] }) => text === raw);
    parse.mock.restore();
    assert.equal(parsed.length, 2);
    assert.equal(new Set(texts).size, 1);
  });

  for (const operation of links) {
    it(`for a text message counts for its address: ${operation}`, async () => {
      const { send } = createTestProxy({ sms: true, textsPerAddress: 1 });
      for (const [key, status] of [200, 429].entries()) {
        const headers = { ...textHeaders, 'idempotency-key': `request-${key}-0123456789` };
        const [phone] = Object.keys(textFields[operation]) as [string];
        const fields = { ...textFields[operation], [phone]: `415555013${key}` };
        const response = await send(operation, { body: bodyWith(operation, fields), headers });
        assert.equal(response.status, status, response.text);
      }
    });
  }

  it('is logged with its operation if the link of its response is unsafe', async () => {
    const { response } = samples.getMerchantStatus;
    const status = { ...(response as object), url: 'http://evil.example/' };
    const { send, log } = createTestProxy({}, () => Response.json(status));
    assertProblem(await send('getMerchantStatus'), 502, 'invalid-service-response');
    assert.equal(
      log.find(({ event }) => event === 'service-failure')?.['operation'],
      'getMerchantStatus',
    );
  });
});
