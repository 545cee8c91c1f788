/**
 * Keys of the store are the same in all versions, because during an update, old and new replicas share claims, limits, events,
 * and link statuses. A change needs code that looks up both keys for a day.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinancingProxyOptions } from '../../../src/proxy/index.js';
import {
  createTestWebhooks,
  createWatchedStore,
  shop,
  type TestWebhooks,
} from '../../support/test-proxy.js';

async function keysOf(
  use: (proxy: TestWebhooks) => Promise<unknown>,
  options: Partial<FinancingProxyOptions> = {},
): Promise<string[]> {
  const keys = new Set<string>();
  const store = createWatchedStore((operation, [key]) => {
    if (/^(claim|set|count)$/.test(operation)) keys.add(String(key));
  });
  const storeSecret = 'secret-of-the-store';
  await use(createTestWebhooks({ store, storeSecret, sms: true, ...options }));
  return [...keys];
}

/** Hashes of the reference `cart-1` at `main-street`, and at any location. */
const atLocation = 'iLNNoOo6CmcyCG2L2_SOq33sEPA65RxvVjhKWOUnyMc';
const anywhere = '4fJl0s9N4FOuVtJgt2ipZF57_LtgbD31aKLFKmmIrE4';

const address = 'limit:address:9A_FBY8QrX7AVW2W1Zoo6K';
const prequalLink = { location: 'main-street', referral: 'cart-1', sendSMS: false };
const text = {
  location: 'main-street',
  amount: 1299,
  transactionId: 'order-1',
  phoneNumber: '+14155552671',
  sendSMS: true,
};

describe('The stored keys', () => {
  const parse = () => ({ eventType: 'MERCHANT_ACTIVATED', payload: {} });

  it('of an event are stable', async (t) => {
    t.mock.method(Date, 'now', () => 1_700_000_000_000);
    const keys = await keysOf(({ deliver }) => deliver('{}', { timestamp: 1_700_000_000 }), {
      webhooks: { parse },
    });
    assert.deepEqual(keys, ['webhook:_j-zY0aUhkqh0JUGq3JPXpJKXZXucVq66X0X1cInM9I']);
  });

  it('of an outcome are stable', async () => {
    for (const [location, subject] of [
      ['main-street', atLocation],
      [undefined, anywhere],
    ] as const) {
      const event = { eventType: 'PREQUAL_COMPLETED', payload: { referral: 'cart-1', location } };
      const [, ...keys] = await keysOf(({ deliver }) => deliver(event));
      assert.ok(keys.includes(`link:outcome:${subject}`), keys.join());
      assert.equal(keys.filter((key) => key.startsWith('link:')).length, 1);
    }
  });

  it('of a link and its token are stable', async (t) => {
    t.mock.method(crypto, 'randomUUID', () => '00000000-0000-4000-8000-000000000000');
    const keys = await keysOf(({ send }) => send('createPrequalLink', { body: [prequalLink] }));
    assert.deepEqual(keys, [
      address,
      `link:owner:${atLocation}`,
      `link:owner:${anywhere}`,
      'link:token:etifL6moitb0dSDa6z1c0XKXvPFrQOW9SpFZf0vODAs',
    ]);
  });

  it('of a text message and its limits are stable', async () => {
    const headers = { origin: shop, 'idempotency-key': 'key-of-one-click' };
    const keys = await keysOf(({ send }) => send('createPayOverTimeLink', { body: text, headers }));
    assert.deepEqual(keys.slice(0, 7), [
      address,
      'once:3isvUYYY5XiWjkRFWgIomluvAYEjYRsO1E7S-ITfTuo',
      'text:eGYIlQLFlLpOYzQlWyEXatC4fts5M5TeiHKAEki80ig',
      'limit:sender:9A_FBY8QrX7AVW2W1Zoo6K',
      'limit:phone:py4psqrI9Xey1AGTkbzXrI',
      'limit:prefix:WY07yt8itC91OvzJc-bjz-',
      'limit:texts:cbF6azSZs4wEL3Y7gk8FWp',
    ]);
  });

  it('of requests from unknown addresses are stable', async () => {
    const keys = await keysOf(({ send }) => send('createPrequalLink', { body: [prequalLink] }), {
      clientAddress: () => undefined,
    });
    assert.equal(keys[0], 'limit:address:-9zLf6aqZWv7crk3AmXLpx');
  });
});
