import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import {
  createFinancingProxy,
  InvalidOptionError,
  type FinancingProxyOptions,
} from '../../src/proxy/index.js';
import { credentials, samples, serviceUrl } from '../support/samples.js';
import { assertProblem, createTestProxy } from '../support/test-proxy.js';

/** Options of plain JavaScript, without type checks. */
type Loose = { [Option in keyof FinancingProxyOptions]?: unknown };

function create(options: Loose) {
  const all = { baseUrl: serviceUrl, ...credentials, ...options };
  return createFinancingProxy(all as unknown as FinancingProxyOptions);
}

describe('createFinancingProxy(options)', () => {
  const sentinel = 'hunter2';
  // oxfmt-ignore
  const refused: [why: string, option: string, options: Loose][] = [
    ['authorize without a secret', 'svcSecret', { svcSecret: '', authorize: () => true }],
    ['an admin token of 15 characters', 'adminToken', { adminToken: `${sentinel}12345678` }],
    ['an empty admin token', 'adminToken', { adminToken: '' }],
    ['an admin token with a space', 'adminToken', { adminToken: `${sentinel} ${sentinel} ${sentinel}` }],
    ['an admin token with the newline of its file', 'adminToken', { adminToken: `${sentinel}-${sentinel}-${sentinel}\n` }],
    ['no time', 'timeout', { timeout: 0 }],
    ['time as text', 'timeout', { timeout: `${sentinel}` }],
    ['a mount of two dots', 'mount', { mount: '/..' }],
    ['a mount above itself', 'mount', { mount: `/${sentinel}/../x` }],
    ['a mount with a query', 'mount', { mount: `/x?${sentinel}` }],
    ['a mount that is a URL', 'mount', { mount: `https://${sentinel}.example` }],
    ['a mount with two slashes', 'mount', { mount: `//${sentinel}` }],
    ['a mount with a wildcard', 'mount', { mount: '/*' }],
    ['hops as text', 'trustedHops', { trustedHops: sentinel }],
    ['a link host with a path', 'linkHosts', { linkHosts: [`${sentinel}.example/x`] }],
    ['a link host with a wildcard', 'linkHosts', { linkHosts: [`*.${sentinel}.example`] }],
    ['an empty link host', 'linkHosts', { linkHosts: [''] }],
    ['a link host in capitals, which no URL has', 'linkHosts', { linkHosts: [`${sentinel.toUpperCase()}.example`] }],
    ['a redirect origin with a path', 'redirectOrigins', { redirectOrigins: [`https://${sentinel}.example/x`] }],
    ['a redirect origin without TLS', 'redirectOrigins', { redirectOrigins: [`http://${sentinel}.example`] }],
    ['a redirect origin with a wildcard', 'redirectOrigins', { redirectOrigins: [`https://*.${sentinel}.example`] }],
    ['a redirect origin of null', 'redirectOrigins', { redirectOrigins: ['null'] }],
    ['leave to go without TLS that is a word', 'allowHttp', { allowHttp: 'off', baseUrl: `http://${sentinel}.example` }],
    ['a logger that is a function', 'logger', { logger: () => undefined }],
    ['the URL of a store', 'store', { store: `redis://:${sentinel}@127.0.0.1` }],
    ['a client of Redis as a store', 'store', { store: { get() {}, set() {}, incr() {} } }],
    ['a redirect origin without a scheme', 'redirectOrigins', { redirectOrigins: [`${sentinel}.example`] }],
  ];
  for (const [why, option, options] of refused) {
    it(`refuses ${why}, naming ${option} and not its value`, () => {
      assert.throws(
        () => create(options),
        (error: unknown) => {
          assert.ok(error instanceof InvalidOptionError, String(error));
          assert.equal(error.option, option);
          assert.doesNotMatch(
            `${error.stack}${JSON.stringify(error)}`,
            new RegExp(`${sentinel}|${credentials.svcKey}|${credentials.svcSecret}`, 'i'),
          );
          return true;
        },
      );
    });
  }

  // oxfmt-ignore
  const unknown: [option: string, near: string, options: object][] = [
    ['linkHost', 'linkHosts', { linkHost: ['apply.example'] }],
    ['ratelimit', 'rateLimit', { ratelimit: 1 }],
    ['origins', 'allowedOrigins', { origins: [] }],
    ['trustPageAmounts', 'trustPageAmount', { trustPageAmounts: undefined }],
    ['webhooks.secret', 'webhooks.secrets', { webhooks: { secret: [`${sentinel}-${sentinel}-`] } }],
  ];
  for (const [option, near, options] of unknown) {
    it(`refuses ${option}, which is none, and names ${near}`, () => {
      assert.throws(() => create(options), {
        name: 'InvalidOptionError',
        option,
        message: `Option ${option} is unknown; did you mean ${near}?`,
      });
    });
  }

  it('takes a store of null for none, as where no URL is configured', () => {
    assert.ok(create({ store: null }));
  });

  it('names no other option where none is near', () => {
    assert.throws(() => create({ banana: 1 } as object), { message: 'Option banana is unknown' });
  });

  it('takes a redirect origin with a slash at its end', () => {
    assert.ok(create({ redirectOrigins: ['https://shop.example/', 'http://localhost:3000'] }));
  });

  it('takes a base URL without TLS when told so', () => {
    assert.ok(create({ baseUrl: 'http://service.example', allowHttp: true }));
  });

  it('serves the operations that need no secret without one', async () => {
    const { send } = createTestProxy({ svcSecret: undefined, adminToken: undefined });
    for (const operation of operationNames) {
      const needsSecret = operations[operation].credentials.length > 1;
      assert.equal((await send(operation)).status, needsSecret ? 404 : 200);
    }
  });

  it('sends nothing of the caller', async () => {
    const { send, service } = createTestProxy();
    const headers = {
      cookie: 'session=1',
      'svc-key': 'mine',
      'svc-secret': 'mine',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      traceparent: '00-1',
    };
    const ours = ['accept', 'content-type', 'svc-key', 'svc-secret'];
    for (const operation of operationNames) {
      await send(operation, { headers });
      const sent = service.calls.at(-1)!.headers;
      assert.deepEqual(
        [...sent.keys()].filter((name) => !ours.includes(name)),
        [],
      );
      assert.equal(sent.get('svc-key'), credentials.svcKey);
      assert.notEqual(sent.get('svc-secret'), 'mine');
    }
  });

  it('is not changed by what happens to its options later', async () => {
    const options = { locations: ['a', 'b'], redirectOrigins: ['https://thanks.example'] };
    const { send } = createTestProxy(options);
    options.locations.push('elsewhere');
    const response = await send('estimatePayments', { query: '?location=elsewhere' });
    assertProblem(response, 403, 'location-not-allowed');
  });

  it('takes a location that is listed twice as the only one', async () => {
    const { send, service } = createTestProxy({ locations: ['a', 'a'] });
    assert.equal((await send('estimatePayments')).status, 200);
    assert.equal(service.calls[0]?.path, `${samples.estimatePayments.path}?location=a`);
  });

  it('gives a fetch that needs no object around it', async () => {
    const { fetch } = create({});
    const response = await fetch(new Request('https://shop.example/financing/health'));
    assert.equal(response.status, 200);
  });
});
