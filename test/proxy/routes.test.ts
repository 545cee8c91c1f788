import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations, type OperationName } from '../../src/contract/index.js';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { samples } from '../support/samples.js';
import {
  assertProblem,
  assertRefused,
  createTestProxy,
  createTestWebhooks,
  createWatchedStore,
  read,
  shop,
  type TestProxy,
} from '../support/test-proxy.js';
import { pluck } from '../support/assertions.js';

/** The proxy accepts POST for PUT and HEAD for GET. `Request` doesn't support TRACE and CONNECT. */
const allowedFor = { PUT: 'PUT, POST', POST: 'POST', GET: 'GET, HEAD' };
const allowedOf = (operation: OperationName) => allowedFor[operations[operation].method];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

for (const operation of operationNames) {
  const allowed = allowedOf(operation);
  describe(`The methods of ${samples[operation].path}`, () => {
    for (const method of methods) {
      if (allowed.split(', ').includes(method)) {
        it(`include ${method}`, async () => {
          const { send, service } = createTestProxy();
          assert.equal((await send(operation, { method })).status, 200);
          assert.equal(service.calls.length, 1);
        });
      } else {
        it(`don't include ${method}`, async () => {
          const proxy = createTestProxy();
          const raw = ['GET', 'HEAD'].includes(method) ? null : 'x';
          const response = await proxy.send(operation, { method, raw });
          assertRefused(proxy, response, 405, 'method-not-allowed');
          assert.equal(response.headers.get('allow'), allowed);
        });
      }
    }
  });
}

describe('A request whose URL is invalid, as on Bun with the `Host` "a b"', () => {
  for (const url of ['/financing/health', 'http://shop.example:99999/financing/health']) {
    it(`is refused without a log line: ${url}`, async () => {
      const { fetch, log } = createTestProxy();
      const request = Object.defineProperty(new Request(shop), 'url', { value: url });
      assertProblem(await read(await fetch(request)), 400, 'invalid-request');
      assert.deepEqual(pluck(log, 'event'), ['request']);
    });
  }
});

describe('An unknown path', () => {
  // oxfmt-ignore
  const paths = [
    '/', '/metrics', '/.env', '/package.json', '/elements.js', '/elements.js.map', '/admin',
    '/health', '/financing', '/financing/', '/financing/metrics', '/financing/.env',
    '/financing/package.json', '/financing/elements.js.map', '/financing/elements.0123.js',
    '/financing/elements-messages.css', '/financing/elements.css.js',
    '/financing/elements.0123456789ABCDEF.js', '/financing/admin', '/financing/health/',
    '/financing//health', '/financing/Health', '/financing/webhooks', '/financing/sandbox/outbox',
    '/financingx/health', '/x/financing/health', '/financing/../health', '/financing/%2e%2e/health',
    '/financing/purchase/api/v1/payment-estimation/',
    '/financing/purchase/api/v1/payment-estimation/x',
    '/financing/purchase/api/v2/payment-estimation',
    '/financing/Purchase/api/v1/payment-estimation',
    '/financing/purchase/api/v1/payment%2Destimation',
  ];
  for (const path of paths) {
    it(`returns 404: ${path}`, async () => {
      const { fetch, service } = createTestProxy();
      for (const method of ['GET', 'POST']) {
        const response = await read(await fetch(new Request(shop + path, { method })));
        assertProblem(response, 404, 'not-found');
      }
      assert.equal(service.calls.length, 0);
    });
  }
});

/** The paths of the routes that aren't operations, and their methods. */
const reading = ['GET', 'HEAD'];
const otherRoutes = {
  '/health': reading,
  '/ready': reading,
  '/openapi.json': reading,
  '/elements.js': reading,
  '/line?amount=1': reading,
  '/link-status': reading,
  '/webhooks': ['POST'],
};
for (const [path, allowed] of Object.entries(otherRoutes)) {
  it(`The route ${path} has only the methods ${allowed.join(' and ')}`, async () => {
    for (const method of methods) {
      const request = new Request(`${shop}/financing${path}`, { method });
      const { status, headers } = await createTestWebhooks().fetch(request);
      assert.equal(status === 405, !allowed.includes(method), method);
      assert.equal(headers.get('allow'), status === 405 ? allowed.join(', ') : null);
    }
  });
}

for (const path of ['/health', '/ready']) {
  describe(`GET ${path}`, () => {
    const get = async ({ fetch }: TestProxy) =>
      read(await fetch(new Request(`${shop}/financing${path}`)));

    it('returns only the status, without a call, a rate limit, or the store', async () => {
      const store = createWatchedStore(() => {
        throw new StoreUnavailableError();
      });
      const proxy = createTestProxy({ store, rateLimit: 1 });
      for (let count = 0; count < 5; count += 1) {
        const { status, body } = await get(proxy);
        assert.deepEqual([status, body], [200, { status: 'ok' }]);
      }
      assert.equal(proxy.service.calls.length, 0);
    });

    it('returns 503 while the proxy drains, and other routes still work', async () => {
      const proxy = createTestProxy();
      proxy.drain();
      const { status, body } = await get(proxy);
      assert.deepEqual([status, body], [503, { status: 'stopping' }]);
      assert.equal((await proxy.send('estimatePayments')).status, 200);
    });
  });
}

describe('The mount', () => {
  const mounts: [mount: string, path: string][] = [
    ['/financing', '/financing/health'],
    ['/financing/', '/financing/health'],
    ['/a/b.c/~d', '/a/b.c/~d/health'],
    ['', '/health'],
    ['/', '/health'],
  ];
  for (const [mount, path] of mounts) {
    it(`${JSON.stringify(mount)} puts the health check at ${path}`, async () => {
      const { fetch } = createTestProxy({ mount });
      assert.equal((await fetch(new Request(shop + path))).status, 200);
    });
  }

  it('is named in the error if the server uses another path', async () => {
    const { fetch } = createTestProxy({ mount: '/pay' });
    const { status, text } = await read(await fetch(new Request(`${shop}/financing/health`)));
    assert.equal(status, 404);
    assert.match(text, /The mount of the proxy is \/pay\/\./);
  });
});
