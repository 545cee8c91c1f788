import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CachedValue, SharedCache } from '../../../src/proxy/store.js';
import { createMemoryStore } from '../../../src/proxy/store.js';
import {
  createSharedEstimateCache,
  type SharedEstimateCacheOptions,
} from '../../../src/proxy/estimates/shared-cache.js';
import { financed, inapplicable } from '../../support/samples.js';
import { createTestProxy } from '../../support/test-proxy.js';
import type { EstimateQuery } from '../../../src/contract/index.js';
import { createEstimates } from '../../../src/proxy/estimates.js';
import { turn, until } from '../../support/until.js';
import { createHeldEstimation, estimateOf } from '../../support/service-stub.js';

/** A shared cache whose entries a test can see and change; time passes in it only by a test's hand. */
function createTestCache() {
  const entries = new Map<string, { value: string; remainingMs: number }>();
  /** The keys of each look-up. */
  const asked: (readonly string[])[] = [];
  const cache: SharedCache = {
    async getMany(keys) {
      asked.push(keys);
      return keys.map((key) => entries.get(key));
    },
    async setMany(values, ttl) {
      for (const [key, value] of values) entries.set(key, { value, remainingMs: ttl });
    },
  };
  return { cache, entries, asked };
}

/** A shared cache that answers nothing until it is let. */
function hangingCache() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  const cache: SharedCache = {
    async getMany(keys) {
      asked += 1;
      await held;
      return keys.map(() => undefined);
    },
    setMany: () => held,
  };
  return { cache, let: release, asked: () => asked };
}

/** A proxy on a store that shares this cache. */
const createProxyWith = (cache: SharedCache) =>
  createTestProxy({ store: { ...createMemoryStore(), cache } });

/** A cache that answers every look-up with this for each key. */
const saying = (found: unknown): SharedCache => ({
  getMany: async (keys) => keys.map(() => found as CachedValue | undefined),
  setMany: async () => undefined,
});

const options = { secret: 'key', baseUrl: 'https://service.example', ttl: 300 };

describe('A shared cache of estimates that fails', () => {
  const remainingMs = 60_000;
  const right = JSON.stringify({ ...financed(''), id: '' });
  const poisoned: Record<string, unknown> = {
    'that is not JSON': { value: '{"id":"', remainingMs },
    'that is empty': { value: '', remainingMs },
    'that is null': { value: 'null', remainingMs },
    'of another shape': { value: '{"id":"","monthlyAmount":"12"}', remainingMs },
    'half of which is inapplicable': {
      value: JSON.stringify({ ...financed(''), id: '', apr: -1 }),
      remainingMs,
    },
    'of another amount, by its id': { value: JSON.stringify(financed('sofa')), remainingMs },
    'that has ended': { value: right, remainingMs: 0 },
    'that never ends': { value: right, remainingMs: -1 },
  };
  for (const [value, found] of Object.entries(poisoned)) {
    it(`does not make the proxy believe a value ${value}`, async () => {
      const { ask, service } = createProxyWith(saying(found));
      assert.equal((await ask('estimatePayments')).status, 200);
      assert.equal(service.calls.length, 1);
    });
  }

  it('is believed where its value is right', async () => {
    const { ask, service } = createProxyWith(saying({ value: right, remainingMs }));
    assert.equal((await ask('estimatePayments')).status, 200);
    assert.equal(service.calls.length, 0);
  });

  const failing: Record<string, SharedCache> = {
    rejects: {
      getMany: () => Promise.reject(new Error()),
      setMany: () => Promise.reject(new Error()),
    },
    throws: {
      getMany() {
        throw new Error();
      },
      setMany() {
        throw new Error();
      },
    },
    'finds too little': { ...saying(undefined), getMany: async () => [] },
    'does not answer': hangingCache().cache,
  };
  for (const [trouble, cache] of Object.entries(failing)) {
    it(`costs no estimate when it ${trouble}`, async () => {
      const { ask } = createProxyWith(cache);
      assert.equal((await ask('estimatePayments')).status, 200);
    });
  }

  it('is left alone for a second after it has been waited for in vain', async () => {
    const { cache, asked } = hangingCache();
    const clock = { now: 0 };
    const now = () => clock.now;
    const shared = createSharedEstimateCache(cache, { ...options, timeLimit: 1, now })!;
    await shared.get('group', [{ id: 'a', cents: 1 }]);
    clock.now = 999;
    await shared.get('group', [{ id: 'a', cents: 1 }]);
    assert.equal(asked(), 1);
    clock.now = 1_000;
    await shared.get('group', [{ id: 'a', cents: 1 }]);
    assert.equal(asked(), 2);
  });

  it('holds up no answer while it is written to', async () => {
    const { cache } = createTestCache();
    const { ask } = createProxyWith({ ...cache, setMany: () => new Promise(() => {}) });
    assert.equal((await ask('estimatePayments')).status, 200);
  });
});

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

  it('are not requested from the service once the waiting caller has left', async () => {
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
    assert.match(name, /^estimate:\{[\w-]{22}\}:129900$/);
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
