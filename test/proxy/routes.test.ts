import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations, type OperationName } from '../../src/contract/index.js';
import { samples } from '../support/samples.js';
import {
  assertProblem,
  assertRefused,
  createTestProxy,
  read,
  shop,
} from '../support/test-proxy.js';

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

describe('X-HTTP-Method-Override', () => {
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    it(`is ignored as ${header}`, async () => {
      const proxy = createTestProxy();
      const headers = { [header]: 'POST' };
      const response = await proxy.send('createPayOverTimeLink', { method: 'PUT', headers });
      assertRefused(proxy, response, 405, 'method-not-allowed');
    });

    it(`doesn't replace POST as ${header}`, async () => {
      const { send } = createTestProxy();
      const headers = { [header]: 'DELETE' };
      assert.equal((await send('createPayOverTimeLink', { headers })).status, 200);
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

describe('GET /health', () => {
  it('returns the status and nothing else', async () => {
    const { fetch, service } = createTestProxy();
    const response = await read(await fetch(new Request(`${shop}/financing/health`)));
    assert.equal(response.status, 200);
    assert.deepEqual(response.body, { status: 'ok' });
    assert.equal(service.calls.length, 0);
  });

  it('returns 503 while the proxy drains, and other routes still work', async () => {
    const { fetch, drain, send } = createTestProxy();
    drain();
    const response = await read(await fetch(new Request(`${shop}/financing/health`)));
    assert.deepEqual([response.status, response.body], [503, { status: 'stopping' }]);
    assert.equal((await send('estimatePayments')).status, 200);
  });
});

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

  it("isn't part of the path at the service", async () => {
    const { fetch, service } = createTestProxy({ mount: '/pay' });
    const { path, body } = samples.estimatePayments;
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'PUT', headers, body: JSON.stringify(body) };
    assert.equal((await fetch(new Request(`${shop}/pay${path}`, init))).status, 200);
    assert.equal(service.calls[0]!.path, path);
  });
});
