import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingClient } from '../../src/client/index.js';
import { createFinancingProxy, type FinancingProxyOptions } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';

const endpoint = 'https://shop.example/financing';

/** Creates a client, proxy, service client, and sandbox in one process, connected by function calls. */
function createChain(options: Partial<FinancingProxyOptions> = {}) {
  const upstream: Request[] = [];
  const sandbox = createSandbox({ publicUrl: 'http://127.0.0.1:8788' });
  const proxy = createFinancingProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    trustPageAmount: true,
    fetch: (request) => {
      upstream.push(request.clone());
      return sandbox.fetch(request);
    },
    ...options,
  });
  const client = createFinancingClient({ fetch: proxy.fetch, endpoint });
  const estimate = (amount: number) => client.estimate({ location: 'main-street', amount });
  return { client, estimate, sandbox, upstream };
}

describe('The complete chain in one process', () => {
  it('makes one call for 100 prices of a page', async () => {
    const { estimate, upstream } = createChain();
    const amounts = Array.from({ length: 100 }, (_, index) => 100 + index);
    const estimates = await Promise.all(amounts.map(estimate));
    assert.deepEqual(
      estimates.map(({ amountFinanced }) => amountFinanced),
      amounts,
    );
    assert.equal(upstream.length, 1);
  });

  it('creates a link to a page of the sandbox without a text message', async () => {
    const { client, sandbox } = createChain();
    const { url } = await client.createPayOverTimeLink({
      amount: 1299,
      location: 'main-street',
      transactionId: 'order-1',
    });
    const page = await sandbox.fetch(new Request(url));
    assert.equal(page.status, 200);
    assert.match(await page.text(), /\$1,299\.00/);
    const outbox = await sandbox.fetch(new Request('http://127.0.0.1:8788/sandbox/outbox'));
    assert.deepEqual(await outbox.json(), []);
  });
});
