import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations, type OperationName } from '../../../src/contract/index.js';
import { samples } from '../../support/samples.js';
import { assertRefused, createTestProxy, read, shop } from '../../support/test-proxy.js';

const blog = 'https://blog.example';
const allowedOrigins = [blog];
const operationNames = Object.keys(samples) as OperationName[];

function preflight(operation: OperationName, origin: string): Request {
  return new Request(`${shop}/financing${samples[operation].path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  });
}

for (const operation of operationNames) {
  describe(`${operation} across origins`, () => {
    it('is open to the preflight of an allowed origin, with the methods of its path', async () => {
      const { fetch } = createTestProxy({ allowedOrigins });
      const { status, headers } = await fetch(preflight(operation, blog));
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), blog);
      const methods = { PUT: 'PUT, POST', POST: 'POST', GET: 'GET, HEAD' };
      const { method } = operations[operation];
      assert.equal(headers.get('access-control-allow-methods'), methods[method]);
    });

    for (const options of [{ allowedOrigins }, {}]) {
      it(`is closed to the preflight of another (${JSON.stringify(options)})`, async () => {
        const proxy = createTestProxy(options);
        const answer = await read(await proxy.fetch(preflight(operation, 'https://evil.example')));
        assertRefused(proxy, answer, 403, 'origin-not-allowed');
        for (const header of answer.headers.keys()) assert.doesNotMatch(header, /^access-control-/);
      });
    }

    it('is answered to an allowed origin, and may be read', async () => {
      const { ask } = createTestProxy({ allowedOrigins });
      const headers = { origin: blog, 'sec-fetch-site': 'cross-site' };
      const answer = await ask(operation, { headers });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('access-control-allow-origin'), blog);
      assert.equal(answer.headers.get('vary'), 'Origin');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    });
  });
}

describe('An error', () => {
  const headers = { origin: blog, 'sec-fetch-site': 'cross-site' };
  const failures: [status: number, ask: () => Promise<Response>][] = [
    [404, () => get('/nothing')],
    [405, () => get(samples.estimatePayments.path)],
    [415, () => get(samples.estimatePayments.path, { method: 'POST', body: 'x' })],
    [502, () => getFailing()],
  ];
  function get(path: string, init: RequestInit = {}) {
    const { fetch } = createTestProxy({ allowedOrigins });
    return fetch(new Request(`${shop}/financing${path}`, { ...init, headers }));
  }
  function getFailing() {
    const { fetch } = createTestProxy(
      { allowedOrigins },
      () => new Response(null, { status: 500 }),
    );
    return fetch(
      new Request(`${shop}/financing${samples.createPrequalLink.path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(samples.createPrequalLink.body),
      }),
    );
  }
  for (const [expected, ask] of failures) {
    it(`may be read by an allowed origin: ${expected}`, async () => {
      const response = await ask();
      assert.equal(response.status, expected);
      assert.equal(response.headers.get('access-control-allow-origin'), blog);
      assert.equal(response.headers.get('vary'), 'Origin');
    });
  }
});

describe('verifyHuman', () => {
  for (const operation of ['createPayOverTimeLink', 'createPrequalLink'] as const) {
    it(`refuses ${operation}, and tells the log when it throws`, async () => {
      const verifyHuman = () => {
        throw new Error('no such site');
      };
      const proxy = createTestProxy({ verifyHuman });
      assertRefused(proxy, await proxy.ask(operation), 403, 'verification-failed');
      const [logged] = proxy.log.filter(({ level }) => level === 'error');
      assert.equal(logged?.event, 'unexpected-error');
    });
  }

  it('is not asked for estimates', async () => {
    const { ask } = createTestProxy({ verifyHuman: () => false });
    assert.equal((await ask('estimatePayments')).status, 200);
  });
});

describe('resolvePurchase', () => {
  it('refuses with 403 when it throws, and tells the log', async () => {
    const resolvePurchase = () => {
      throw new Error('no database');
    };
    const proxy = createTestProxy({ trustPageAmount: false, resolvePurchase });
    assertRefused(proxy, await proxy.ask('createPayOverTimeLink'), 403, 'purchase-not-verified');
    const [logged] = proxy.log.filter(({ level }) => level === 'error');
    assert.equal(logged?.event, 'unexpected-error');
  });
});
