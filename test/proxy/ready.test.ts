import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError, createMemoryStore } from '../../src/proxy/index.js';
import { assertProblem, createTestProxy, read, shop } from '../support/test-proxy.js';

/** A proxy, and `GET /ready` of it. */
function createReadyProxy(options: Parameters<typeof createTestProxy>[0] = {}) {
  const proxy = createTestProxy(options);
  const askReady = async (method = 'GET') =>
    read(await proxy.fetch(new Request(`${shop}/financing/ready`, { method })));
  return { ...proxy, askReady };
}

describe('GET /ready', () => {
  it('answers 200 without a call of the service, also while the store is away', async () => {
    const away = () => Promise.reject(new StoreUnavailableError());
    const memory = createMemoryStore();
    const store = { ...memory, get: away, set: away, claim: away, delete: away, count: away };
    const { askReady, service } = createReadyProxy({ store });
    const { status, body } = await askReady();
    assert.deepEqual([status, body], [200, { status: 'ok' }]);
    assert.equal(service.calls.length, 0);
  });

  it('answers 503 once the proxy is told to drain', async () => {
    const { askReady, drain } = createReadyProxy();
    drain();
    const { status, body } = await askReady();
    assert.deepEqual([status, body], [503, { status: 'stopping' }]);
  });

  it('can be asked with HEAD, and with no other method', async () => {
    const { askReady } = createReadyProxy();
    assert.equal((await askReady('HEAD')).status, 200);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await askReady(method);
      assertProblem(response, 405, 'method-not-allowed');
      assert.equal(response.headers.get('allow'), 'GET, HEAD');
    }
  });

  it('is not limited, since every balancer asks it each second', async () => {
    const { askReady } = createReadyProxy({ rateLimit: 1 });
    for (let count = 0; count < 5; count += 1) assert.equal((await askReady()).status, 200);
  });
});
