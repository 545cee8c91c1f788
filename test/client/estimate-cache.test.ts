import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClientEstimateRequest, EstimateStorage } from '../../src/client/index.js';
import { estimateOf } from './fake-proxy.js';
import { createTestClient, endpoint } from './test-client.js';

const request = { amount: 100 };
const fiveMinutes = 5 * 60_000;

function createStorage(items: Record<string, string> = {}) {
  return {
    items,
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
  } satisfies EstimateStorage & { items: object };
}

/** Runs two pages of one visit, which are two clients with the same storage. Returns the number of calls. */
async function visit({
  changedRequest = request,
  storage = createStorage(),
  later = 0,
}: { changedRequest?: ClientEstimateRequest; storage?: EstimateStorage; later?: number } = {}) {
  let calls = 0;
  for (const time of [0, later]) {
    const { proxy, client } = createTestClient({ storage, now: () => time });
    await client.estimate(changedRequest);
    calls += proxy.calls.length;
  }
  return calls;
}

describe('The cache of a client', () => {
  it('returns the estimate for the same request without a call', async () => {
    const { proxy, client } = createTestClient();
    assert.deepEqual(await client.estimate(request), await client.estimate(request));
    assert.equal(proxy.calls.length, 1);
  });

  it("isn’t used with `cache: 'reload'`", async () => {
    const { proxy, client } = createTestClient();
    await client.estimate(request);
    await client.estimate(request, { cache: 'reload' });
    assert.equal(proxy.calls.length, 2);
  });

  it('is used on the next pages of a visit, for five minutes', async () => {
    assert.equal(await visit({ later: fiveMinutes - 1 }), 1);
    assert.equal(await visit({ later: fiveMinutes }), 2);
  });

  it('isn’t used after the clock was set back', async () => {
    assert.equal(await visit({ later: -1 }), 2);
  });

  it('isn’t stored for a representative', async () => {
    const storage = createStorage();
    assert.equal(await visit({ storage, changedRequest: { ...request, representative: 'r7' } }), 2);
    assert.doesNotMatch(JSON.stringify(storage.items), /r7/);
  });

  it('holds at most 500 estimates', async () => {
    const { proxy, client } = createTestClient();
    for (let dollars = 1; dollars <= 501; dollars++) await client.estimate({ amount: dollars });
    await client.estimate({ amount: 501 });
    assert.equal(proxy.calls.length, 501);
    await client.estimate({ amount: 1 });
    assert.equal(proxy.calls.length, 502);
  });

  it('is read from the storage if the content is valid', async () => {
    const estimate = { id: '10000', ...estimateOf(100) };
    const stored = JSON.stringify([[keyOf(), { expiresAt: fiveMinutes, estimate }]]);
    const storage = createStorage({ 'financing-estimates': stored });
    const { proxy, client } = createTestClient({ storage, now: () => 0 });
    const cached = await client.estimate(request);
    assert.deepEqual([cached, proxy.calls.length], [estimate, 0]);
  });

  const wrong = { expiresAt: fiveMinutes, estimate: { id: '10000', monthlyAmount: '1' } };
  for (const corrupt of [
    '',
    '{',
    'null',
    '5',
    '[5]',
    '[["key"]]',
    ...[5, { expiresAt: fiveMinutes }, wrong].map((entry) => JSON.stringify([[keyOf(), entry]])),
  ]) {
    it(`is ignored if the storage contains ${corrupt || 'nothing'}`, async () => {
      const storage = createStorage({ 'financing-estimates': corrupt });
      const { proxy, client } = createTestClient({ storage, now: () => 0 });
      await client.estimate(request);
      assert.equal(proxy.calls.length, 1);
    });
  }

  it('is skipped if the storage throws', async () => {
    const refuse = () => {
      throw new Error('SecurityError');
    };
    assert.equal(await visit({ storage: { getItem: refuse, setItem: refuse } }), 2);
  });
});

function keyOf(): string {
  return `100 ${endpoint}/purchase/api/v1/payment-estimation`;
}
