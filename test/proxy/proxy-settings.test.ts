import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import { createFinancingProxy, type FinancingProxyOptions } from '../../src/proxy/index.js';
import { assertOptionError, optionSentinel } from '../support/assertions.js';
import { credentials, serviceUrl } from '../support/samples.js';
import { createTestProxy } from '../support/test-proxy.js';

/** Options of plain JavaScript, without type checks. */
type Loose = { [Option in keyof FinancingProxyOptions]?: unknown };

function create(options: Loose) {
  const all = { baseUrl: serviceUrl, ...credentials, ...options };
  return createFinancingProxy(all as unknown as FinancingProxyOptions);
}

const value = optionSentinel;
const wordOf16 = `${value}-${value}-`;

/** Wrong options, by the sentence of their error. */
const wrong: Readonly<Record<string, readonly Loose[]>> = {
  'svcSecret is required for the routes that adminToken or authorize opens': [
    { adminToken: wordOf16, svcSecret: '' },
    { authorize: () => true, svcSecret: '' },
  ],
  'adminToken must be at least 16 visible ASCII characters': [
    ...[`${value}12345678`, '', `${value} ${wordOf16}`, `${wordOf16}\n`].map((adminToken) => ({
      adminToken,
    })),
  ],
  'purchaseSecret is missing': [{ purchaseSecret: '' }],
  'purchaseSecret must be at least 16 characters': [{ purchaseSecret: value }],
  'storeSecret must be at least 16 characters': [{ storeSecret: value }],
  'store must be a store, such as the result of createRedisStore(url)': [
    { store: {} },
    { store: `redis://:${value}@127.0.0.1` },
    { store: { get() {}, set() {}, incr() {} } },
  ],
  'mount must be a path such as /financing': [
    'x',
    '/..',
    `/${value}/../x`,
    `/x?${value}`,
    `https://${value}.example`,
    `//${value}`,
    '/*',
  ].map((mount) => ({ mount })),
  'locations must not contain an empty name': [{ locations: [''] }],
  'locations is empty: give it a value, or leave it out': [{ locations: [] }],
  'linkHosts is empty: give it a value, or leave it out': [{ linkHosts: [] }],
  'linkHosts must contain only hosts such as apply.example': [
    // A URL has no capitals in its host.
    `${value}.example/x`,
    `*.${value}.example`,
    '',
    `${value.toUpperCase()}.example`,
  ].map((host) => ({ linkHosts: [host] })),
  ...Object.fromEntries(
    ['redirectOrigins', 'allowedOrigins'].map((option) => [
      `${option} must contain only origins such as https://shop.example`,
      [
        `https://${value}.example/x`,
        `http://${value}.example`,
        `https://*.${value}.example`,
        'null',
        '*',
        `${value}.example`,
      ].map((origin) => ({ [option]: [origin] })),
    ]),
  ),
  'errorPages must be an https URL (http only for this machine)': [
    ...['/errors/', 'http://docs.example/errors/'].map((errorPages) => ({ errorPages })),
  ],
  'errorPages must not contain user information': [{ errorPages: `https://${value}@docs.example` }],
  'errorPages must not contain a query or a fragment': [
    ...['https://docs.example/?code=', 'https://docs.example/errors#'].map((errorPages) => ({
      errorPages,
    })),
  ],
  'webhooks.secrets is missing': [{ webhooks: { secrets: [''] } }],
  'webhooks.secrets must be at least 16 characters': [
    ...[[], [value], [`${value}${value}h`], [wordOf16, value], [undefined]].map((secrets) => ({
      webhooks: { secrets },
    })),
  ],
  'webhooks.header must be the name of a header': [{ webhooks: { header: 'a b' } }],
};

describe('createFinancingProxy(options)', () => {
  for (const [sentence, all] of Object.entries(wrong)) {
    it(`says: ${sentence}`, () => {
      for (const options of all) assertOptionError(() => create(options), sentence);
    });
  }

  it('treats null as no store', () => {
    assert.ok(create({ store: null }));
  });

  it('accepts a redirect origin with a trailing slash', () => {
    assert.ok(create({ redirectOrigins: ['https://shop.example/', 'http://localhost:3000'] }));
  });

  it('serves operations that need no secret without a secret', async () => {
    const { send } = createTestProxy({ svcSecret: undefined, adminToken: undefined });
    for (const operation of operationNames) {
      const needsSecret = operations[operation].credentials.length > 1;
      assert.equal((await send(operation)).status, needsSecret ? 404 : 200);
    }
  });

  it('sends no headers of the caller to the service', async () => {
    const { send, service } = createTestProxy();
    const headers = {
      cookie: 'session=1',
      'svc-key': 'mine',
      'svc-secret': 'mine',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      traceparent: '00-1',
      'user-agent': 'a browser',
    };
    const ours = ['accept', 'content-type', 'svc-key', 'svc-secret', 'user-agent'];
    for (const operation of operationNames) {
      await send(operation, { headers });
      const sent = service.calls.at(-1)!.headers;
      assert.deepEqual(
        [...sent.keys()].filter((name) => !ours.includes(name)),
        [],
      );
      assert.equal(sent.get('svc-key'), credentials.svcKey);
      assert.equal(sent.get('user-agent'), 'financing-elements');
      assert.notEqual(sent.get('svc-secret'), 'mine');
    }
  });
});
