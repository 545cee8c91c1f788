/**
 * The keys of the store are the same in all versions: while replicas are updated one after the other, old and new ones share
 * claims, limits, events and the status of links. A change here needs a way to look under both keys for a day.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRateGate } from '../../../src/proxy/limits.js';
import { createLinkStatus } from '../../../src/proxy/link-status.js';
import { createSmsLimits } from '../../../src/proxy/sends.js';
import { createMemoryStore, type Store } from '../../../src/proxy/index.js';
import { createEventDeduplicator } from '../../../src/proxy/webhooks.js';

const secret = 'secret-of-the-store';
const limits = { secret, rateLimit: 1, textsPerPhone: 1, textsPerPrefix: 1, textsInAll: 1 };

/** The keys that a part of the proxy claims, sets or counts. */
async function keysOf(use: (store: Store) => Promise<unknown>): Promise<string[]> {
  const store = createMemoryStore();
  const keys = new Set<string>();
  await use({
    ...store,
    claim: (key, value, ttl) => (keys.add(key), store.claim(key, value, ttl)),
    set: (key, value, ttl) => (keys.add(key), store.set(key, value, ttl)),
    count: (key, window) => (keys.add(key), store.count(key, window)),
  });
  return [...keys];
}

/** Hashes of `cart-1` at `main-street`, and at any location. */
const atLocation = 'iLNNoOo6CmcyCG2L2_SOq33sEPA65RxvVjhKWOUnyMc';
const anywhere = '4fJl0s9N4FOuVtJgt2ipZF57_LtgbD31aKLFKmmIrE4';

describe('The keys in the store', () => {
  it('of a signed event', async () => {
    const event = { bytes: new TextEncoder().encode('{}'), time: '1700000000' };
    assert.deepEqual(
      await keysOf((store) => createEventDeduplicator(store, secret)(event, async () => true)),
      ['webhook:1700000000:_j-zY0aUhkqh0JUGq3JPXpJKXZXucVq66X0X1cInM9I'],
    );
  });

  it('of an event without a time', async () => {
    const event = { bytes: new TextEncoder().encode('{}'), time: undefined };
    assert.deepEqual(
      await keysOf((store) => createEventDeduplicator(store, secret)(event, async () => true)),
      ['webhook:_j-zY0aUhkqh0JUGq3JPXpJKXZXucVq66X0X1cInM9I'],
    );
  });

  it('of an outcome', async () => {
    const outcome = { outcome: 'completed', field: 'referral', reference: 'cart-1' } as const;
    assert.deepEqual(
      await keysOf((store) =>
        createLinkStatus(store, { secret }).record({ ...outcome, location: 'main-street' }),
      ),
      [`link:outcome:${atLocation}`],
    );
    assert.deepEqual(
      await keysOf((store) =>
        createLinkStatus(store, { secret }).record({ ...outcome, location: undefined }),
      ),
      [`link:outcome:${anywhere}`],
    );
  });

  it('of a link, and of its token', async (t) => {
    t.mock.method(crypto, 'randomUUID', () => '00000000-0000-4000-8000-000000000000');
    const link = { field: 'referral', reference: 'cart-1', location: 'main-street' } as const;
    assert.deepEqual(await keysOf((store) => createLinkStatus(store, { secret }).track(link, {})), [
      `link:owner:${atLocation}`,
      `link:owner:${anywhere}`,
      'link:token:etifL6moitb0dSDa6z1c0XKXvPFrQOW9SpFZf0vODAs',
    ]);
  });

  it('of the limits of texts', async () => {
    const count = (store: Store) => createSmsLimits(store, limits).count('+14155552671');
    assert.deepEqual(await keysOf(count), [
      'limit:phone:py4psqrI9Xey1AGTkbzXrI',
      'limit:prefix:WY07yt8itC91OvzJc-bjz-',
      'limit:texts:cbF6azSZs4wEL3Y7gk8FWp',
    ]);
  });

  it('of the requests of an address', async () => {
    const count = (store: Store) => createRateGate(store, limits)('203.0.113.9');
    assert.deepEqual(await keysOf(count), ['limit:address:9A_FBY8QrX7AVW2W1Zoo6K']);
  });

  it('of the requests of all unknown addresses', async () => {
    const count = (store: Store) => createRateGate(store, limits)(undefined);
    assert.deepEqual(await keysOf(count), ['limit:address:-9zLf6aqZWv7crk3AmXLpx']);
  });
});
