/** The line of each request at `info`, on demand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinancingProxyOptions } from '../../src/proxy/index.js';
import { assertAbsent } from '../support/assertions.js';
import { credentials, samples } from '../support/samples.js';
import type { Respond } from '../support/service-stub.js';
import { adminToken, createTestProxy, shop } from '../support/test-proxy.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = {
  'x-request-id': 'request-0123',
  traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
};

/** A proxy that logs requests, and the lines at `info`. */
function createLoggingProxy(options: Partial<FinancingProxyOptions> = {}, respond?: Respond) {
  const proxy = createTestProxy({ logRequests: true, ...options }, respond);
  const lines = () => proxy.log.filter(({ level }) => level === 'info');
  const get = (path: string, init?: RequestInit) => proxy.fetch(new Request(shop + path, init));
  return { ...proxy, lines, get };
}

describe('The line of a request', () => {
  it('is written once at info: what, how it ended and how long', async () => {
    const { ask, lines, log } = createLoggingProxy();
    await ask('createPrequalLink', { headers });
    const [{ durationMs, ...line } = {}, ...others] = lines();
    assert.deepEqual(line, {
      level: 'info',
      event: 'request',
      requestId: 'request-0123',
      traceId,
      method: 'POST',
      route: samples.createPrequalLink.path,
      status: 200,
    });
    assert.ok(Number.isInteger(durationMs) && durationMs! >= 0, `${durationMs} ms`);
    assert.deepEqual([others.length, log.length], [0, 1]);
  });

  it('is written at debug unless it is asked for', async () => {
    for (const options of [{ logRequests: false }, { logRequests: undefined }]) {
      const { ask, lines, log } = createLoggingProxy(options);
      await ask('estimatePayments');
      assert.deepEqual([lines().length, log.map(({ level }) => level)], [0, ['debug']]);
    }
  });

  it('has the code of a refusal, beside the entry of a failure', async () => {
    const { ask, lines, log } = createLoggingProxy({}, () => new Response(null, { status: 401 }));
    await ask('createPrequalLink', { raw: '{' });
    await ask('createPrequalLink');
    assert.deepEqual(
      lines().map(({ status, code }) => [status, code]),
      [
        [400, 'invalid-json'],
        [502, 'bad-credentials'],
      ],
    );
    assert.equal(log.filter(({ event }) => event === 'service-failure').length, 1);
  });

  it('has no route where none is found, and never the path', async () => {
    const { get, lines } = createLoggingProxy();
    await get('/financing/4155550199');
    await get('/4155550199/beside?4155550199');
    await get('/financing/health?4155550199', { method: 'HEAD' });
    await get('/financing/ready');
    assert.deepEqual(
      lines().map(({ method, route, status }) => [method, route, status]),
      [
        ['GET', undefined, 404],
        ['GET', undefined, 404],
        ['HEAD', '/health', 200],
        ['GET', '/ready', 200],
      ],
    );
    assertAbsent(JSON.stringify(lines()), '4155550199');
  });

  it('holds nothing of a path, a query, a body, a header or an answer', async () => {
    const sentinels = ['Qwertina', '4155550199', 'sentinel-store', 'key-of-the-sentinel'];
    const [firstName, referral, location, key] = sentinels;
    const { ask, lines } = createLoggingProxy();
    await ask('estimatePayments', { query: `?location=${location}` });
    await ask('getMerchantStatus', { path: `/onboarding/api/v1/location/${location}` });
    await ask('createPrequalLink', {
      body: [{ location, referral, customerDetails: { firstName } }],
      headers: { 'idempotency-key': key!, referer: `${shop}/?${referral}` },
    });
    await ask('createPrequalLink', { body: [{ [referral!]: firstName }] });
    assert.deepEqual(
      lines().map(({ status }) => status),
      [200, 200, 200, 400],
    );
    const secrets = [...Object.values(credentials), adminToken];
    assertAbsent(JSON.stringify(lines()), ...sentinels, ...secrets);
  });

  it('goes to the console as JSON where the integrator gives no logger', async (t) => {
    const write = t.mock.method(console, 'info', () => undefined);
    const { ask } = createLoggingProxy({ logger: undefined });
    await ask('estimatePayments', { headers });
    const lines = write.mock.calls.map(({ arguments: [text] }) => JSON.parse(String(text)));
    assert.deepEqual(
      lines.map(({ event, requestId, status }) => [event, requestId, status]),
      [['request', 'request-0123', 200]],
    );
  });
});
