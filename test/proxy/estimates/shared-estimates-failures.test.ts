import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from '../../../src/proxy/stores/memory-store.js';
import type { CachedValue, SharedCache } from '../../../src/proxy/stores/store.js';
import { createSharedEstimateCache } from '../../../src/proxy/estimates/shared-cache.js';
import { financed } from '../../support/samples.js';
import { createTestProxy } from '../../support/test-proxy.js';
import { createTestCache, hangingCache } from './shared-cache.js';

/** A proxy on a store that shares this cache. */
const createReplica = (cache: SharedCache) =>
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
    'of somebody else, by its id': { value: JSON.stringify(financed('sofa')), remainingMs },
    'that has ended': { value: right, remainingMs: 0 },
    'that never ends': { value: right, remainingMs: -1 },
  };
  for (const [value, found] of Object.entries(poisoned)) {
    it(`does not make the proxy believe a value ${value}`, async () => {
      const { ask, service } = createReplica(saying(found));
      assert.equal((await ask('estimatePayments')).status, 200);
      assert.equal(service.calls.length, 1);
    });
  }

  it('is believed where its value is right', async () => {
    const { ask, service } = createReplica(saying({ value: right, remainingMs }));
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
      const { ask } = createReplica(cache);
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
    const { ask } = createReplica({ ...cache, setMany: () => new Promise(() => {}) });
    assert.equal((await ask('estimatePayments')).status, 200);
  });
});
