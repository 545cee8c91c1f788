import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createMemoryStore,
  type FinancingProxyOptions,
  type Store,
} from '../../../src/proxy/index.js';
import { assertProblem, createTestProxy, shop, type Answer } from '../../support/test-proxy.js';
import { createTestWebhooks, purchased } from '../../support/test-proxy.js';

const [older, newer, oldest] = [
  'b-older-store-secret',
  'a-newer-store-secret',
  'c-oldest-secret-0',
];
const text = {
  location: 'main-street',
  amount: 1299,
  transactionId: 'order-1',
  phoneNumber: '(415) 555-2671',
  sendSMS: true,
};

/** Secrets of two replicas that run side by side at some step of a rotation. */
const steps: Record<string, readonly [one: readonly string[], other: readonly string[]]> = {
  'the old one and both': [[older], [newer, older]],
  'both and the old one': [[newer, older], [older]],
  'both and the new one': [[newer, older], [newer]],
  'the new one and both': [[newer], [newer, older]],
  'both, in another order': [
    [older, newer],
    [newer, older],
  ],
  'two pairs with one in common': [
    [newer, older],
    [older, oldest],
  ],
};

/** A replica of a shop that texts, on a store that replicas share. */
function createReplica(store: Store, options: Partial<FinancingProxyOptions>) {
  const proxy = createTestWebhooks({ sms: true, store, ...options });
  async function send(key: string, difference: object = {}): Promise<Answer> {
    const body = { ...text, ...difference };
    const headers = { origin: shop, 'idempotency-key': key };
    return proxy.ask('createPayOverTimeLink', { body, headers });
  }
  async function statusOf({ headers }: Answer): Promise<unknown> {
    const authorization = `Bearer ${headers.get('financing-link-token')}`;
    const url = `${shop}/financing/link-status`;
    const response = await proxy.fetch(new Request(url, { headers: { authorization } }));
    return ((await response.json()) as { status?: unknown }).status;
  }
  return { ...proxy, send, statusOf };
}

function createPair([one, other]: readonly [readonly string[], readonly string[]]) {
  const store = createMemoryStore();
  return {
    one: createReplica(store, { storeSecret: one }),
    other: createReplica(store, { storeSecret: other }),
  };
}

for (const [step, lists] of Object.entries(steps)) {
  describe(`Replicas with ${step} of two store secrets`, () => {
    it('send one text for one key, and repeat its link with a token', async () => {
      const { one, other } = createPair(lists);
      const first = await one.send('key-of-one-click');
      const again = await other.send('key-of-one-click');
      assert.equal(first.status, 200, first.text);
      assert.deepEqual([again.status, again.body], [200, first.body]);
      await one.deliver(purchased);
      assert.equal(await other.statusOf(again), 'completed');
      assert.equal(await one.statusOf(again), 'completed');
      assert.equal(other.service.calls.length, 0);
    });

    it('send one text of two that come at once', async () => {
      const { one, other } = createPair(lists);
      await Promise.all([one, other, one, other].map(({ send }) => send('key-of-one-click')));
      assert.equal(one.service.texts() + other.service.texts(), 1);
    });

    it('send one text of two clicks within a minute', async () => {
      const { one, other } = createPair(lists);
      await one.send('key-of-one-click');
      assertProblem(await other.send('key-of-another-click'), 409, 'duplicate-send');
      assert.equal(other.service.texts(), 0);
    });

    it('refuse a key that was used with another body', async () => {
      const { one, other } = createPair(lists);
      await one.send('key-of-one-click');
      const answer = await other.send('key-of-one-click', { amount: 1 });
      assertProblem(answer, 422, 'idempotency-key-reused');
    });

    it('count the texts of a phone together', async () => {
      const { one, other } = createPair(lists);
      for (const [index, { send }] of [one, other, one].entries()) {
        const { status } = await send(`key-of-click-number-${index}`, {
          transactionId: `o-${index}`,
        });
        assert.equal(status, 200);
      }
      const answer = await other.send('key-of-the-last-click', { transactionId: 'o-last' });
      assertProblem(answer, 429, 'sms-limit');
    });

    it('handle an event once', async () => {
      const { one, other } = createPair(lists);
      for (const { deliver } of [one, other, one]) {
        assert.equal((await deliver(purchased)).status, 200);
      }
      assert.deepEqual([one.events.length, other.events.length], [1, 0]);
    });

    it('tell the page of a link how it ended, whichever got the event', async () => {
      for (const receiver of ['one', 'other'] as const) {
        const pair = createPair(lists);
        const link = await pair.one.send('key-of-one-click');
        assert.equal(await pair.other.statusOf(link), 'pending');
        await pair[receiver].deliver(purchased);
        assert.equal(await pair.one.statusOf(link), 'completed');
        assert.equal(await pair.other.statusOf(link), 'completed');
      }
    });

    it('keep the first outcome of a link, whichever got it', async () => {
      for (const [first, later] of [
        ['one', 'other'],
        ['other', 'one'],
      ] as const) {
        const pair = createPair(lists);
        const link = await pair.one.send('key-of-one-click');
        await pair[first].deliver({ ...purchased, eventType: 'CHECKOUT_SDK_ABORTED' });
        await pair[later].deliver(purchased);
        assert.equal(await pair.one.statusOf(link), 'aborted');
        assert.equal(await pair.other.statusOf(link), 'aborted');
      }
    });

    it('give a token to the first link of a reference alone', async () => {
      const { one, other } = createPair(lists);
      await one.send('key-of-one-click');
      const second = await other.send('key-of-another-click', { sendSMS: false });
      assert.equal(second.status, 200);
      assert.equal(second.headers.get('financing-link-token'), null);
    });
  });
}

describe('A store secret', () => {
  it('takes the place of svcKey, which is listed while replicas without it run', async () => {
    const store = createMemoryStore();
    const svcKey = 'svc-key-of-the-shop-1';
    const before = createReplica(store, { svcKey });
    const after = createReplica(store, { svcKey, storeSecret: [newer, svcKey] });
    await before.send('key-of-one-click');
    assert.equal((await after.send('key-of-one-click')).status, 200);
    assert.equal(after.service.calls.length, 0);
  });

  it('outlives svcKey', async () => {
    const store = createMemoryStore();
    const before = createReplica(store, { svcKey: 'svc-key-one', storeSecret: newer });
    const after = createReplica(store, { svcKey: 'svc-key-two', storeSecret: newer });
    await before.send('key-of-one-click');
    assert.equal((await after.send('key-of-one-click')).status, 200);
    await before.deliver(purchased);
    await after.deliver(purchased);
    assert.deepEqual([after.service.calls.length, after.events.length], [0, 0]);
  });

  it('may follow on an svcKey of any length, under which texts and requests still count', async () => {
    const store = createMemoryStore();
    const limits = { store, rateLimit: 3, clientAddress: () => '203.0.113.9' };
    const before = createReplica(store, { ...limits, svcKey: 'short-1' });
    const after = createReplica(store, {
      ...limits,
      ...{ svcKey: 'short-2', formerStoreSecrets: ['short-1'] },
    });
    await before.send('key-of-one-click');
    await before.send('key-of-one-click');
    assert.equal((await after.send('key-of-one-click')).status, 200);
    assert.equal(after.service.calls.length, 0);
    assertProblem(await after.send('key-of-one-click'), 429, 'rate-limited');
  });

  it('has at least 16 characters', () => {
    for (const storeSecret of ['short', ['short'], [newer, 'short'], []]) {
      assert.throws(() => createTestProxy({ storeSecret }), {
        message: 'Option storeSecret is not at least 16 characters',
      });
    }
  });
});

describe('Two shops on one store', () => {
  it('each have their own limit of texts', async () => {
    const store = createMemoryStore();
    const options = { textsInAll: 1 };
    const one = createReplica(store, { ...options, svcKey: 'svc-key-of-shop-one' });
    const other = createReplica(store, { ...options, svcKey: 'svc-key-of-shop-two' });
    assert.equal((await one.send('key-of-one-click')).status, 200);
    assert.equal((await other.send('key-of-one-click')).status, 200);
    const more = { transactionId: 'order-2' };
    assertProblem(await one.send('key-of-another-click', more), 429, 'sms-limit');
  });

  it('each have their own count of requests without a known address', async () => {
    const store = createMemoryStore();
    const options = { store, rateLimit: 1, clientAddress: () => undefined };
    const one = createTestProxy({ ...options, svcKey: 'svc-key-of-shop-one' });
    const other = createTestProxy({ ...options, svcKey: 'svc-key-of-shop-two' });
    for (let requests = 0; requests < 10; requests++) await one.ask('estimatePayments');
    assertProblem(await one.ask('estimatePayments'), 429, 'rate-limited');
    assert.equal((await other.ask('estimatePayments')).status, 200);
  });
});
