import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createFinancingClient,
  type EstimateQuestion,
  type EstimateStorage,
} from '../../src/client/index.js';
import { createFakeProxy } from './fake-proxy.js';

const question = { endpoint: 'https://shop.example/financing', cents: 10_000 };
const fiveMinutes = 5 * 60_000;

function createStorage(items: Record<string, string> = {}) {
  return {
    items,
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
  } satisfies EstimateStorage & { items: object };
}

/** Two pages of one visit: two clients on one storage. */
async function visit({
  asked = question,
  storage = createStorage(),
  later = 0,
}: { asked?: EstimateQuestion; storage?: EstimateStorage; later?: number } = {}) {
  const proxy = createFakeProxy();
  await createFinancingClient({ ...proxy, storage, now: () => 0 }).estimate(asked);
  await createFinancingClient({ ...proxy, storage, now: () => later }).estimate(asked);
  return proxy.calls.length;
}

describe('the estimates that a client keeps', () => {
  it('answer the same question without a call', async () => {
    const proxy = createFakeProxy();
    const client = createFinancingClient(proxy);
    assert.deepEqual(await client.estimate(question), await client.estimate(question));
    assert.equal(proxy.calls.length, 1);
  });

  it('are passed over on request', async () => {
    const proxy = createFakeProxy();
    const client = createFinancingClient(proxy);
    await client.estimate(question);
    await client.estimate(question, { cache: 'reload' });
    assert.equal(proxy.calls.length, 2);
  });

  it('answer on the next page of a visit', async () => {
    assert.equal(await visit(), 1);
  });

  it('are good for just under five minutes', async () => {
    assert.equal(await visit({ later: fiveMinutes - 1 }), 1);
    assert.equal(await visit({ later: fiveMinutes }), 2);
  });

  it('are not trusted after the clock was set back', async () => {
    assert.equal(await visit({ later: -1 }), 2);
  });

  it('stay out of the storage when they are for a representative', async () => {
    const storage = createStorage();
    assert.equal(await visit({ storage, asked: { ...question, representative: 'r7' } }), 2);
    assert.doesNotMatch(JSON.stringify(storage.items), /r7/);
  });

  it('are at most 500', async () => {
    const proxy = createFakeProxy();
    const client = createFinancingClient(proxy);
    for (let cents = 1; cents <= 501; cents++) await client.estimate({ ...question, cents });
    await client.estimate({ ...question, cents: 501 });
    assert.equal(proxy.calls.length, 501);
    await client.estimate({ ...question, cents: 1 });
    assert.equal(proxy.calls.length, 502);
  });

  for (const corrupt of [
    '',
    '{',
    'null',
    '5',
    '[5]',
    '[["key"]]',
    JSON.stringify([[keyOf(), 5]]),
    JSON.stringify([[keyOf(), { at: 0 }]]),
    JSON.stringify([[keyOf(), { at: 0, estimate: { id: '10000', monthlyAmount: '1' } }]]),
  ]) {
    it(`are asked for anew when the storage holds ${corrupt || 'nothing'}`, async () => {
      const storage = createStorage({ 'financing-estimates': corrupt });
      const proxy = createFakeProxy();
      await createFinancingClient({ ...proxy, storage, now: () => 0 }).estimate(question);
      assert.equal(proxy.calls.length, 1);
    });
  }

  it('F12 do without a storage that throws', async () => {
    const refuse = () => {
      throw new Error('SecurityError');
    };
    assert.equal(await visit({ storage: { getItem: refuse, setItem: refuse } }), 2);
  });
});

function keyOf(): string {
  return `["${question.endpoint}",null,null,null]${question.cents}`;
}
