import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import {
  assertProblem,
  createTestProxy,
  createWatchedStore,
  read,
  shop,
} from '../support/test-proxy.js';

function createReadyProxy(options: Parameters<typeof createTestProxy>[0] = {}) {
  const proxy = createTestProxy(options);
  const getReady = async (method = 'GET') =>
    read(await proxy.fetch(new Request(`${shop}/financing/ready`, { method })));
  return { ...proxy, getReady };
}

describe('GET /ready', () => {
  it('returns 200 without a call, even while the store is unavailable', async () => {
    const store = createWatchedStore(() => {
      throw new StoreUnavailableError();
    });
    const { getReady, service } = createReadyProxy({ store });
    const { status, body } = await getReady();
    assert.deepEqual([status, body], [200, { status: 'ok' }]);
    assert.equal(service.calls.length, 0);
  });

  it('returns 503 while the proxy drains', async () => {
    const { getReady, drain } = createReadyProxy();
    drain();
    const { status, body } = await getReady();
    assert.deepEqual([status, body], [503, { status: 'stopping' }]);
  });

  it('supports HEAD and no other method', async () => {
    const { getReady } = createReadyProxy();
    assert.equal((await getReady('HEAD')).status, 200);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await getReady(method);
      assertProblem(response, 405, 'method-not-allowed');
      assert.equal(response.headers.get('allow'), 'GET, HEAD');
    }
  });

  it('has no rate limit, because load balancers poll it', async () => {
    const { getReady } = createReadyProxy({ rateLimit: 1 });
    for (let count = 0; count < 5; count += 1) assert.equal((await getReady()).status, 200);
  });
});
