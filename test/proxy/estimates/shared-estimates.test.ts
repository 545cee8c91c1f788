import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateQuery } from '../../../src/contract/index.js';
import { createEstimates } from '../../../src/proxy/estimates/estimates.js';
import {
  createSharedEstimateCache,
  type SharedEstimateCacheOptions,
} from '../../../src/proxy/estimates/shared-cache.js';
import type { SharedCache } from '../../../src/proxy/stores/store.js';
import { inapplicable } from '../../support/samples.js';
import { until } from '../../support/until.js';
import { createHeldEstimation, estimateOf, turn } from './estimate-service.js';
import { createTestCache, hangingCache } from './shared-cache.js';

interface ReplicaOptions extends Partial<SharedEstimateCacheOptions> {
  readonly clock?: { now: number };
}

/** One replica before a service whose calls the test answers. */
function createReplica(cache: SharedCache, { clock = { now: 0 }, ...rest }: ReplicaOptions = {}) {
  const now = () => clock.now;
  const options = { secret: 'key', baseUrl: 'https://service.example', ttl: 300, now, ...rest };
  const service = createHeldEstimation();
  const shared = createSharedEstimateCache(cache, { timeLimit: 5_000, ...options });
  const estimates = createEstimates(service, { ttl: options.ttl, now, sharedCache: shared });

  function ask(amounts: Record<string, number>, query?: EstimateQuery, signal?: AbortSignal) {
    const items = Object.entries(amounts).map(([id, totalAmount]) => ({ id, totalAmount }));
    return estimates.estimatePayments(items, query, { signal });
  }

  /** Asks, and answers the calls that this makes. */
  async function know(amounts: Record<string, number>, query?: EstimateQuery) {
    let isDone = false;
    const asked = ask(amounts, query).finally(() => (isDone = true));
    // Hashes come from another thread, in no known number of turns.
    await until(() => {
      service.calls.filter((call) => !call.isOver()).forEach((call) => call.answer());
      return isDone;
    });
    return asked;
  }

  return { ask, know, calls: service.calls };
}

const sofa = { sofa: 1299 };

describe('Estimates that replicas share', () => {
  it('are asked of the service once', async () => {
    const { cache, entries } = createTestCache();
    await createReplica(cache).know(sofa);
    await until(() => entries.size === 1);
    const second = createReplica(cache);
    assert.deepEqual(await second.know({ couch: 1299 }), [estimateOf('couch', 1299)]);
    assert.equal(second.calls.length, 0);
  });

  it('are asked of the service where another has not asked', async () => {
    const { cache, entries } = createTestCache();
    await createReplica(cache).know({ a: 100 });
    await until(() => entries.size === 1);
    const second = createReplica(cache);
    const answer = await second.know({ b: 200, a: 100 });
    assert.deepEqual(answer, [estimateOf('b', 200), estimateOf('a', 100)]);
    assert.deepEqual(
      second.calls.map(({ items }) => items),
      [[{ id: 'b', totalAmount: 200 }]],
    );
  });

  it('are looked for once for all items of all requests of a turn', async () => {
    const { cache, asked } = createTestCache();
    const { ask, calls } = createReplica(cache);
    const both = [ask({ a: 1, b: 2 }), ask({ c: 3, d: 1 })];
    await until(() => calls.length === 1);
    calls[0]!.answer();
    await Promise.all(both);
    assert.deepEqual(
      asked.map((names) => names.length),
      [3],
    );
  });

  it('are looked for no more once they are known here', async () => {
    const { cache, asked, entries } = createTestCache();
    await createReplica(cache).know(sofa);
    await until(() => entries.size === 1);
    const { know } = createReplica(cache);
    await know(sofa);
    const before = asked.length;
    await know(sofa);
    assert.equal(asked.length, before);
  });

  it('live no longer in the second replica than they do in the cache', async () => {
    const { cache, entries } = createTestCache();
    await createReplica(cache).know(sofa);
    await until(() => entries.size === 1);
    const [name] = [...entries.keys()];
    entries.get(name!)!.remainingMs = 1_000;
    const clock = { now: 0 };
    const { know, calls } = createReplica(cache, { clock });
    await know(sofa);
    entries.clear();
    clock.now = 999;
    await know(sofa);
    assert.equal(calls.length, 0);
    clock.now = 1_000;
    await know(sofa);
    assert.equal(calls.length, 1);
  });

  it('live no longer than the time to live, whatever the cache says', async () => {
    const { cache, entries } = createTestCache();
    await createReplica(cache, { ttl: 10 }).know(sofa);
    await until(() => entries.size === 1);
    for (const entry of entries.values()) entry.remainingMs = Infinity;
    const clock = { now: 0 };
    const { know, calls } = createReplica(cache, { clock, ttl: 10 });
    await know(sofa);
    entries.clear();
    clock.now = 10_000;
    await know(sofa);
    assert.equal(calls.length, 1);
  });

  it('tell the cache their time to live', async () => {
    const { cache, entries } = createTestCache();
    await createReplica(cache, { ttl: 10 }).know(sofa);
    await until(() => entries.size === 1);
    assert.deepEqual(
      [...entries.values()].map(({ remainingMs }) => remainingMs),
      [10_000],
    );
  });

  it('are none with a time to live of 0', async () => {
    const { cache, asked, entries } = createTestCache();
    await createReplica(cache, { ttl: 0 }).know(sofa);
    assert.deepEqual([asked.length, entries.size], [0, 0]);
  });

  it('are shared where an amount is inapplicable', async () => {
    const { cache, entries } = createTestCache();
    const first = createReplica(cache);
    const asked = first.ask({ a: 5 });
    await until(() => first.calls.length === 1);
    first.calls[0]!.answer([inapplicable('a')]);
    await asked;
    await until(() => entries.size === 1);
    const second = createReplica(cache);
    assert.deepEqual(await second.know({ b: 5 }), [inapplicable('b')]);
    assert.equal(second.calls.length, 0);
  });

  it('are written no more once a flood of amounts has filled the share of a replica', async () => {
    const { cache, entries } = createTestCache();
    const clock = { now: 0 };
    const { know } = createReplica(cache, { clock, maxWrites: 2 });
    await know({ a: 1, b: 2 });
    await until(() => entries.size === 2);
    await know({ c: 3 });
    clock.now = 300_000;
    await know({ d: 4 });
    await until(() => entries.size > 2);
    assert.equal(entries.size, 3);
  });

  it('are not asked of the service once the one who waits has left', async () => {
    const { cache, let: release } = hangingCache();
    const { ask, calls } = createReplica(cache);
    const controller = new AbortController();
    const asked = ask(sofa, {}, controller.signal);
    await turn();
    controller.abort();
    await assert.rejects(asked, { name: 'AbortError' });
    release();
    await turn();
    assert.equal(calls.length, 0);
  });
});

describe('The keys of estimates that replicas share', () => {
  it('show no credential, location or representative', async () => {
    const { cache, entries } = createTestCache();
    const query = { location: 'Austin-4f1c', representative: 'Jane Doe', timeZone: 'US/Central' };
    await createReplica(cache, { secret: 'secret-4f1c' }).know({ 'product-4f1c': 1299 }, query);
    await until(() => entries.size === 1);
    const [[name, { value }] = ['', { value: '' }]] = [...entries];
    assert.match(name, /^estimate:[\w-]{22}:129900$/);
    assert.doesNotMatch(name + value, /4f1c|Jane|US/);
  });

  const plain = { query: {} as EstimateQuery, options: {} as ReplicaOptions };
  const others: Record<string, Partial<typeof plain>> = {
    'another location': { query: { location: 'a' } },
    'another time zone': { query: { timeZone: 'a' } },
    'another representative': { query: { representative: 'a' } },
    'separators in a location': { query: { location: 'a|b:1\0', representative: 'c' } },
    'separators in a representative': { query: { location: 'a', representative: '|b:1\0c' } },
    'another key of the service': { options: { secret: 'other' } },
    'another service': { options: { baseUrl: 'https://other.example' } },
    'another time to live': { options: { ttl: 299 } },
  };
  it('are never the same for two that differ', async () => {
    const { cache, entries } = createTestCache();
    const all = [plain, ...Object.values(others)];
    for (const [index, { query = {}, options = {} }] of all.entries()) {
      await createReplica(cache, options).know({ a: 1 }, query);
      await until(() => entries.size === index + 1);
    }
  });
  for (const [difference, { query = {}, options = {} }] of Object.entries(others)) {
    it(`lead nowhere with ${difference}`, async () => {
      const { cache, entries } = createTestCache();
      await createReplica(cache).know({ a: 1 });
      await until(() => entries.size === 1);
      const { know, calls } = createReplica(cache, options);
      await know({ a: 1 }, query);
      assert.equal(calls.length, 1);
    });
  }
});
